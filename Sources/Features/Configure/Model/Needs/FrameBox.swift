import DecoderKit

/// A part of a frame, as fractions of its sides from the top left: 0 to 1.
struct FrameBox: Hashable, Sendable, Codable {
  /// The left side.
  var left: Double
  /// The upper side.
  var top: Double
  /// The right side.
  var right: Double
  /// The lower side.
  var bottom: Double

  init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  /// The smallest upright box around outlines in a frame.
  ///
  /// - Precondition: There is an outline, and the frame's sides are above 0.
  init(of outlines: [Corners], width: Int, height: Int) {
    let points = outlines.flatMap(\.points)
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    func fraction(_ value: Double?, _ side: Int) -> Double {
      min(max((value ?? 0) / Double(side), 0), 1)
    }
    self.init(
      left: fraction(xs.min(), width), top: fraction(ys.min(), height),
      right: fraction(xs.max(), width), bottom: fraction(ys.max(), height))
  }

  /// The box around all symbols of all images, each in fractions of its own frame; `nil` without
  /// outlines.
  init?(of images: [SurveyedImage]) {
    var whole: FrameBox?
    for image in images {
      let outlines = image.symbols.compactMap(\.measurement.outline)
      guard !outlines.isEmpty else { continue }
      let box = FrameBox(of: outlines, width: image.width, height: image.height)
      whole = whole.map { $0.union(box) } ?? box
    }
    guard let whole else { return nil }
    self = whole
  }

  func union(_ other: FrameBox) -> FrameBox {
    FrameBox(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The box with a border on all sides, inside the frame, in thousandths.
  func expanded(by border: Double) -> FrameBox {
    func short(_ value: Double) -> Double { (min(max(value, 0), 1) * 1000).rounded() / 1000 }
    return FrameBox(
      left: short(left - border), top: short(top - border), right: short(right + border),
      bottom: short(bottom + border))
  }

  /// The share of the frame, 0 to 1.
  var area: Double { (right - left) * (bottom - top) }
}
