import DecoderKit
import Judging
import Symbols
import Values

/// The meaning of a reading, with the doubts about it.
public struct ReadValue: Hashable, Sendable {
  /// The meaning.
  public let value: BarcodeValue
  /// The reasons for which the symbol may mean something else; empty if there are none.
  public let doubts: [ValueDoubt]

  /// Interprets a reading.
  public init(_ reading: Reading) {
    value = BarcodeValue(reading)
    doubts = ValueDoubt.all(of: reading, value)
  }
}

/// A reason for which a symbol may mean something else than what was read.
public enum ValueDoubt: Hashable, Sendable {
  /// A part of the data may be lost or changed.
  case dataLost
  /// The separators between GS1 element strings are lost.
  case separatorsLost
  /// The announcement of a charset is lost, or came back among the data; with its number, if that is known.
  case charsetLost(Int?)
  /// The bytes are invalid in a charset that the symbol announces.
  case charsetInvalid(String)
  /// The symbol announces an interpretation that is no known charset.
  case interpretationUnknown(Int)
  /// This charset was assumed; true if the symbol is known to announce none.
  case charsetAssumed(String, isNoneAnnounced: Bool)
  /// The data are no text as they are, and may be in a charset that nobody tells; true if the symbol is known
  /// to announce none.
  case charsetUntold(isNoneAnnounced: Bool)

  /// The word for it in files.
  public var code: String {
    switch self {
    case .dataLost: "data-lost"
    case .separatorsLost: "separators-lost"
    case .charsetLost: "charset-lost"
    case .charsetInvalid: "charset-invalid"
    case .interpretationUnknown: "eci-unknown"
    case .charsetAssumed: "charset-assumed"
    case .charsetUntold: "charset-untold"
    }
  }

  static func all(of reading: Reading, _ value: BarcodeValue) -> [ValueDoubt] {
    let (facts, announced) = (reading.facts, reading.facts.interpretations ?? [])
    var doubts: [ValueDoubt] = []
    if facts.losses.contains(.data) { doubts.append(.dataLost) }
    if facts.losses.contains(.separators) { doubts.append(.separatorsLost) }
    if facts.losses.contains(.charset) { doubts.append(.charsetLost(announced.first?.number)) }
    let runs = reading.charsetRuns
    if !runs.isEmpty, value.text?.evidence != .declared {
      doubts.append(.charsetInvalid(runs[0].charset))
    }
    doubts += announced.filter { Interpretation.charset(number: $0.number) == nil }
      .map { .interpretationUnknown($0.number) }
    // A card that says its charset itself was not read by the assumption.
    let isUntold = facts.interpretations == nil && reading.symbology?.carriesECI ?? true
    if let text = value.text, text.evidence == .assumed, !value.namesCharset {
      doubts.append(.charsetAssumed(text.charset, isNoneAnnounced: !isUntold))
    }
    if value.type == .binary, announced.isEmpty {
      doubts.append(.charsetUntold(isNoneAnnounced: !isUntold))
    }
    return doubts
  }
}

extension BarcodeValue {
  fileprivate var namesCharset: Bool {
    guard type == .contact || type == .event else { return false }
    return text?.string.uppercased().contains("CHARSET=") ?? false
  }
}
