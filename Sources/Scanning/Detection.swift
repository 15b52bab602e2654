import DecoderKit
import Measuring
import Results
import Values

/// One symbol in one image, as all decoders together saw it.
public struct Detection: Hashable, Sendable {
  /// The number in its image, from 1: from the top down, then from the left; those without a place
  /// come last.
  public let number: Int
  /// The symbology of the symbol that was measured, else as the first decoder names it; `nil` if none does.
  public let symbology: Symbology?
  /// The decoded bytes, as the first decoder returned them that names the symbology and says most of
  /// them.
  public let bytes: [UInt8]
  /// The text that this decoder made of them; `nil` if it made none.
  public let text: String?
  /// The facts that this decoder tells about the bytes.
  public let facts: ReadingFacts
  /// The place, the module size and the condition.
  public let measurement: SymbolMeasurement
  /// Each decoder's part, in the order of the scan's decoders.
  public let parts: [Part]
  /// The distance from the camera, along its axis, in millimetres; `nil` where camera or code size
  /// are not given, or the symbol has no place.
  public let distanceMillimetres: MeasuredValue?
  /// The numbers of detections at the same place with other contents: decoders disagree there.
  public let conflicts: [Int]
  /// The thing that backs the value besides the word of one decoder; `nil` if nothing does.
  public let support: ReadingSupport?
  /// Readings of the same place with other contents, which nothing backs.
  public let contradictions: [Contradiction]
  /// The fate in the scan region; `nil` without one.
  public let fate: SymbolFate?

  /// One decoder's part in a detection.
  public struct Part: Hashable, Sendable {
    /// The decoder's name in tables.
    public let decoder: String
    /// Its outcome.
    public let status: Status
    /// The module size beside the decoder's threshold.
    public let margin: Margin

    package init(decoder: String, status: Status, margin: Margin) {
      self.decoder = decoder
      self.status = status
      self.margin = margin
    }
  }

  /// The outcome of one decoder for one symbol.
  public enum Status: Hashable, Sendable {
    /// It read the symbol; its reading may spell the contents in a way of its own.
    case read(Reading)
    /// It answered, and not with this symbol.
    case missed
    /// It does not read the symbology.
    case unsupported
    /// It gave no answer for this image.
    case noAnswer
  }

  /// A reading that contradicts the detection.
  public struct Contradiction: Hashable, Sendable {
    /// The decoder's name in tables.
    public let decoder: String
    /// Its reading.
    public let reading: Reading

    package init(decoder: String, reading: Reading) {
      self.decoder = decoder
      self.reading = reading
    }
  }

  package init(
    number: Int, symbology: Symbology?, bytes: [UInt8], text: String?,
    facts: ReadingFacts = .unknown, measurement: SymbolMeasurement, parts: [Part],
    distanceMillimetres: MeasuredValue? = nil,
    conflicts: [Int] = [], support: ReadingSupport? = nil,
    contradictions: [Contradiction] = [], fate: SymbolFate? = nil
  ) {
    self.support = support
    self.contradictions = contradictions
    self.fate = fate
    self.number = number
    self.symbology = symbology
    self.bytes = bytes
    self.text = text
    self.facts = facts
    self.measurement = measurement
    self.parts = parts
    self.distanceMillimetres = distanceMillimetres
    self.conflicts = conflicts
  }

  /// True unless a scan region leaves it out.
  public var isKept: Bool { (fate ?? .kept) == .kept }

  /// The band of its module size; `nil` if that is not known.
  public var band: ModuleSizeBand? {
    measurement.moduleSize.map { ModuleSizeBand(pixels: $0.pixels.value) }
  }

  /// The reading without a place.
  public var reading: Reading {
    Reading(symbology: symbology, bytes: bytes, text: text, facts: facts)
  }

  /// The meaning of its bytes with what makes it doubtful.
  public var value: ReadValue { ReadValue(reading) }

  /// The meaning of its bytes: type, fields and a text to show.
  public var meaning: BarcodeValue { value.value }

  /// The names of the decoders that read it.
  public var readers: [String] {
    parts.filter { if case .read = $0.status { true } else { false } }.map(\.decoder)
  }
}

/// One image of a scan with everything that was found in it.
public struct ScannedImage: Hashable, Sendable {
  /// The image's path as it was named or found; `-` for standard input.
  public let path: String
  /// The number of the image in its scan, from 0.
  public let index: Int
  /// The way in which its scan ended.
  public let outcome: Outcome

  /// The ways in which the scan of an image can end.
  public enum Outcome: Hashable, Sendable {
    /// The image was given to every decoder.
    case scanned(Contents)
    /// It could not be read as an image, for this reason.
    case unreadable(String)
  }

  /// The contents of an image that was scanned.
  public struct Contents: Hashable, Sendable {
    /// Columns, in pixels.
    public let width: Int
    /// Rows, in pixels.
    public let height: Int
    /// Each decoder's attempt, in the order of the scan's decoders.
    public let attempts: [ScanAttempt]
    /// The symbols, by number.
    public let detections: [Detection]
    /// Places that look like a symbol and were read by nobody, the largest first; `nil` if they were not
    /// looked for.
    public let potential: [PotentialSymbol]?
    /// The scan region over the image; `nil` if all of it was scanned.
    public let window: ScanWindow?

    package init(
      width: Int, height: Int, attempts: [ScanAttempt], detections: [Detection],
      potential: [PotentialSymbol]? = nil, window: ScanWindow? = nil
    ) {
      self.potential = potential
      self.window = window
      self.width = width
      self.height = height
      self.attempts = attempts
      self.detections = detections
    }
  }

  package init(path: String, index: Int, outcome: Outcome) {
    self.path = path
    self.index = index
    self.outcome = outcome
  }

  /// The contents; `nil` if it could not be read.
  public var contents: Contents? {
    if case .scanned(let contents) = outcome { contents } else { nil }
  }
}

/// One decoder's attempt at one image.
public struct ScanAttempt: Hashable, Sendable {
  /// The decoder's name in tables.
  public let decoder: String
  /// The way it ended.
  public let outcome: Outcome
  /// The number of readings.
  public let readings: Int
  /// The error in words; `nil` where there is none.
  public let detail: String?
  /// The end of what the decoder printed before it died; `nil` where there is none.
  public let printed: String?
  /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
  public let wallNanoseconds: Int

  /// The ways in which an attempt can end.
  public enum Outcome: String, CaseIterable, Hashable, Sendable, Codable {
    /// The decoder answered, if only that it found nothing.
    case answered
    /// Its worker died.
    case crash
    /// No answer came in time.
    case timeout
    /// The adapter reported a failure, or broke the protocol.
    case failed
    /// It had died too often in a row and was not given the image.
    case givenUp = "given-up"
  }

  package init(
    decoder: String, outcome: Outcome, readings: Int = 0, detail: String? = nil,
    printed: String? = nil, wallNanoseconds: Int = 0
  ) {
    self.decoder = decoder
    self.outcome = outcome
    self.readings = readings
    self.detail = detail
    self.printed = printed
    self.wallNanoseconds = wallNanoseconds
  }
}
