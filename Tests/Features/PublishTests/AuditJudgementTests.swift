import Results
import Testing

@testable import Publish
@testable import RunFixtures

/// Conclusions from samples that were decoded again: on one of them, whatever was stated.
@Suite struct AuditJudgementTests {
  private static let timeout = 5_000_000_000

  private func conclusion(
    _ stated: Verdict, _ here: [Verdict?], milliseconds: Int = 3, leeway: Double = 10
  ) -> AuditJudgement.Conclusion {
    AuditJudgement(of: Finding(stated), timeoutNanoseconds: Self.timeout, leeway: leeway)
      .conclusion(
        here.map {
          .init(finding: $0.map { Finding($0) }, wallNanoseconds: milliseconds * 1_000_000)
        })
  }

  @Test func whatComesOutAlikeIsTheSame() {
    for verdict in Verdict.allCases { #expect(conclusion(verdict, [verdict]) == .same) }
  }

  @Test func whatComesOutAlikeOnceIsUnsteady() {
    #expect(conclusion(.read, [.noRead, .noRead, .read]) == .unsteady)
    #expect(conclusion(.crash, [.read, .read, .read, .read, .crash]) == .unsteady)
  }

  @Test func whatNeverComesOutAlikeIsContradicted() {
    #expect(conclusion(.read, [.noRead, .noRead, .noRead]) == .contradicted(Finding(.noRead)))
    #expect(conclusion(.crash, [.read, .read]) == .contradicted(Finding(.read)))
  }

  @Test func aTimeoutThatEndsAtOnceIsOpen() {
    #expect(conclusion(.timeout, [.misread, .misread]) == .quick)
    #expect(conclusion(.timeout, [.noRead], milliseconds: 499) == .quick)
  }

  /// A machine ten times as slow, or as busy, would not have had the answer in time.
  @Test func aTimeoutThatNearlyHappensHereIsTheSame() {
    #expect(conclusion(.timeout, [.read], milliseconds: 500) == .same)
    #expect(conclusion(.timeout, [.read], milliseconds: 4999, leeway: 1) == .quick)
    #expect(conclusion(.timeout, [.read], milliseconds: 5000, leeway: 1) == .same)
  }

  @Test func timeoutsThatOnlyAnswersConfirmAreOnTrust() {
    let judgement = AuditJudgement(of: Finding(.timeout), timeoutNanoseconds: 1000, leeway: 4)
    func attempt(_ verdict: Verdict, _ wall: Int) -> AuditJudgement.Attempt {
      .init(finding: Finding(verdict), wallNanoseconds: wall)
    }
    #expect(judgement.isOnTrust([attempt(.read, 250)]))
    #expect(!judgement.isOnTrust([attempt(.read, 249)]))
    #expect(!judgement.isOnTrust([attempt(.read, 1000)]))
    #expect(!judgement.isOnTrust([attempt(.read, 100), attempt(.timeout, 0)]))
  }

  /// A rival's times that are stated ten times as long make no leeway.
  @Test func leewayIsThatOfTheDecoderThatIsLeastSlower() {
    #expect(AuditSpeed().leeway == 1)
    var speed = AuditSpeed()
    for _ in 0..<AuditSpeed.leastAnswers { speed.add("rival", stated: 900, here: 100) }
    #expect(speed.leeway == 10)
    for _ in 0..<AuditSpeed.leastAnswers { speed.add("own", stated: 100, here: 100) }
    #expect(speed.leeway == AuditSpeed.tolerance)
    for _ in 0..<AuditSpeed.leastAnswers { speed.add("faster", stated: 10, here: 100) }
    #expect(speed.leeway == 1)
    speed.add("seldom", stated: 1, here: 100)
    speed.add("timeless", stated: 0, here: 100)
    #expect(speed.leeway == 1)
  }

  @Test func whatFailsNoMoreOrIsNotAnsweredIsOpen() {
    #expect(conclusion(.failed, [.read, .read]) == .unfailing)
    #expect(conclusion(.read, [.timeout, .timeout]) == .unanswered)
    #expect(conclusion(.read, [.failed, nil, .timeout]) == .unanswered)
    #expect(conclusion(.read, [.timeout, .noRead, .timeout]) == .unanswered)
    #expect(conclusion(.read, [.timeout, .noRead, .noRead]) == .contradicted(Finding(.noRead)))
  }

  @Test func detailsOfAVerdictAreComparedToo() {
    let judgement = AuditJudgement(of: Finding(.read, isStrict: true), timeoutNanoseconds: 1)
    let others = [
      Finding(.read), Finding(.read, isStrict: true, symbols: "rn"),
      Finding(.read, isStrict: true, extras: Extras(wrong: 1)),
      Finding(.read, isStrict: true, meanings: "d"),
      Finding(
        .read, isStrict: true,
        outlines: SymbolOutlines(OutlineFit(errorModules: 1, overlap: 1, isInOrder: true))),
    ]
    for other in others {
      #expect(!judgement.isSame(.init(finding: other, wallNanoseconds: 0)), "\(other)")
    }
  }

  /// The log tells what a decoder read in the place of the truth.
  @Test func wrongAnswersAreThoseOfTheLogWhereHarnessesWordThemAlike() {
    func finding(_ verdict: Verdict, _ detail: String?) -> Finding {
      var finding = Finding(verdict)
      finding.detail = detail
      return finding
    }
    func isSame(_ stated: Finding, _ here: Finding, comparesAnswers: Bool = true) -> Bool {
      AuditJudgement(of: stated, timeoutNanoseconds: 1, comparesAnswers: comparesAnswers)
        .isSame(.init(finding: here, wallNanoseconds: 0))
    }
    let (one, other) = (finding(.misread, "EAN-13: 1"), finding(.misread, "EAN-13: 2"))
    #expect(isSame(one, one) && !isSame(one, other))
    #expect(isSame(one, other, comparesAnswers: false))
    #expect(isSame(finding(.crash, "signal 6 of 1"), finding(.crash, "signal 6 of 2")))
  }

  /// The sign test by counting every series of answers.
  @Test func luckIsTheShareOfSeriesWithSoManyBetterAnswers() {
    for all in 1...12 {
      for better in 0...all {
        var entry = AuditReport.Entry(label: "a", verdicts: 1, decoded: 1)
        (entry.luckier, entry.unluckier) = (better, all - better)
        let count = (0..<1 << all).count { $0.nonzeroBitCount >= better }
        #expect(abs(entry.luck - Double(count) / Double(1 << all)) < 1e-12)
      }
    }
  }

  /// A photo in doubt is named as its file is, in an audit as in a difference.
  @Test func aPhotoThatIsContradictedIsNamedByItsFile() throws {
    var corpus = Fixture.record(try Fixture.corpus(levels: "1", trials: 2), decoders: []).corpus
    let group = corpus.groups[0].id
    let flip = Flip(
      cell: CellName(decoder: "d", group: group), level: corpus.levels[0], trial: 1, before: .read,
      after: .misread)
    #expect(flip.named(in: corpus).key == "\(corpus.name)/\(group)/1/1")
    corpus.groups[0].photoNames = ["first.png", "the other.png"]
    #expect(flip.named(in: corpus).key == "\(corpus.name)/\(group)/1/the other.png")
  }
}
