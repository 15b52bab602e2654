import Base
import DecoderKit
import Foundation
import Images
import Measuring
import Scanning

/// The changes that are tried on one image, kind by kind, each from the smallest to the largest.
struct ChangeLadder: Sendable {
  private let image: GrayImage
  /// The image's colours, each alone; empty for grey images.
  private let channels: [ColourChannel: GrayImage]
  /// The kinds: those of faults that are measured first, the gravest before the others, then those whose
  /// images are small.
  private(set) var kinds: [[ImageChange]]
  /// The faults that are measured.
  private let measured: Set<ImageFault>

  /// Chooses the changes for an image.
  ///
  /// - Parameters:
  ///   - places: The places that look like a symbol, the likeliest first.
  ///   - signs: The faults that are measured.
  init(
    _ image: GrayImage, channels: [ColourChannel: GrayImage] = [:], places: [PotentialSymbol] = [],
    signs: [FaultSign] = []
  ) {
    self.image = image
    self.channels = channels
    let faults = Set(signs.map(\.fault))
    // Dark all around may be that of a symbol that is light on dark.
    measured = faults.contains(.quietZone) ? faults.union([.inverted]) : faults
    let (width, height) = (image.width, image.height)
    let longer = max(width, height)
    // Enlarged images beyond this size take decoders many seconds.
    let factors = [1.5, 2, 3, 4].filter { $0 * Double(longer) <= Self.largestSide || $0 <= 1.5 }
    // Wide blurs take long, and in large images there are seldom modules so large.
    let sigmas = [1, 1.5, 2.5, 4] + (longer <= Self.largestSideOfWideBlurs ? [6, 9] : [])
    kinds = [
      [.inverted], Self.borders(image) + Self.papers(places, image),
      ColourChannel.allCases.filter { channels[$0] != nil }.map(ImageChange.channel),
      Self.reaches(image, places).map(ImageChange.levelled),
      image.power.map { [.toned(power: $0)] } ?? [],
      image.isStretched ? [] : [.stretched],
      signs.contains { $0.fault == .jpeg } ? [1, 1.6, 2.5].map(ImageChange.deblocked) : [],
      Self.movements(signs, places, image), Self.views(places),
      factors.map(ImageChange.enlarged), sigmas.map(ImageChange.sharpened),
      Self.turns(places) + [15, 30, 45, 60, 75, 90, 180, 270].map(ImageChange.turned),
      [2.0 / 3, 0.5, 1.0 / 3, 0.25].filter { $0 * Double(longer) >= 60 }.map(ImageChange.reduced),
      BusyRegion(image).crop.map { [$0] } ?? [],
    ]
    let ranks = Dictionary(
      uniqueKeysWithValues: FaultSign.ordered(signs).enumerated().map { ($1.fault, $0) })
    func rank(_ kind: [ImageChange]) -> (Int, Int) {
      let fault = kind[0].fault
      let place = ranks[fault] ?? (fault == .inverted ? ranks[.quietZone] : nil)
      return (place ?? ranks.count, pixels(after: kind[0]))
    }
    kinds = kinds.filter { !$0.isEmpty }.sorted { rank($0) < rank($1) }
  }

  /// The first changes of the kinds whose images are no larger than the unchanged one, those of measured faults first.
  var cheapKinds: [[ImageChange]] {
    kinds.filter { pixels(after: $0[0]) <= image.width * image.height }.map { Array($0.prefix(2)) }
  }

  /// True for a change that mends a measured fault, of an image that is not much larger than the unchanged one.
  func isImplied(_ change: ImageChange) -> Bool {
    if case .isolated = change { return true }
    return measured.contains(change.fault)
      && pixels(after: change) <= 3 * image.width * image.height
  }

  private static let largestSide = 6000.0
  private static let largestSideOfWideBlurs = 1200

  /// Surroundings of a few modules, and of a part of the image.
  private static func reaches(_ image: GrayImage, _ places: [PotentialSymbol]) -> [Int] {
    let near = places.first.map { max(Int(5 * $0.moduleSizePixels), 4) }
    return [near, image.usualReach].compactMap(\.self).uniqued()
  }

