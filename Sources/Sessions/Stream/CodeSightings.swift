import DecoderKit
import Measuring
import Scanning

/// A code as one decoder read it in a stream, from its first frame to its last.
package struct CodeSighting: Sendable {
  /// A frame, and the code's pixels per module in it; `nil` where it cannot be measured.
  package struct Place: Hashable, Sendable {
    /// The frame's number.
    package let frame: Int
    /// Pixels per module.
    package let modulePixels: Double?
  }

  /// The code as it was read first.
  package let reading: Reading
  /// The frames in which it was read.
  package internal(set) var reads: Int
  /// The last frame in which it was read.
  package internal(set) var lastRead: Place
  /// The first decoded frame after the first read in which it was seen by its structure and not read; `nil`
  /// if there was none.
  package internal(set) var firstMiss: Place?
}

/// Follows the codes that one decoder reads in a stream.
///
/// A code is measured three times, however long the stream is, and a few times more where it goes out of sight.
struct CodeSightings {
  /// The most codes that are followed.
  private static let mostCodes = 100
  /// The frames without a trace of a missed code after which it has left.
  private static let patience = 5

  private struct Followed {
    var sighting: CodeSighting
    var last: (reading: Reading, frame: Frame)
    var unseen = 0
  }

  private let gauge = SymbolGauge()
  private var followed: [Followed] = []

  /// Takes the outcome of a frame.
  mutating func take(_ judgement: FrameJudgement, of frame: Frame) {
    guard judgement.failure == nil else { return }
    for reading in judgement.readings {
      if let index = followed.firstIndex(where: { $0.sighting.reading.isSameCode(as: reading) }) {
        guard followed[index].last.frame.index != frame.index else { continue }
        followed[index].sighting.reads += 1
        followed[index].last = (reading, frame)
        followed[index].unseen = 0
      } else if followed.count < Self.mostCodes {
        let place = CodeSighting.Place(frame: frame.index, modulePixels: nil)
        followed.append(
          Followed(
            sighting: CodeSighting(reading: reading, reads: 1, lastRead: place),
            last: (reading, frame)))
      }
    }
    for index in followed.indices where followed[index].last.frame.index != frame.index {
      look(for: index, in: frame)
    }
  }

  /// Looks for a code that was not read, by its structure.
  private mutating func look(for index: Int, in frame: Frame) {
    let code = followed[index]
    guard code.sighting.firstMiss == nil, code.unseen < Self.patience else { return }
    if let size = size(code.last.reading, in: frame) {
      followed[index].sighting.firstMiss = .init(frame: frame.index, modulePixels: size)
    } else {
      followed[index].unseen += 1
    }
  }

  /// The codes in the order in which they were read first, with the size at which each was read last.
  var sightings: [CodeSighting] {
    followed.map { code in
      var sighting = code.sighting
      sighting.lastRead = .init(
        frame: code.last.frame.index, modulePixels: size(code.last.reading, in: code.last.frame))
      return sighting
    }
  }

  /// The pixels per module of a reading in a frame; `nil` where the gauge does not find it.
  private func size(_ reading: Reading, in frame: Frame) -> Double? {
    measure(reading, in: frame)?.moduleSize?.pixels.value
  }

  /// The measurement of a reading in a frame; `nil` where the gauge does not find it.
  func measure(_ reading: Reading, in frame: Frame) -> SymbolMeasurement? {
    let measurement = gauge.measure(reading, in: frame.orientation.upright(frame.image))
    return measurement.source == .measured ? measurement : nil
  }
}

extension Reading {
  fileprivate func isSameCode(as other: Reading) -> Bool {
    symbology == other.symbology && bytes == other.bytes
  }
}
