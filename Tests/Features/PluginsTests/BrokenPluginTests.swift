import Foundation
import PluginHost
import TestSupport
import Testing

@testable import Plugins

/// Plugins that violate one requirement each: the kit names it and says how to fix it.
@Suite(.waits) struct BrokenPluginTests {
  /// A plugin, the check that must fail, and words of its finding and of its advice.
  struct Fault: Sendable, CustomTestStringConvertible {
    var plugin: String
    var check: String
    var seen: String
    var advice: String
    /// True if the kit takes the way of another fault of the table to find it.
    var isAlike = false

    init(_ plugin: String, _ check: String, seen: String, advice: String) {
      self.plugin = plugin
      self.check = check
      self.seen = seen
      self.advice = advice
    }

    /// The same fault, as one that only proofs look for.
    var alike: Fault {
      var fault = self
      fault.isAlike = true
      return fault
    }

    var testDescription: String { "\(plugin): \(check)" }
  }

  static let handshake = [
    Fault("prints-first", "introduction", seen: "Loading models", advice: "standard error"),
    Fault(
      "prints-while-reading", "only-frames", seen: "decoded one image", advice: "descriptor 1"),
    Fault("big-endian", "introduction", seen: "header of", advice: "least significant byte first"),
    Fault("payload", "introduction", seen: "payload of", advice: "so it is 0"),
    Fault("says-version-2", "introduction", seen: "version 2", advice: "1, a number"),
    Fault("bad-name", "introduction", seen: "My Reader", advice: "lower-case letters").alike,
    Fault("no-version", "introduction", seen: "\"libraryVersion\" is missing", advice: "fields"),
    Fault("bad-default", "introduction", seen: "default \"9\"", advice: "from 1 to 8").alike,
    Fault("bad-profile", "introduction", seen: "pases", advice: "options that the plugin declares")
      .alike,
    Fault("misspelt-symbology", "symbology-names", seen: "qr-cdoe", advice: "mean \"qr-code\"?"),
    Fault("any-version", "protocol-version", seen: "version 99", advice: "Compare the hello's"),
    Fault("any-option", "unknown-option", seen: "took no-such-option=5", advice: "misspelt option"),
    Fault("any-option", "unknown-value", seen: "took passes=many", advice: "what would be right")
      .alike,
    Fault("any-option", "unknown-profile", seen: "took profile=", advice: "what would be right"),
    Fault("wordless", "unknown-option", seen: "bad option", advice: "Name the option"),
    Fault("refuses-politely", "unknown-option", seen: "code 0", advice: "code other than 0"),
    Fault(
      "refuses-its-default", "declared-options", seen: "try-harder", advice: "\"configure\" takes"),
  ]

  static let framing = [
    Fault("reads-what-is-there", "one-byte-at-a-time", seen: "byte by byte", advice: "in a loop"),
    Fault(
      "reads-what-is-there", "glued-together", seen: "one piece", advice: "for the next frame"),
    Fault("picky", "unknown-fields", seen: "unknown field", advice: "ignore those"),
    Fault("float-ids", "ids", seen: "9007199254740993", advice: "floating point"),
    Fault("float-nonces", "nonces", seen: "with the nonce", advice: "as it came"),
    Fault("answers-twice", "only-frames", seen: "with id 1", advice: "Echo the request's"),
    Fault("no-limits", "oversized-header", seen: "still runs", advice: "before you allocate"),
    Fault("no-limits", "oversized-payload", seen: "still runs", advice: "before you allocate")
      .alike,
    Fault("refuses-politely", "empty-header", seen: "code 0", advice: "code other than 0").alike,
    Fault("skips-garbage", "no-json", seen: "still runs", advice: "ends the conversation").alike,
    Fault("ends-with-code-3", "end-of-input", seen: "code 3", advice: "exit with code 0"),
    Fault(
      "never-ends", "end-of-input", seen: "still runs",
      advice: "without waiting for your own threads"
    ).alike,
    Fault("aborts-on-half-a-frame", "end-inside-frame", seen: "SIGABRT", advice: "fewer bytes"),
    Fault("ignores-term", "terminate", seen: "after it got TERM", advice: "default action"),
  ]

  static let images = [
    Fault("dies-of-empty", "empty-image", seen: "ZeroDivisionError", advice: "Look at the sides"),
    Fault("dies-of-one-pixel", "tiny-image", seen: "SIGSEGV", advice: "before it gets there"),
    Fault("gives-up-on-large", "large-image", seen: "out of memory", advice: "and go on"),
    Fault("ignores-stride", "row-stride", seen: "padded by", advice: "byte y × rowStride"),
    Fault("moody", "same-twice", seen: "once more", advice: "Start fresh with each image"),
    Fault("remembers", "no-state", seen: "in a white image", advice: "of the last image is kept"),
    Fault("tells-the-time", "times", seen: "wall time", advice: "never jumps"),
  ]

