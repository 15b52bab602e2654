import Foundation
import TestSupport
import Testing

@testable import Values

/// Hostile payloads: no input may end the process, and every one has a meaning.
@Suite struct FuzzTests {
  /// The number of inputs: 20 000, or 100 for each of `HARNESS_VALUES_SCALE`.
  private static let count =
    ProcessInfo.processInfo.environment["HARNESS_VALUES_SCALE"].flatMap(Int.init).map { $0 * 100 }
    ?? 20_000

  /// Pieces that parsers look for.
  private static let pieces: [[UInt8]] =
    [
      "BEGIN:VCARD\r\n", "VERSION:2.1\r\n", "END:VCARD", "BEGIN:VEVENT\n", "DTSTART:",
      "DTEND;TZID=:",
      "DURATION:P", "999999999W", "GEO:", "N:", "TEL;TYPE=\"", "ADR;;;;;;",
      "ENCODING=QUOTED-PRINTABLE",
      ";CHARSET=", "SHIFT_JIS", "UTF-7", "ISO-2022-JP", "=\r\n", "=E3=8", "\r\n ", "\n\t", "\\",
      "\\;",
      "\\n", ";;", "WIFI:", "S:", "T:WPA;", "MECARD:", "BIZCARD:", "MEBKM:", "TITLE:", "URL:",
      "URLTO:",
      "MATMSG:", "TO:", "SMTP:", "mailto:", "?subject=", "&body=", "%", "%E3%8", "tel:", ";ext=",
      "sms:",
      "smsto:", "geo:", "90,180,", ";u=", "1e999", "-", "http://", "[::1", "]:80/", "@", "/01/",
      "/21/",
      "?17=", "(01)", "(10)", "(8008)", "(3105)", "\u{1D}", "]C1", "]d2", "01", "8110", "8112",
      "4309",
      "9999999999999999999999", "00000000000000", "12345670", "978", "977", "+05", "ISBN",
      "urn:issn:", "X",
      "@\n\u{1E}\rANSI ", "636000", "0102", "DL00410278", "ZV99999999", "DAU511", "\u{FEFF}",
      "\u{0}", "ー表",
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFE], [0xFE, 0xFF], [0x95, 0x5C], [0x80], [0xED, 0xA0, 0x80], [0xFC],
    ]

  private static let charsets: [String?] = [
    nil, nil, nil, "UTF-8", "Shift_JIS", "ISO-8859-1", "UTF-16", "UTF-16LE", "GB18030",
    "ISO-2022-JP",
    "EUC-KR", "no such", "//IGNORE", "",
  ]

  private static func changed(_ bytes: [UInt8], _ draw: inout Draw) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<draw.int(1...4) {
      let place = draw.int(0...bytes.count)
      let end = min(bytes.count, place + draw.int(0...8))
      switch draw.int(1...5) {
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(UInt8(draw.int(0...255)), at: place)
      case 3: bytes.insert(contentsOf: draw.pick(pieces), at: place)
      case 4: if place < bytes.count { bytes[place] = UInt8(draw.int(0...255)) }
      default: bytes = Array(bytes[..<place])
      }
    }
    return bytes
  }

  private static func noise(_ draw: inout Draw) -> [UInt8] {
    (0..<draw.int(0...12)).flatMap { _ in
      draw.chance(80) ? draw.pick(pieces) : [UInt8(draw.int(0...255))]
    }
  }

  private static func check(_ bytes: [UInt8], _ draw: inout Draw) {
    let value = BarcodeValue(
      bytes, carrier: draw.pick(Carrier.allCases), charset: draw.pick(charsets),
      year: draw.pick([2026, 0, 1, 9999, .max, .min]))
    #expect(value.bytes == bytes)
    #expect(value.isSameMeaning(as: value), "\(bytes)")
    // What the fields and the text for people say is made from the content alone.
    if value.type != .text {
      #expect(!value.fields.isEmpty || value.displayValue.isEmpty, "\(bytes)")
    }
  }

  @Test(arguments: 0..<4)
  func noInputEndsTheProcess(_ part: Int) {
    for number in 0..<Self.count / 4 {
      var draw = Draw(
        seed: SeededGenerator.testSeed &+ 0xF0_0000_0000 &+ UInt64(part) << 32 &+ UInt64(number))
      let isNoise = number.isMultiple(of: 3)
      let kind = draw.pick(PayloadKind.allCases)
      let bytes =
        isNoise ? Self.noise(&draw) : Self.changed(kind.draw(draw.int(0...1_000_000)).bytes, &draw)
      Self.check(bytes, &draw)
    }
  }

  /// Payloads that would take for ever if time grew with the square of their length.
  @Test(arguments: [
    ";", "\\", "=\r\n", "%", "\r\n ", ":", ",", "/01", "(01)", "(", "0", "\u{1D}", "A", "&a=", "@",
    ".",
  ])
  func longPayloadsAreRead(_ piece: String) {
    let long = String(repeating: piece, count: 200_000 / piece.utf8.count)
    let heads = [
      "", "WIFI:S:", "MECARD:N:", "BEGIN:VCARD\nN;QUOTED-PRINTABLE:", "BEGIN:VEVENT\nDTSTART:",
      "mailto:a?", "sms:1;", "geo:1,", "http://a/", "(10)",
      "@\n\u{1E}\rANSI 6360000102DL00310010DL",
      "]C110", "urlto:", "tel:",
    ]
    for head in heads {
      let value = BarcodeValue(Array((head + long).utf8))
      #expect(value.bytes.count == head.utf8.count + long.utf8.count)
    }
  }
}
