import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Hints that make each setting a decoder of its own in one run.
@Suite struct HintTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 3))
  }

  private func compare(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(
      ["compare", "--corpus", "./tiny.yaml", "--output", "r", "--full"] + arguments,
      in: scratch.path)
  }

  @Test func eachSettingIsADecoderOfItsOwn() async throws {
    // What a run without the option found is used again: a setting that is the corpus's own is the
    // decoder as it is.
    let plain = try await compare(["--decoder", "zxing"])
    #expect(plain.status == 0, "\(plain.errors)")
    let run = try await compare([
      "--decoder", "zxing", "--decoder", "zbar", "--hints", "none,symbologies,formats:ean-13",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    let labels = ["", "@symbologies", "@formats:ean-13"]
    #expect(
      Set(table.decoders.map(\.label))
        == Set(["zxing", "zbar"].flatMap { name in labels.map { name + $0 } }))
    #expect(table.outcome.reused == 12)
    let effects = try #require(table.hintEffects)
    #expect(
      effects.map(\.restricted.label).sorted() == [
        "zbar@formats:ean-13", "zbar@symbologies", "zxing@formats:ean-13", "zxing@symbologies",
      ])
    for effect in effects {
      // A reader of EAN-13 alone reads no QR Code.
      let isBlind = effect.hints == "formats:ean-13"
      #expect(effect.onlyUnrestricted == (isBlind ? 12 : 0), "\(effect)")
      #expect((effect.timeRatio == nil) == isBlind)
    }
    #expect(run.output.contains("zxing@symbologies takes"))
    let page = try String(contentsOfFile: scratch.path + "/r/scores.md", encoding: .utf8)
    #expect(page.contains("What hints change"))
  }

  @Test func aSettingCanBeAskedForByName() async throws {
    let run = try await compare(["--decoder", "fast=zxing@formats:ean-13"])
    #expect(run.status == 0, "\(run.errors)")
    let decoder = try #require(try ScoreFile(scratch.path + "/r").table.decoders.first)
    #expect(decoder.label == "fast@formats:ean-13" && decoder.hints == "formats:ean-13")
    #expect(decoder.total.read == 0)
    let again = try await HarnessRun.run(
      [
        "reproduce", "tiny/v1/upright/4/0", "--corpus", "./tiny.yaml", "--decoder",
        "fast=zxing@formats:ean-13",
      ], in: scratch.path)
    #expect(again.output.contains("no-read") || again.output.contains("nothing"), "\(again.output)")
  }

  @Test(arguments: [
    (["--hints", "symbology"], "is no hint. Did you mean \"symbologies\"?"),
    (["--hints", "none,formats:qr-cod"], "unknown symbology \"qr-cod\""),
    (["--hints", "none,none"], "given twice"),
    (["--decoder", "zxing@fast"], "\"fast\" is neither a hint"),
  ])
  func whatIsNoHintIsAUsageError(arguments: [String], message: String) async throws {
    let run = try await compare(arguments)
    #expect(run.status == 64, "\(run.status)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }

  @Test func anImageOfOnesOwnHasNoHints() async throws {
    try scratch.file("white.pgm", "P2 2 2 255 255 255 255 255\n")
    let run = try await HarnessRun.run(
      ["scan", "--decoder", "zxing@symbologies", scratch.path + "/white.pgm"], in: scratch.path)
    #expect(run.status == 64 && run.errors.contains("has a hint"), "\(run.status) \(run.errors)")
  }
}