  static let readings = [
    Fault("claims-more", "reads-pdf417", seen: "finds nothing", advice: "is not claimed"),
    Fault("blind", "reads-qr-code", seen: "finds nothing", advice: "pixels may not arrive"),
    Fault("adds-a-newline", "reads-ean-13", seen: "\\x0A", advice: "all of it and no more"),
    Fault("misnames", "reads-code-128", seen: "(QR Code)", advice: "\"code-128\""),
    Fault("sends-hexadecimal", "reads-qr-code", seen: "Base64", advice: "fields and their types"),
    Fault("sees-ghosts", "reads-nothing", seen: "000000000000", advice: "false positive"),
    Fault("fails-for-nothing", "reads-nothing", seen: "no barcode", advice: "\"readings\": []"),
    Fault("deaf-to-hints", "hints", seen: "reads nothing", advice: "ignore them"),
    Fault("corners-from-below", "corners", seen: "elsewhere", advice: "height − y"),
    Fault("corners-counter-clockwise", "corners", seen: "wrong order", advice: "other way"),
    Fault("corners-sorted", "corners", seen: "turned by 90°", advice: "own top left"),
    Fault("corners-scaled", "corners", seen: "outside", advice: "undo what the adapter scaled"),
    Fault("corners-zero", "corners", seen: "one point", advice: "Leave \"corners\" out"),
    Fault(
      "corners-at-finder-centres", "corners", seen: "centres of the finder patterns",
      advice: "add 3.5 modules along both sides"),
    Fault(
      "corners-of-a-box-around", "corners", seen: "modules off", advice: "at most 6.3 modules off"
    ).alike,
    Fault("ends-of-the-data", "corners", seen: "modules off", advice: "the first and the last bar"),
  ]

  @Test(
    arguments: (handshake + framing + images + readings).filter { Proof.isAsked || !$0.isAlike })
  func isFoundOutAndToldHowToMendIt(fault: Fault) async throws {
    try await expect(fault, patience: 30)
  }

  /// These plugins are found by a timeout, so that the host's deadline is short.
  @Test(
    arguments: Proof.all(
      [
        Fault("never-flushes", "introduction", seen: "did not answer hello", advice: "Flush"),
        Fault("hangs-on-thin", "thin-image", seen: "within 2 s", advice: "\"error\" field"),
        Fault("slow-on-noise", "noise", seen: "within 2 s", advice: "Bound the library's search"),
      ], orFirst: 2))
  func silenceIsFoundOutToo(fault: Fault) async throws {
    try await expect(fault, patience: 2)
  }

  private func expect(_ fault: Fault, patience: Int) async throws {
    let report = try await examine(
      Package.plugin(fault.plugin), only: [fault.check], patience: patience,
      // Only one of them does not start at all.
      startPatience: fault.plugin == "never-flushes" ? 3 : 30)
    let objection = try #require(report.objections[fault.check], "\(report.checks)")
    #expect(objection.seen.contains(fault.seen), "\(objection)")
    #expect(objection.advice.contains(fault.advice), "\(objection)")
  }

  /// The common base of these plugins passes; otherwise the table above would prove nothing.
  @Test func thePluginThatTheyAreMadeFromPassesEverything() async throws {
    let report = try await examine(Package.plugin("good"))
    #expect(report.objections.isEmpty)
    #expect(report.skipped == 0)
    #expect(report.passed == ConformanceKit.checks(claimed: [.qrCode, .code128, .ean13]).count)
  }

  @Test func everyBrokenPluginHasItsPlaceInTheTable() throws {
    let folder = Package.root + "/Tests/Features/PluginsTests/Plugins"
    let others: Set = ["good", "c", "unavailable", "says-none", "reader.py", "__pycache__"]
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    let silent: Set = ["never-flushes", "hangs-on-thin", "slow-on-noise"]
    let faults = Self.handshake + Self.framing + Self.images + Self.readings
    #expect(Set(files).subtracting(others) == Set(faults.map(\.plugin)).union(silent))
  }

  @Test func aPluginThatDoesNotIntroduceItselfIsAskedNothingMore() async throws {
    let report = try await examine(Package.plugin("prints-first"))
    #expect(report.identity == nil)
    #expect(Array(report.objections.keys) == ["introduction"])
    #expect(report.passed == 0)
  }

  @Test func aPluginThatSaysItIsUnavailableIsNotJudged() async throws {
    let error = await #expect(throws: PluginError.self) {
      try await examine(Package.plugin("unavailable"))
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("pip install toy") == true)
  }

  @Test func aBeginningThatSaysNoLibraryReadsIsNotBlamedForReadingNothing() async throws {
    let report = try await examine(Package.plugin("says-none"), only: ["readings"])
    #expect(report.objections.isEmpty)
    #expect(report.skipped == 5)
  }

  @Test func aFaultThatIsKnownIsNoFailureAndOneThatIsMendedIsTold() async throws {
    let report = try await examine(
      Package.plugin("any-version"), only: ["protocol-version", "unknown-option"],
      known: ["protocol-version", "unknown-option"])
    #expect((report.failed, report.known, report.passed) == (0, 1, 1))
    #expect(report.mended == ["unknown-option"])
  }

  @Test func anUnknownCheckIsRefusedWithASuggestion() {
    let error = #expect(throws: UnknownCheck.self) {
      _ = try ConformanceKit(
        settings: CheckSettings(worker: WorkerSettings(executable: "/x"), only: ["tinny-image"]))
    }
    #expect(error?.description.contains("Did you mean \"tiny-image\"?") == true)
  }
}
