import TestSupport
import Testing

@testable import Plan

/// The corpora that `harness plan` is asked about.
@Suite struct PlanCommandTests {
  @Test func corporaAreListedWithCommasOrBlanks() throws {
    #expect(
      PlanCommand.names(in: ["qr-small,linear-small", "tilt"])
        == ["qr-small", "linear-small", "tilt"])
    #expect(PlanCommand.names(in: ["smoke,all"]).contains("all"))
    let scratch = try ScratchFolder()
    try scratch.file("a,b.yaml", "")
    let path = scratch.path + "/a,b.yaml"
    #expect(PlanCommand.names(in: [path]) == [path], "a comma of a path separates nothing")
  }

  /// Only the name that is wrong is told, with the one that was meant.
  @Test func anUnknownCorpusOfAListIsNamedAlone() async throws {
    let run = try await HarnessRun.run(["plan", "--corpora", "qr-small,linear-smal"])
    #expect(run.status == 64, "\(run.errors)")
    #expect(
      run.errors.contains("there is no corpus \"linear-smal\". Did you mean \"linear-small\"?"),
      "\(run.errors)")
    #expect(!run.errors.contains("datamatrix-small"))
  }
}
