import DecoderKit
import Foundation
import Optics
import Statistics

/// One known code in one image, at a known distance.
struct CalibrationView: Hashable, Sendable {
  /// The image's name, for messages.
  let image: String
  /// The size of the image.
  let frame: PixelSize
  /// The code's corners, in pixels of the image.
  let corners: Corners
  /// The modules across and down; the code's sides are in their ratio.
  let modules: PixelSize
  /// The distance of the code's centre from the camera, along its axis, in millimetres.
  let distanceMillimetres: Double
}

/// A camera's focal length as scans of known codes show it.
///
/// In each image it is fitted to the code's corners by least squares, tilt and place with it; the axis is
/// taken to pass through the image's centre. The images' mean counts, and its interval is Student's over the
/// images: errors of the distances are in it, as far as they differ from image to image. An error of the code
/// size, or of all distances alike, is not.
struct FocalCalibration: Hashable, Sendable {
  /// The size of the images.
  let frame: PixelSize
  /// The focal length in pixels of the images.
  let focalPixels: Double
  /// The half width of its 95 % interval, in pixels.
  let halfWidth: Double
  /// Each image with its own focal length and the misfit of its corners, in pixels.
  let images: [Image]

  /// One image's result.
  struct Image: Hashable, Sendable {
    /// The image's name.
    let name: String
    /// The focal length that it shows, in pixels.
    let focalPixels: Double
    /// The root of the mean square of its corners' distances from the fit, in pixels.
    let residualPixels: Double
  }

  /// An image whose focal length is this far from the median is refused: nobody measures that badly.
  private static let tolerance = 0.05
  /// Corners further than this share of the code's side from a flat code's are refused.
  private static let misfit = 0.02
  /// The angles across an image, in degrees, that lenses have: from a long telescope's to a fisheye's.
  private static let anglesOfView = 0.5...170.0

  /// Fits the focal length.
  ///
  /// - Parameters:
  ///   - views: One code in each image.
  ///   - codeWidth: The codes' width without quiet zone, in millimetres.
  /// - Throws: ``CalibrationError`` where the images cannot belong together.
  init(_ views: [CalibrationView], codeWidthMillimetres codeWidth: Double) throws {
    guard let first = views.first, views.count >= 2 else {
      throw CalibrationError.tooFew(views.count)
    }
    for view in views {
      guard view.frame == first.frame else {
        throw CalibrationError.otherFrame(view.image, view.frame, first.frame)
      }
      guard view.modules == first.modules else {
        throw CalibrationError.otherCode(view.image, view.modules, first.modules)
      }
    }
    frame = first.frame
    let images = try views.map { try Self.image($0, codeWidth) }
    let focals = images.map(\.focalPixels).sorted()
    let median = (focals[(focals.count - 1) / 2] + focals[focals.count / 2]) / 2
    let view = 2 * atan(Double(first.frame.columns) / 2 / median) * 180 / .pi
    guard Self.anglesOfView.contains(view) else {
      throw CalibrationError.implausible(median, degrees: view)
    }
    let worst = images.max { abs($0.focalPixels - median) < abs($1.focalPixels - median) }
    if let worst, abs(worst.focalPixels / median - 1) > Self.tolerance {
      throw CalibrationError.outlier(worst.name, worst.focalPixels, median: median)
    }
    let count = Double(focals.count)
    let mean = focals.reduce(0, +) / count
    let variance = focals.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    self.images = images
    focalPixels = mean
    halfWidth =
      Quantiles.studentTwoSided(0.95, degreesOfFreedom: focals.count - 1)
      * (variance / count).squareRoot()
  }

  private static func image(_ view: CalibrationView, _ codeWidth: Double) throws -> Image {
    let (x, y) = (Double(view.frame.columns) / 2, Double(view.frame.rows) / 2)
    func centred(_ point: Point) -> Point { Point(x: point.x - x, y: point.y - y) }
    let corners = Corners(
      topLeft: centred(view.corners.topLeft), topRight: centred(view.corners.topRight),
      bottomRight: centred(view.corners.bottomRight),
      bottomLeft: centred(view.corners.bottomLeft))
    let height = codeWidth * Double(view.modules.rows) / Double(view.modules.columns)
    let pose = FlatPose(
      corners: corners, width: codeWidth, height: height, distance: view.distanceMillimetres)
    let side = pose.focalPixels * codeWidth / view.distanceMillimetres
    guard pose.focalPixels.isFinite, pose.residualPixels <= misfit * side else {
      throw CalibrationError.misfit(view.image, pose.residualPixels)
    }
    return Image(
      name: view.image, focalPixels: pose.focalPixels, residualPixels: pose.residualPixels)
  }
}

/// The reason for which images show no focal length.
enum CalibrationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A focal length without any other to compare with may be anything.
  case tooFew(Int)
  /// The image cannot be read, for this reason.
  case unreadable(String, String)
  /// No decoder read a code in the image whose modules could be measured.
  case noCode(String)
  /// The image has this many codes.
  case severalCodes(String, Int)
  /// The image's code is not made of square modules, so that its height is not known.
  case noSquareModules(String)
  /// An image has another size than the first one.
  case otherFrame(String, PixelSize, PixelSize)
  /// An image's code has other numbers of modules than the first one's.
  case otherCode(String, PixelSize, PixelSize)
  /// The corners are not those of a flat code; they are that far off, in pixels.
  case misfit(String, Double)
  /// No lens has this focal length, in pixels: the image would be this wide, in degrees.
  case implausible(Double, degrees: Double)
  /// An image shows another focal length than most.
  case outlier(String, Double, median: Double)

  var description: String {
    switch self {
    case .tooFew(let count):
      "a camera is calibrated with two images or more, better ten; this is \(count)"
    case .unreadable(let image, let reason): "\(image): \(reason)"
    case .noCode(let image): "\(image): no code was read and measured in it"
    case .severalCodes(let image, let count):
      "\(image): it has \(count) codes; show one, whose size is known"
    case .noSquareModules(let image):
      "\(image): a camera is calibrated with a QR Code, Data Matrix or Aztec, whose modules are square"
    case .otherFrame(let image, let own, let first):
      "\(image): it has \(own) pixels, and the first image has \(first): a camera has another focal "
        + "length in each of its modes"
    case .otherCode(let image, let own, let first):
      "\(image): its code has \(own) modules, and the first image's has \(first): all must show codes of "
        + "one size"
    case .misfit(let image, let pixels):
      "\(image): its corners are \(Float(pixels)) pixels off those of a flat code: is it bent, or the lens "
        + "distorted?"
    case .implausible(let pixels, let degrees):
      "the focal length would be \(Int(pixels.rounded())) pixels, and an image \(Float(degrees))° wide: check "
        + "the units of --distance and --code-size"
    case .outlier(let image, let own, let median):
      "\(image): it shows a focal length of \(Int(own.rounded())) pixels, and the median of all is "
        + "\(Int(median.rounded())): check distances and the code's size"
    }
  }
}
