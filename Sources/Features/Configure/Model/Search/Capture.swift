/// The part of a frame that a decoder gets, and its pixels.
struct Capture: Hashable, Comparable, Sendable {
  /// True if the frame is cut down to the scan area.
  let isCut: Bool
  /// The number of pixels along a side, as a share of the frame's own; above 0, at most 1.
  let scale: Double

  /// The frame as it is.
  static let whole = Capture(isCut: false, scale: 1)
  /// The scales that are tried, the largest first.
  static let scales = [1, 0.75, 0.5]

  /// All captures that are tried, the whole frame first.
  ///
  /// - Parameter hasArea: True if there is a scan area.
  static func all(hasArea: Bool) -> [Capture] {
    (hasArea ? [false, true] : [false]).flatMap { isCut in
      scales.map { Capture(isCut: isCut, scale: $0) }
    }
  }

  static func < (a: Capture, b: Capture) -> Bool {
    a.isCut == b.isCut ? a.scale > b.scale : b.isCut
  }
}
