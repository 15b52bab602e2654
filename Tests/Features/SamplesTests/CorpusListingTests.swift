import Corpora
import Reporting
import TestSupport
import Testing

@testable import Samples

@Suite struct CorpusListingTests {
  private static let shipped = CorpusCatalog(folders: [HarnessRun.root + "/Corpora"])

  /// The lines of the short list.
  private func lines(_ catalog: CorpusCatalog, width: Int) throws -> [String] {
    var shown: [String] = []
    try CorpusListing(catalog, style: TerminalStyle(width: width)).showBriefly { shown.append($0) }
    return shown.joined(separator: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  @Test(arguments: [60, 100, 140])
  func theShippedCorporaFitOneScreen(width: Int) throws {
    let lines = try lines(Self.shipped, width: width)
    #expect(lines.count <= 45, "\(lines.count)")
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  @Test func eachShippedCorpusIsListedOnceBelowAQuestion() throws {
    let lines = try lines(Self.shipped, width: 60)
    let names = lines.filter { $0.hasPrefix("  ") }.flatMap { $0.split { " ,".contains($0) } }
    #expect(names.map(String.init).sorted() == Self.shipped.names)
    #expect(!lines.contains("Your own"))
    #expect(CorpusTopic.all.allSatisfy { $0.question.count <= 60 && $0.question.hasSuffix("?") })
  }

  @Test func aCorpusOfOnesOwnHasALineAndABrokenOneItsReason() throws {
    let question =
      "How small may our labels be printed before the scanners of our shops stop reading?"
    let scratch = try ScratchFolder()
    try scratch.file(
      "labels.yaml",
      """
      format: 1
      name: labels
      version: 1
      title: Our product labels
      question: \(question)
      seed: 42
      symbols:
        - {name: label, symbology: qr-code, version: 3, ecc: M, payload: {kind: digits, length: 20}}
      conditions: [{name: upright}]
      sweep: {axis: module-size, levels: [2, 3]}
      trials: 4

      """)
    try scratch.file("broken.yaml", "format: 1\nname: [\n")
    let catalog = CorpusCatalog(folders: [scratch.path])
    let narrow = try lines(catalog, width: 60)
    #expect(narrow.first == "Your own")
    #expect(narrow[1].hasPrefix("broken  cannot be used: "))
    #expect(narrow.contains("  labels  Our product labels"))
    #expect(try lines(catalog, width: 100).contains("  labels  \(question)"))
  }
}
