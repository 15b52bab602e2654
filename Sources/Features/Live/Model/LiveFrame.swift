import DecoderKit
import Reporting
import Scanning

/// The answer to one frame, as the page gets it and as it is saved beside the frame's picture.
package struct LiveFrame: Encodable, Sendable {
  /// The version of the layout; fields may be added.
  var schemaVersion = 1
  /// The number that the page gave the frame.
  package let number: Int
  /// The name of a file that it was read from; `nil` for a frame of the page.
  let name: String?
  let width: Int
  let height: Int
  /// The time from the frame's last byte to the answer's first, in milliseconds.
  package internal(set) var serverMilliseconds = 0.0
  /// The decoders' attempts, in their order.
  package let attempts: [Attempt]
  /// The symbols: those that were read, and the last one that was, if it is still seen.
  package let symbols: [Symbol]
  /// The camera's focal length in pixels of this frame; `nil` where it is not known.
  let focalPixels: Double?
  /// The scan area over this frame; `nil` if all of it was scanned.
  var guides: AimGuides?
  /// The reason for which the scan area does not fit this frame, all of which was scanned then.
  var aimProblem: String?
  /// The reason for which a camera that was fitted tells no distances in this frame.
  var distanceProblem: String?
  /// The number of frames of the walk-away so far; `nil` while there is none.
  package internal(set) var walkFrames: Int?

  /// One decoder's attempt at this frame, or at an earlier one if it is late.
  package struct Attempt: Encodable, Sendable {
    package let decoder: String
    package let outcome: ScanAttempt.Outcome
    let milliseconds: Double
    package let detail: String?
    /// True if the outcome is that of an earlier frame: the decoder did not answer to this one.
    package let isLate: Bool
    /// True if it read something in that earlier frame.
    let hasReadLate: Bool

    init(_ part: FrameRound.Part, decoder: String) {
      self.decoder = decoder
      let told = part.answer ?? part.late
      isLate = part.answer == nil
      hasReadLate = part.answer == nil && !(part.late?.readings.isEmpty ?? true)
      let waited = part.waiting.map { $0 / .milliseconds(1) } ?? 0
      outcome = told?.attempt.outcome ?? (waited > 1_000 ? .timeout : .answered)
      milliseconds = told.map { Double($0.attempt.wallNanoseconds) / 1e6 } ?? waited
      detail =
        if let told {
          ScanWording.error(told.attempt)
        } else {
          waited > 1_000 ? "at one frame for \(Int(waited / 1_000)) s" : nil
        }
    }
  }

  /// One symbol.
  package struct Symbol: Encodable, Sendable {
    package let symbology: String
    /// The codes of the symbology, for a sentence.
    let codes: String
    package let value: String
    /// The corners in pixels of the frame: top left, top right, bottom right, bottom left.
    package let outline: [[Double]]?
    /// Pixels per module, with the 95 % interval.
    package let modulePixels: Double?
    let modulePixelsLower: Double?
    let modulePixelsUpper: Double?
    let distanceMillimetres: Double?
    /// True if nobody read it in this frame and the gauge found it by its structure.
    package let isFollowed: Bool
    /// True unless nothing backs the reading but one decoder's word.
    let isBacked: Bool
    /// The fate in the scan area; `nil` without one.
    package let fate: SymbolFate?
    /// The command that makes a run where a decoder's margin lacks one; `nil` if none is known.
    var runCommand: String?
    /// The decoders' parts, in their order.
    package let decoders: [Part]
  }

  /// One decoder's part in a symbol.
  package struct Part: Encodable, Sendable {
    package enum Status: String, Encodable, Sendable {
      case read, missed, unsupported
      case noAnswer = "no-answer"
    }

    package let status: Status
    /// The module size from which on the decoder is certified to read; `nil` where no run says.
    let thresholdPixels: Double?
    /// The module size over that threshold.
    let margin: Double?
    /// True if the symbol has a size and no stored run says from which size the decoder reads it.
    let isUncertified: Bool
    /// The contents that it reads at this place instead, which nothing backs; `nil` without.
    let claim: String?

    init(_ part: Detection.Part, claim: String?) {
      self.claim = claim
      status =
        switch part.status {
        case .read: .read
        case .missed: .missed
        case .unsupported: .unsupported
        case .noAnswer: .noAnswer
        }
      isUncertified =
        status != .unsupported
        && [MissingMargin.noRun, .noDecoder, .notCertified].contains { part.margin == .unknown($0) }
      guard case .known(let known) = part.margin else {
        (thresholdPixels, margin) = (nil, nil)
        return
      }
      (thresholdPixels, margin) = (known.threshold.pixels, known.ratio.value)
    }
  }
}

extension LiveFrame {
  /// True if a symbol of it was read, and more than one decoder's word backs that.
  var isRead: Bool {
    symbols.contains { symbol in
      symbol.isBacked && symbol.decoders.contains { $0.status == .read }
    }
  }
}

extension LiveFrame.Symbol {
  init(_ detection: Detection, isFollowed: Bool = false, fate: SymbolFate? = nil) {
    let size = detection.measurement.moduleSize?.pixels
    symbology = ScanWording.type(detection.symbology)
    codes = ScanWording.codes(detection.symbology)
    value = ScanWording.value(detection.reading)
    outline = detection.measurement.outline.map { $0.points.map { [$0.x, $0.y] } }
    modulePixels = size?.value
    modulePixelsLower = size?.lower
    modulePixelsUpper = size?.upper
    distanceMillimetres = detection.distanceMillimetres?.value
    self.isFollowed = isFollowed
    isBacked = detection.support != nil
    self.fate = fate ?? detection.fate
    decoders = detection.parts.map { part in
      let claim = detection.contradictions.first { $0.decoder == part.decoder }
      return LiveFrame.Part(part, claim: claim.map { ScanWording.value($0.reading) })
    }
  }
}
