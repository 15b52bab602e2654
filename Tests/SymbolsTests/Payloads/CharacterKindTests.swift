import Foundation
import Symbols
import Testing

/// The characters of each kind's payloads, checked by independent definitions or Foundation's.
@Suite struct CharacterKindTests {
  /// The bytes that each kind may use, as its standard lists them.
  private static let alphabets: [(PayloadKind, Set<UInt8>)] = [
    (.digits, Set("0123456789".utf8)),
    (.alphanumeric, Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)),
    (.qrAlphanumeric, Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)),
    (.code39, Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%".utf8)),
    (.maxicode, Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ \"#$%&'()*+,-./0123456789:".utf8)),
    (.printable, Set(33...126)),
    (.ascii, Set(0...127)),
    (.bytes, Set(0...255)),
    (.latin1, Set(0...255).filter { $0 & 0x60 != 0 && $0 != 0x7f }),
  ]

  @Test(arguments: alphabets)
  func allCharactersAreDrawnEquallyOftenAndNoOthers(kind: PayloadKind, alphabet: Set<UInt8>) {
    var counts: [UInt8: Int] = [:]
    let drawn = PayloadDraws.draw(kind, length: 100, times: 10 * alphabet.count)
    for byte in drawn.joined() { counts[byte, default: 0] += 1 }
    #expect(Set(counts.keys) == alphabet)
    // 1000 are expected, and 32 is a standard deviation at most.
    for count in counts.values { #expect(abs(count - 1000) < 190) }
  }

  @Test func alphabetsHaveTheSizesOfTheirStandards() {
    let sizes = Dictionary(uniqueKeysWithValues: Self.alphabets.map { ($0.0, $0.1.count) })
    #expect(sizes[.qrAlphanumeric] == 45)
    #expect(sizes[.code39] == 43)
    #expect(sizes[.latin1] == 191)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 16, 61, 300])
  func utf8IsValidAssignedAndMixed(length: Int) throws {
    var widths: Set<Int> = []
    for text in try PayloadDraws.texts(.utf8, length: length, times: 600) {
      for scalar in text.unicodeScalars {
        widths.insert(UTF8.width(scalar))
        let category = scalar.properties.generalCategory
        #expect(category != .unassigned && category != .control && category != .privateUse)
      }
      #expect(length == 1 || !text.utf8.allSatisfy { $0 < 128 })
    }
    #expect(widths == Set(length == 1 ? 1...1 : length == 2 ? 2...2 : length == 3 ? 1...3 : 1...4))
  }

  @Test func kanjiAreWhatFoundationReadsAndWritesAsShiftJIS() throws {
    var seen: Set<[UInt8]> = []
    for payload in PayloadDraws.draw(.kanji, length: 40, times: 4000) {
      let text = try #require(String(bytes: payload, encoding: .shiftJIS))
      #expect(text.unicodeScalars.count == 20)
      #expect(text.data(using: .shiftJIS).map(Array.init) == payload)
      for start in stride(from: 0, to: 40, by: 2) {
        let code = Int(payload[start]) << 8 | Int(payload[start + 1])
        #expect((0x8140...0x9ffc).contains(code) || (0xe040...0xebbf).contains(code))
        seen.insert([payload[start], payload[start + 1]])
      }
      #expect(text.unicodeScalars.allSatisfy { $0.properties.generalCategory == .otherLetter })
    }
    // Hiragana, Katakana, and the Kanji of levels 1 and 2; 80 000 draws leave out none of them.
    #expect(seen.count == 83 + 86 + 2965 + 3390)
  }

  @Test func codabarStartsAndStopsWithLettersAndHasNoneBetween() {
    var seen: [Set<UInt8>] = [[], [], []]
    for payload in PayloadDraws.draw(.codabar, length: 12, times: 2000) {
      seen[0].insert(payload[0])
      seen[1].formUnion(payload[1...10])
      seen[2].insert(payload[11])
    }
    #expect(seen == [Set("ABCD".utf8), Set("0123456789-$:/.+".utf8), Set("ABCD".utf8)])
  }

  @Test func runesAreTheNumbersOfOneByte() {
    let drawn = PayloadDraws.draw(.rune, length: 3, times: 5000)
    let numbers = Set(drawn.compactMap { Int(String(decoding: $0, as: UTF8.self)) })
    #expect(numbers == Set(0...255))
  }
}
