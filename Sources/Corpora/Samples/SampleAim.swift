import Base
import DecoderKit
import Drawing
import Scanning

/// The aim at one symbol of an image.
package struct SampleAim: Hashable, Sendable {
  /// The index of the target among the image's symbols.
  package let target: Int
  /// The scan area, the point of interest and the selection, in pixels of the image.
  package let region: PlacedRegion
}

extension CorpusSelection {
  /// Aims at one of the symbols of an image.
  ///
  /// - Parameters:
  ///   - outlines: The symbols' corners; at least one.
  ///   - random: The numbers that target and error are drawn from.
  /// - Throws: ``ScanRegionError`` if the region does not fit its view.
  func aim(
    at outlines: [Corners], width: Int, height: Int, _ settings: CameraSettings,
    _ random: SampleRandomness
  ) throws(ScanRegionError) -> SampleAim {
    precondition(!outlines.isEmpty, "an aim needs a target")
    var generator = random.generator(.aim)
    let target = generator.below(outlines.count)
    let error = settings[.aimingError]
    let centre = outlines[target].points.mean
    let point = Point(
      x: centre.x + error * generator.deviate(), y: centre.y + error * generator.deviate())
    return SampleAim(
      target: target,
      region: try region(for: settings).aimed(at: point, in: view, width: width, height: height))
  }
}

extension [Point] {
  /// The mean of some points.
  fileprivate var mean: Point {
    Point(
      x: reduce(0) { $0 + $1.x } / Double(count), y: reduce(0) { $0 + $1.y } / Double(count))
  }
}

extension Xoshiro256 {
  /// A normal deviate, as nearly as twelve uniform numbers add up to one: the same on every machine, as
  /// logarithms are not.
  fileprivate mutating func deviate() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + unit() }
  }
}
