import Base
import DecoderKit
import Foundation
import Testing

@testable import CodeGeneration

/// A configuration as a value: its JSON form, its problems, and the readings that it accepts.
@Suite struct ConfigurationTests {
  private static let full = ScannerConfiguration(
    decoder: "any", options: ["depth": "3"], symbologies: [.qrCode, .ean13],
    lengths: [.ean13: 13...13, .code128: 2...20], addOns: .required,
    scanArea: .init(left: 0.1, top: 0.2, width: 0.3, height: 0.4),
    selection: .init(x: 0.5, y: 0.25, .circle(radius: 0.1)),
    rejections: [.exact(text: "a\"b"), .prefix([0xff, 0]), .pattern("\\d+")],
    stopRule: .init(uniqueCodes: 3, seconds: 1.5), severalPerImage: false,
    captureResolution: .init(width: 1920, height: 1080), viewFinder: .laser(width: 0.8),
    parsesValues: true)

  @Test func jsonKeepsEverythingWithTheVersionFirst() throws {
    let text = try VersionedJSON.text(Self.full, version: ScannerConfiguration.schemaVersion)
    #expect(text.hasPrefix("{\n  \"schemaVersion\" : 1,\n"))
    let again = try JSONDecoder().decode(ScannerConfiguration.self, from: Data(text.utf8))
    #expect(again == Self.full)
    #expect(try VersionedJSON.text(again, version: 1) == text)
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let text = #"{"schemaVersion": 1, "decoder": "x"}"#
    let read = try JSONDecoder().decode(ScannerConfiguration.self, from: Data(text.utf8))
    #expect(read == ScannerConfiguration(decoder: "x"))
  }

  @Test(arguments: [
    #"{"schemaVersion": 2, "decoder": "x"}"#, #"{"decoder": "x"}"#, #"{"schemaVersion": 1}"#,
    #"{"schemaVersion": 1, "decoder": "x", "lengths": {"ean31": [1, 2]}}"#,
    #"{"schemaVersion": 1, "decoder": "x", "lengths": {"ean-13": [2, 1]}}"#,
    #"{"schemaVersion": 1, "decoder": "x", "rejections": [{"exactHex": "0g"}]}"#,
    #"{"schemaVersion": 1, "decoder": "x", "rejections": [{"exact": "a", "prefix": "b"}]}"#,
  ])
  func otherVersionsAndNonsenseAreRefused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ScannerConfiguration.self, from: Data(text.utf8))
    }
  }

  @Test func everyProblemHasItsCode() {
    #expect(Self.full.problems().isEmpty)
    var wrong = Self.full
    wrong.decoder = ""
    wrong.lengths = [.qrCode: -1...5]
    wrong.scanArea = .init(left: 0.5, top: 0, width: 0.6, height: 1)
    wrong.selection = .init(x: 1.1, .circle(radius: 0))
    wrong.rejections = [.prefix([]), .pattern("(")]
    wrong.stopRule = .init(uniqueCodes: 0)
    wrong.captureResolution = .init(width: 0, height: 1)
    wrong.viewFinder = .frame(width: 0, height: .nan)
    #expect(
      wrong.problems() == [
        .noDecoder, .badLength(.qrCode), .badScanArea, .badSelection, .emptyRejection(0),
        .badPattern(1, .empty(at: 1)), .badStopRule, .badCaptureResolution, .badViewFinder,
      ])
  }

  @Test func problemsWithADecoderAreFoundBeforeItRuns() {
    let identity = DecoderIdentity(
      name: "other", summary: "", library: "", version: "", symbologies: [.ean13],
      options: [.integer("depth", default: 1, in: 0...2, "")])
    #expect(
      Self.full.problems(for: identity) == [
        .otherDecoder(named: "any", identity: "other"),
        .badOption(
          .badValue(
            "3", option: "depth", decoder: "other", accepted: "a whole number from 0 to 2")),
        .symbologyNotRead(.qrCode),
      ])
  }

  @Test(arguments: [
    (Symbology.ean13, 13, true), (.ean13, 12, false), (.gs1_128, 20, true), (.gs1_128, 21, false),
    (.qrCode, 900, true),
  ])
  func lengthsHoldForTheCarrierToo(symbology: Symbology, count: Int, isAccepted: Bool) {
    let reading = Reading(symbology: symbology, bytes: Array(repeating: 0x61, count: count))
    #expect(Self.full.accepts(reading) == isAccepted)
  }

  @Test(arguments: [("a\"b", false), ("a\"bc", true), ("12", false), ("12x", true)])
  func rejectionsAreExact(text: String, isAccepted: Bool) {
    #expect(Self.full.accepts(Reading(symbology: nil, bytes: Array(text.utf8))) == isAccepted)
    #expect(!Self.full.accepts(Reading(symbology: nil, bytes: [0xff, 0] + Array(text.utf8))))
  }
}
