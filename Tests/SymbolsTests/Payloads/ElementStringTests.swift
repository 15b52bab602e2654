import Foundation
import Symbols
import Testing

/// GS1 element strings, checked by a parser with formats and associations from GS1's own table.
@Suite struct ElementStringTests {
  /// Entries of an identifier, its format, the identifiers it requires (one of each group), and `s`
  /// if a separator must follow. Formats: N digits, X characters of set 82, D a date, C digits with
  /// a check digit last.
  ///
  /// GS1 Barcode Syntax Dictionary (github.com/gs1/gs1-syntax-dictionary), 2025.
  private static let table = """
    00 C18 - p|01 C14 - p|02 C14 37 p|10 X1-20 01,02 s|11 D6 01,02 p|13 D6 01,02 p|15 D6 01,02 p
    17 D6 01,02 p|20 N2 01,02 p|21 X1-20 01 s|240 X1-30 01,02 s|254 X1-20 414 s|30 N1-8 01,02 s
    310 N6 01,02 p|330 N6 00,01 p|37 N1-8 00&02 s|400 X1-30 - s|403 X1-30 00 s|410 C13 - p
    414 C13 - p|420 X1-20 - s|8005 N6 01,02 s|90 X1-30 - s|91 X1-90 - s|98 X1-90 - s
    """
  private static let set82 = Set(
    "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  private struct Entry {
    let format: Character
    let sizes: ClosedRange<Int>
    let needs: String
    let isSeparated: Bool
  }

  private static let entries: [String: Entry] = {
    var entries: [String: Entry] = [:]
    for row in table.split(whereSeparator: { $0 == "|" || $0 == "\n" }) {
      let words = row.split(separator: " ").map(String.init)
      let sizes = words[1].dropFirst().split(separator: "-").compactMap { Int($0) }
      entries[words[0]] = Entry(
        format: words[1].first ?? " ", sizes: sizes[0]...sizes[sizes.count - 1], needs: words[2],
        isSeparated: words[3] == "s")
    }
    return entries
  }()

  /// The pairs in `[AI]data[AI]data`. Set 82 has no bracket, so that the text is unambiguous.
  private static func elements(_ payload: [UInt8]) throws -> [(identifier: String, data: String)] {
    let text = try #require(String(validating: payload, as: UTF8.self))
    try #require(text.hasPrefix("["))
    return try text.dropFirst().split(separator: "[").map { part in
      let halves = part.split(separator: "]", omittingEmptySubsequences: false).map(String.init)
      try #require(halves.count == 2)
      return (halves[0], halves[1])
    }
  }

  private static func entry(_ identifier: String) -> Entry? {
    // The last digit of 310n and 330n counts decimals, 0 to 5.
    if identifier.utf8.count == 4, let last = identifier.utf8.last, last <= UInt8(ascii: "5"),
      let entry = entries[String(identifier.dropLast())], entry.isSeparated == false
    {
      return entry
    }
    return entries[identifier]
  }

  @Test(arguments: 3...260)
  func elementStringsAreValidAndOfTheLengthAskedFor(length: Int) throws {
    guard PayloadKind.gs1.form(for: PayloadCarrier(.gs1_128)).rule.allows(length) else {
      #expect(length > 200)
      return
    }
    for payload in PayloadDraws.draw(.gs1, length: length, times: 40, in: .gs1_128) {
      let elements = try Self.elements(payload)
      var returned = 0
      for (index, element) in elements.enumerated() {
        let entry = try #require(Self.entry(element.identifier), "[\(element.identifier)]")
        #expect(Self.isValid(element.data, entry), "[\(element.identifier)]\(element.data)")
        #expect(Self.isAssociated(entry.needs, elements.map(\.identifier)))
        returned += element.identifier.utf8.count + element.data.utf8.count
        if entry.isSeparated, index + 1 < elements.count { returned += 1 }
      }
      #expect(returned == length)
      #expect(Set(elements.map { $0.identifier.prefix(3) }).count == elements.count)
      // Elements without separators come first, so that no separator is wasted.
      let isSeparated = elements.map { Self.entry($0.identifier)?.isSeparated ?? false }
      #expect(isSeparated == isSeparated.sorted { !$0 && $1 })
    }
  }

  @Test func allIdentifiersOfTheTableAreDrawn() throws {
    var seen: Set<String> = []
    for length in 3...120 {
      for payload in PayloadDraws.draw(.gs1, length: length, times: 40, in: .gs1_128) {
        seen.formUnion(try Self.elements(payload).map(\.identifier))
      }
    }
    let measures = Set((0...5).map { "310\($0)" } + ["3302"])
    #expect(seen == Set(Self.entries.keys).subtracting(["310", "330"]).union(measures))
  }

  private static func isAssociated(_ needs: String, _ present: [String]) -> Bool {
    needs == "-"
      || needs.split(separator: ",").contains { group in
        group.split(separator: "&").allSatisfy { present.contains(String($0)) }
      }
  }

  private static func isValid(_ data: String, _ entry: Entry) -> Bool {
    guard entry.sizes.contains(data.utf8.count) else { return false }
    let digits = data.compactMap(\.wholeNumberValue)
    switch entry.format {
    case "X": return data.utf8.allSatisfy(set82.contains)
    case "N": return digits.count == data.count
    case "C":
      let sum = digits.reversed().enumerated().reduce(0) {
        $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3)
      }
      return digits.count == data.count && sum % 10 == 0
    default:
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.isLenient = false
      formatter.dateFormat = "yyyyMMdd"
      return formatter.date(from: "20" + data) != nil
    }
  }
}
