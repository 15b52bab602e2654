import Base
import Foundation
import Reporting
import Results

/// The statements of a bundle's first file that nothing else in it confirms, held against what a run can state.
extension Submission {
  /// Checks that the file states nothing that no run does.
  ///
  /// - Parameters:
  ///   - text: The file.
  ///   - now: The time; later runs are refused, but for a day that clocks may differ by.
  /// - Throws: `BundleFault`.
  func checkShape(_ text: [UInt8], now: Date = Date()) throws(BundleFault) {
    let parts = Part.allCases.map(\.rawValue)
    guard files.map(\.name).sorted() == parts.sorted() else {
      throw .impossible(
        place: "files", reason: "are not \(parts.joined(separator: ", ")), each once")
    }
    if let fault = Self.fault(in: text) { throw fault }
    for decoder in decoders {
      guard decoder.files.allSatisfy({ ForeignFolder.isPlain($0.path) }) else {
        throw .impossible(place: "decoders", reason: "has files of \(decoder.label) with a folder")
      }
    }
    guard Self.isTime(provenance.startedAt, before: now.addingTimeInterval(86_400)) else {
      throw .impossible(
        place: "provenance.startedAt",
        reason: "is no time such as 2026-11-24T15:28:33Z between 2020 and tomorrow")
    }
    if let outcome { try checkOutcome(outcome) }
  }

  private func checkOutcome(_ outcome: RunOutcome) throws(BundleFault) {
    let labels = Set(decoders.map(\.label))
    guard outcome.givenUp.allSatisfy(labels.contains) else {
      throw .impossible(place: "outcome.givenUp", reason: "has decoders that took no part")
    }
    var seen: Set<String> = []
    for (index, conduct) in (outcome.conduct ?? []).enumerated() {
      let place = "outcome.conduct[\(index)]"
      guard labels.contains(conduct.label), seen.insert(conduct.label).inserted else {
        throw .impossible(place: place, reason: "is not of a decoder that took part, each once")
      }
      guard conduct.readBlanks <= conduct.blanks,
        conduct.repeats.allSatisfy({ $0.different <= $0.repeated && $0.repeated <= $0.candidates })
      else { throw .impossible(place: place, reason: "counts more answers than questions") }
    }
  }

  /// True for a time as runs note it, from 2020 on.
  private static func isTime(_ text: String, before end: Date) -> Bool {
    guard let time = try? Date.ISO8601FormatStyle().parse(text), time.formatted(.iso8601) == text
    else { return false }
    return time.timeIntervalSince1970 >= 1_577_836_800 && time < end
  }

  private static func fault(in text: [UInt8]) -> BundleFault? {
    do {
      return try firstFault(in: JSONSerialization.jsonObject(with: Data(text)), at: "")
    } catch {
      return .unreadable(file: fileName, reason: "\(error)")
    }
  }

  /// The first text with characters that a terminal obeys, or number below zero.
  private static func firstFault(in value: Any, at place: String) -> BundleFault? {
    switch value {
    case let members as [String: Any]:
      for (name, member) in members.sorted(by: { $0.key < $1.key }) {
        if name.unicodeScalars.contains(where: isControl) {
          return .impossible(place: place, reason: controls)
        }
        let inner = place.isEmpty ? name : "\(place).\(name)"
        if let fault = firstFault(in: member, at: inner) { return fault }
      }
    case let items as [Any]:
      for (index, item) in items.enumerated() {
        if let fault = firstFault(in: item, at: "\(place)[\(index)]") { return fault }
      }
    case let text as String:
      if text.unicodeScalars.contains(where: isControl) {
        return .impossible(place: place, reason: controls)
      }
    // A difference of times of two clocks.
    case let number as NSNumber where !place.hasSuffix("transportNanoseconds"):
      if number.doubleValue < 0 { return .impossible(place: place, reason: "is below 0") }
    default: break
    }
    return nil
  }

  private static let controls = "has control characters, or such that turn the direction of text"

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t" || SafeText.isObeyed(scalar)
  }

  /// A text that others have written, such as a decoder's message, with spaces for control characters.
  static func withoutControls(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
  }
}
