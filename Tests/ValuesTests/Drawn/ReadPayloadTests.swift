import DecoderKit
import Foundation
import Judging
import Scanning
import TestSupport
import Testing

@testable import Values

/// Payloads that are drawn as symbols and read by decoders: what they mean comes through, or what is lost
/// has a name.
///
/// `HARNESS_VALUES_SCALE` sets the number of payloads of each kind; then the table of outcomes is printed.
@Suite(.serialized) struct ReadPayloadTests {
  private static let scale =
    ProcessInfo.processInfo.environment["HARNESS_VALUES_SCALE"].flatMap(Int.init)
  private static let seed = SeededGenerator.testSeed

  /// The outcomes of one kind of payload with one decoder.
  private struct Tally {
    var right = 0
    var named = 0
    var silent = 0
    var unread = 0
  }

  @Test func whatPayloadsMeanComesThroughOrItsLossIsNamed() async throws {
    let count = Self.scale ?? 3
    let specimens =
      SpecimenPayload.texts(count, seed: Self.seed)
      + PayloadKind.allCases.flatMap { SpecimenPayload.payloads($0, count, offset: 100_000) }
    var tallies: [PayloadReader: [String: Tally]] = [:]
    var drawn = 0
    // Images of all payloads at once would take a lot of memory at a large scale.
    for start in stride(from: 0, to: specimens.count, by: 400) {
      let part = try specimens.dropFirst(start).prefix(400).compactMap { specimen in
        try DrawnSymbol(specimen.kind, specimen.bytes, interpretation: specimen.interpretation)
          .map { (specimen, $0.image) }
      }
      drawn += part.count
      for reader in PayloadReader.allCases where reader.isInstalled {
        let own = part.filter { reader.reads($0.0.kind) }
        for ((specimen, _), found) in zip(own, try await reader.read(own.map(\.1))) {
          Self.judge(
            specimen, found, reader,
            &tallies[reader, default: [:]][specimen.group, default: Tally()])
        }
      }
    }
    #expect(drawn * 10 > specimens.count * 7, "\(drawn) of \(specimens.count) drawn")
    for (reader, own) in tallies {
      Self.report(own, reader)
      let all = own.values.reduce(0) { $0 + $1.right + $1.named + $1.silent + $1.unread }
      let right = own.values.reduce(0) { $0 + $1.right }
      #expect(right * 2 > all, "\(reader): \(right) of \(all)")
    }
  }

  private static func judge(
    _ specimen: SpecimenPayload, _ found: [Reading], _ reader: PayloadReader, _ tally: inout Tally
  ) {
    // Decoders see other symbols in a drawn one now and then: that is another matter.
    let names = specimen.kind.names
    guard let reading = found.first(where: { $0.symbology.map(names.contains) ?? true }) else {
      tally.unread += 1
      return
    }
    let read = ReadValue(reading)
    if Self.isSame(read.value, specimen) {
      tally.right += 1
    } else if !read.doubts.isEmpty {
      tally.named += 1
    } else {
      tally.silent += 1
      Issue.record(
        """
        \(reader) reads \(specimen.group) in \(specimen.kind) \
        (ECI \(specimen.interpretation.map(String.init) ?? "none")) as \(read.value.content), \
        not \(specimen.content): \(reading)
        """)
    }
  }

  private static func isSame(_ value: BarcodeValue, _ specimen: SpecimenPayload) -> Bool {
    if value.content == specimen.content { return true }
    switch (value.content, specimen.content) {
    // UPC symbols may be called EAN-13, and the reader has no present year of its own.
    case (.product(let own), .product(let meant)): return own.gtin14 == meant.gtin14
    case (.gs1(let own), .gs1(let meant)):
      return own.rest == meant.rest
        && own.elements.map { [$0.identifier, $0.data] }
          == meant.elements.map { [$0.identifier, $0.data] }
    default: return false
    }
  }

  private static func report(_ tallies: [String: Tally], _ reader: PayloadReader) {
    guard scale != nil else { return }
    print("| \(reader.rawValue) | right | loss named | wrong without a word | not read |")
    for (group, tally) in tallies.sorted(by: { $0.key < $1.key }) {
      print("| \(group) | \(tally.right) | \(tally.named) | \(tally.silent) | \(tally.unread) |")
    }
  }

  /// Data Matrix by libdmtx, whose separators are dropped unless it is asked for them.
  @Test func separatorsThatLibdmtxDropsAreNamedOnlyWhereThereWereAny() async throws {
    let few = try #require(
      try DrawnSymbol(.gs1DataMatrix, Array("[01]09521234543213[17]271231".utf8)))
    let many = try #require(try DrawnSymbol(.gs1DataMatrix, Array("[10]ABC[21]abcDEF[37]5".utf8)))
    let readings = try await PayloadReader.dmtx.read([few.image, many.image])
    #expect(readings.map { $0.first?.facts.losses } == [[], [.separators]])
  }

  /// The announcement is a byte of the data there; 8859-7 is ECI 9.
  @Test func readingsOfASymbolWithAnECIAreOneSymbolWhateverLibrariesMakeOfThem() async throws {
    let greek: [UInt8] = [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]
    for kind in [DrawnSymbol.Kind.qrCode, .dataMatrix, .aztec, .pdf417] {
      let image = try #require(try DrawnSymbol(kind, greek, interpretation: 9)).image
      var readings: [Reading] = []
      for reader in PayloadReader.allCases where reader.isInstalled && reader.reads(kind) {
        readings += try await reader.read([image])[0]
      }
      let first = try #require(readings.first)
      #expect(readings.allSatisfy { TruthMatching.isSameContents(first, $0) }, "\(readings)")
      for reading in readings {
        #expect(ReadValue(reading).value.content == .text("Ελλάδα"), "\(reading)")
      }
    }
  }

  @Test func symbolsWithFNC1InFrontAreGS1WhateverTheirNameIs() async throws {
    let elements = "[01]09521234543213[10]ABC[17]271231"
    for kind in DrawnSymbol.Kind.allCases where kind.isGS1 {
      let image = try #require(try DrawnSymbol(kind, Array(elements.utf8))).image
      for reader in PayloadReader.allCases where reader.isInstalled && reader.reads(kind) {
        for reading in try await reader.read([image])[0] {
          #expect(ReadValue(reading).value.type == .gs1, "\(kind) by \(reader): \(reading)")
        }
      }
    }
  }
}
