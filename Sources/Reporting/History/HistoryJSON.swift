import Evaluation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A history as one line of JSON, for other programs.
public enum HistoryJSON {
  /// The history on one line, keys sorted.
  public static func line(_ history: RunHistory) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(history), as: UTF8.self)
  }
}
