import Foundation
import TestSupport
import Testing

/// `scripts/words.py`: phrases that had to be read twice do not come back into guides, help and messages.
@Suite struct WordsTests {
  private func words(_ arguments: String) throws -> (status: Int32, output: String) {
    try ActionRun.shell(
      "python3 -B scripts/words.py " + arguments, in: HarnessRun.root,
      environment: ProcessInfo.processInfo.environment)
  }

  @Test func noGuideAndNoMessageHasAPhraseThatIsReadTwice() throws {
    let run = try words("")
    #expect(run.status == 0, "\(run.output)")
    // Guides and sources were looked at: there are more than a thousand of them.
    #expect(run.output.contains(/files: [0-9]{4}, phrases: 0/), "\(run.output)")
  }

  @Test(arguments: [
    "a label of one's own", "Noise and blur are not taken in.",
    "decodes nothing for the sake of readings",
    "Use zxing as it comes.", "no setting did better beyond chance", "zbar read it, which is luck",
    "a rate not to be compared with others", "given up after 10 fatal images in a row",
    "fails at 2 px and reads harder levels better", "it shares too little work with the others",
    "the second takes 1.27 × the time of the first", "a corpus drawn after the samples",
    "draws otherwise than the release", "decodes all anew", "how to mend it",
    "the folder is there already",
    "a sandbox that cannot be had", "lost in mid-run", "the answer and a row a decoder",
    "Which symbologies shall be read?", "it does not answer alike twice",
    "gives times that cannot be",
    "one image: Recommended are the radii", "Who is not root needs more",
    "a file which may not exist yet",
    "decoders, one a line", "the outcome of every sample, a letter each",
    "the CPU time a read takes",
    "photos that have about one chance", "the file is no image",
    "by symbology and decoder the latest run", "Of more than 50 decoders the best are shown",
    "an article's band Extreme", "it waits for ever", "they end otherwise",
    "Unknown are the map and the blur",
  ])
  func aPhraseIsFoundInGuidesAndInLiterals(sentence: String) throws {
    let scratch = try ScratchFolder()
    let broken = sentence.replacing(" ", with: "\n", maxReplacements: 2)
    let guide = try scratch.file("guide.md", "# Guide\n\n\(broken)\n")
    #expect(try words("'\(guide)'").status == 1, "\(sentence)")
    let split = sentence.replacing(" ", with: " \"\n    + \"", maxReplacements: 2)
    let source = try scratch.file("text.swift", "let text =\n  \"\(split)\"\n")
    #expect(try words("'\(source)'").status == 1, "\(sentence)")
  }

  @Test func aFindingHasItsLineAndWhatToWrite() throws {
    let scratch = try ScratchFolder()
    let guide = try scratch.file("guide.md", "# Guide\n\nOne line.\nDecode it\nanew.\n")
    let run = try words("'\(guide)'")
    #expect(run.output.hasPrefix("\(guide):5: \"anew\": write again\nfiles: 1, phrases: 1"))
  }

  @Test func codeAndCommentsAreNotSentences() throws {
    let scratch = try ScratchFolder()
    let guide = try scratch.file("guide.md", "The option `--anew` stays.\n")
    let source = try scratch.file(
      "code.swift", "/// Draws anew.\nlet anew = \"again\"  // as it comes\n")
    let run = try words("'\(guide)' '\(source)'")
    #expect(run.status == 0, "\(run.output)")
  }
}