  /// The movement that is measured undone in the likeliest place, and ones that are a little shorter or longer.
  private static func movements(
    _ signs: [FaultSign], _ places: [PotentialSymbol], _ image: GrayImage
  ) -> [ImageChange] {
    guard let place = places.first,
      case .path(let pixels, let degrees) = signs.first(where: { $0.fault == .motion })?.measure,
      let part = ImagePart(
        around: place.outline.points, margin: 8 * place.moduleSizePixels, in: image),
      part.width * part.height <= largestMovedPart
    else { return [] }
    return [1, 0.75, 1.35].map { .unmoved(pixels: $0 * pixels, degrees: degrees, part: part) }
  }

  /// The largest part of an image in which a movement is undone, in pixels.
  private static let largestMovedPart = 500_000

  /// Places with four sides, seen from straight above: as they are, and as squares.
  private static func views(_ places: [PotentialSymbol]) -> [ImageChange] {
    places.prefix(2).flatMap { place -> [ImageChange] in
      let view = ImageChange.straightened(place.outline, isSquare: false)
      return place.kind == .linear
        ? [view] : [.straightened(place.outline, isSquare: true), view]
    }
  }

  /// Paper around bars in dark surroundings. Their first and last bar are one with those, so that they are
  /// given the width of a module or two.
  private static func papers(
    _ places: [PotentialSymbol], _ image: GrayImage
  ) -> [ImageChange] {
    guard let place = places.first, place.kind == .linear,
      place.obstacles.contains(where: { $0.fault == .quietZone })
    else { return [] }
    let border = Int((10 * place.moduleSizePixels).rounded(.up))
    return [1, 2].map { bars in
      .isolated(
        place.outline.widened(by: bars * place.moduleSizePixels), shade: image.shade(atShare: 0.98),
        border: border)
    }
  }

  /// Paper around the image as it is, then instead of what is dark at its edges.
  private static func borders(_ image: GrayImage) -> [ImageChange] {
    let border = max(16, max(image.width, image.height) / 8)
    var changes: [ImageChange] = [.padded(border)]
    guard image.hasDarkEdge else { return changes }
    changes += [16, 8, 4, 2].map { .cleared(reach: $0, border: border) }
    // Where bars touch the frame, nothing but its width tells them apart. The frame's inner edge is
    // blurred.
    let frame = image.darkFrame
    return changes + (frame > 0 ? [frame, frame + 1] : []).map { .trimmed($0, border: border) }
  }

  /// The turn that makes the largest place that looks like bars upright; none if it is, or if there is
  /// no such place.
  static func turns(_ places: [PotentialSymbol]) -> [ImageChange] {
    guard let turn = places.first(where: { $0.kind == .linear })?.outline.turnDegrees
    else { return [] }
    // Half a turn makes no difference to bars.
    let back = (180 - turn).truncatingRemainder(dividingBy: 180)
    let isUpright = min(back, 180 - back) < 5 || abs(back - 90) < 5
    return isUpright ? [] : [.turned(back.rounded())]
  }

  /// Applies a change.
  func changed(by change: ImageChange) -> GrayImage {
    switch change {
    case .inverted: image.inverted()
    case .padded(let border): image.padded(by: border, shade: paper)
    case .cleared(let reach, let border):
      (image.clearedOfDarkSurroundings(reach: reach, shade: paper) ?? image)
        .padded(by: border, shade: paper)
    case .trimmed(let edge, let border):
      image.cropped(
        x: edge, y: edge, width: image.width - 2 * edge, height: image.height - 2 * edge
      ).padded(by: edge + border, shade: paper)
    case .isolated(let outline, let shade, let border):
      image.cleared(outside: outline, shade: shade).padded(by: border, shade: shade)
    case .stretched: image.stretched()
    case .levelled(let reach): image.levelled(reach: reach)
    case .toned(let power): image.toned(power: power)
    case .deblocked(let sigma): image.smoothed(sigma: sigma)
    case .unmoved(let pixels, let degrees, let part):
      image.cropped(to: part).withoutMovement(pixels: pixels, degrees: degrees)
    case .straightened(let outline, let isSquare):
      StraightView(of: outline, isSquare: isSquare).map { view in
        image.mapped(width: view.width, height: view.height, source: view.original)
      } ?? image
    case .channel(let channel): channels[channel] ?? image
    case .enlarged(let factor), .reduced(let factor): image.resized(by: factor)
    case .sharpened(let sigma): image.sharpened(sigma: sigma)
    case .turned(let degrees): image.turned(byDegrees: degrees, shade: paper)
    case .cropped(let part): image.cropped(to: part)
    }
  }

