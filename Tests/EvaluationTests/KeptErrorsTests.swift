import Evaluation
import Results
import Testing

/// The choice of errors whose images are kept.
@Suite struct KeptErrorsTests {
  @Test func theFirstSampleOfEveryCauseIsKeptHoweverManyCameBefore() {
    var kept = KeptErrors()
    let many = Finding(.crash, detail: "killed by SIGABRT", printed: "Assertion `a' failed.")
    let wanted = (100..<200).filter { kept.wants(many, number: $0) }
    #expect(wanted == Array(100..<(100 + KeptErrors.limit)))
    // Another cause, long after: its first sample alone, and an earlier one that comes late.
    let rare = Finding(.crash, detail: "killed by SIGSEGV")
    let rarely = [300, 301, 250, 260, 249].filter { kept.wants(rare, number: $0) }
    #expect(rarely == [300, 250, 249])
    let earlier = kept.wants(many, number: 7)
    let timeout = kept.wants(Finding(.timeout), number: 400)
    #expect(earlier && timeout, "another verdict has room of its own")
  }

  @Test func endlessCausesDoNotFillTheDisk() {
    var kept = KeptErrors()
    let wanted = (0..<1000).filter {
      kept.wants(Finding(.failed, detail: "image \($0)"), number: $0)
    }
    #expect(wanted.count == ErrorSignature.mostTold)
  }
}
