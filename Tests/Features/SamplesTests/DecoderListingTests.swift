import DecoderKit
import Reporting
import Testing

@testable import Samples

/// The text about one decoder that `harness list decoders NAME` prints.
@Suite struct DecoderListingTests {
  private static let identity = DecoderIdentity(
    name: "wide", summary: "Wide: reads everything, with many options (Apache-2.0).",
    library: "Wide", version: "1.2.3",
    symbologies: Set(Symbology.allCases.prefix(20)),
    options: (0..<13).map { number in
      .choice(
        "option-\(number)", default: "first", of: ["first"] + (0..<40).map { "\($0)x\($0)" },
        "What is done with the second of two symbols in an image.")
    },
    profiles: [DecoderProfile(name: "tuned", summary: "One symbol an image.", settings: [:])])

  private func lines(_ detail: DecoderListing.Detail, width: Int = 80) -> [String] {
    DecoderListing([], sandbox: .automatic, style: TerminalStyle(width: width))
      .lines(about: Self.identity, detail)
  }

  @Test(arguments: [60, 80]) func ofSeveralDecodersOptionsAreNamedAlone(width: Int) {
    let names = lines(.names, width: width)
    #expect(names.count < 20 && names.allSatisfy { $0.count <= width }, "\(names)")
    let text = names.joined(separator: " ")
    #expect(text.contains("  profiles  tuned") && text.contains("option-12=first"), "\(text)")
    #expect(!text.contains("What is done"), "\(text)")
  }

  @Test func aDecoderWithManyOptionsFitsAScreen() {
    let short = lines(.meanings)
    #expect(short.count < 40 && short.allSatisfy { $0.count <= 80 }, "\(short)")
    let text = short.joined(separator: "\n")
    for words in [
      "wide  Wide 1.2.3", "(Apache-2.0)", "  reads     ", "tuned: One", "option-12=first",
    ] {
      #expect(text.contains(words), "\(words): \(text)")
    }
    #expect(!text.contains("39x39"))
    let full = lines(.full)
    #expect(full.count > 60 && full.contains { $0.contains("39x39") })
  }
}