  /// About the number of pixels of the image after a change.
  func pixels(after change: ImageChange) -> Int {
    let whole = image.width * image.height
    return switch change {
    case .inverted, .stretched, .levelled, .toned, .channel, .sharpened, .deblocked: whole
    case .padded(let border), .cleared(_, let border), .trimmed(_, let border),
      .isolated(_, _, let border):
      (image.width + 2 * border) * (image.height + 2 * border)
    case .enlarged(let factor), .reduced(let factor): Int(factor * factor * Double(whole))
    case .turned(let degrees): degrees.truncatingRemainder(dividingBy: 90) == 0 ? whole : 2 * whole
    case .cropped(let part), .unmoved(_, _, let part): part.width * part.height
    case .straightened(let outline, let isSquare):
      StraightView(of: outline, isSquare: isSquare).map { $0.width * $0.height } ?? whole
    }
  }

  /// About the number of multiplications that a change takes.
  func operations(for change: ImageChange) -> Double {
    let pixels = Double(pixels(after: change))
    return switch change {
    case .sharpened(let sigma): pixels * 16 * (6 * sigma + 1)
    case .deblocked(let sigma): pixels * 2 * (6 * sigma + 1)
    case .unmoved(let length, _, _): pixels * 48 * 3 * (length + 2)
    case .enlarged, .reduced, .turned, .straightened, .levelled, .cleared: pixels * 20
    default: pixels
    }
  }

  /// The position in the unchanged image of a point in the changed one.
  func original(_ point: Point, before change: ImageChange) -> Point {
    switch change {
    case .inverted, .stretched, .levelled, .toned, .channel, .sharpened, .deblocked: point
    case .padded(let border), .cleared(_, let border), .trimmed(_, let border),
      .isolated(_, _, let border):
      Point(x: point.x - Double(border), y: point.y - Double(border))
    case .enlarged(let factor), .reduced(let factor):
      Point(x: point.x / factor, y: point.y / factor)
    case .turned(let degrees):
      GrayImage.beforeTurn(point, width: image.width, height: image.height, degrees: degrees)
    case .cropped(let part), .unmoved(_, _, let part):
      part.place(point)
    case .straightened(let outline, let isSquare):
      StraightView(of: outline, isSquare: isSquare)?.original(point) ?? point
    }
  }

  /// The reading with its corners in the unchanged image.
  func original(_ reading: Reading, before change: ImageChange) -> Reading {
    reading.mapped { original($0, before: change) }
  }

  /// The corners in the unchanged image.
  func original(_ corners: Corners, before change: ImageChange) -> Corners {
    corners.mapped { original($0, before: change) }
  }

  /// The shade of paper: light, unless nearly all of the image is dark.
  private var paper: UInt8 { image.shade(atShare: 0.9) }
}

extension GrayImage {
  /// The power with which the middle shade becomes half of white; `nil` if it nearly is.
  fileprivate var power: Double? {
    let middle = min(max(Double(shade(atShare: 0.5)) / 255, 0.004), 0.996)
    let power = log(0.5) / log(middle)
    return (0.6...1.7).contains(power) ? nil : min(max(power, 0.05), 20)
  }
}

extension Corners {
  /// The corners moved apart along the top and the bottom, in pixels at either end.
  fileprivate func widened(by pixels: Double) -> Corners {
    func moved(_ one: Point, from other: Point) -> Point {
      let length = max(one.distance(to: other), 1e-9)
      return Point(
        x: one.x + (one.x - other.x) * pixels / length,
        y: one.y + (one.y - other.y) * pixels / length)
    }
    return Corners(
      topLeft: moved(topLeft, from: topRight), topRight: moved(topRight, from: topLeft),
      bottomRight: moved(bottomRight, from: bottomLeft),
      bottomLeft: moved(bottomLeft, from: bottomRight))
  }
}
