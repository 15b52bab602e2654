import DecoderKit
import Measuring
import Scanning

/// Keeps an eye on the symbol that was read last, in frames in which nobody reads it.
///
/// Its contents are known, so that the gauge finds it by its structure: what a decoder misses has a module
/// size, too.
struct SymbolFollower: Sendable {
  /// Frames in a row without a trace of it after which it is given up, until somebody reads it again.
  private static let patience = 5

  private let gauge = SymbolGauge()
  private(set) var reading: Reading?
  private var lost = 0

  /// Takes the detections of a frame.
  ///
  /// - Returns: The measurement of the followed symbol where it was not read; `nil` if it was, or is not there.
  mutating func follow(_ detections: [Detection], in image: GrayImage) -> SymbolMeasurement? {
    let backed = detections.filter { $0.support != nil && $0.measurement.moduleSize != nil }
    if let seen = backed.first(where: { isFollowed($0) }) ?? backed.first {
      reading = Self.reading(of: seen.reading, at: seen.measurement)
      lost = 0
      return nil
    }
    guard let reading, lost < Self.patience else { return nil }
    let measurement = gauge.measure(reading, in: image)
    guard measurement.source == .measured, measurement.moduleSize != nil else {
      lost += 1
      return nil
    }
    lost = 0
    self.reading = Self.reading(of: reading, at: measurement)
    return measurement
  }

  /// True for the symbol that is followed.
  func isFollowed(_ detection: Detection) -> Bool {
    reading.map { $0.bytes == detection.bytes && $0.symbology == detection.symbology } ?? false
  }

  private static func reading(of reading: Reading, at measurement: SymbolMeasurement) -> Reading {
    var reading = reading
    reading.corners = measurement.outline
    return reading
  }
}
