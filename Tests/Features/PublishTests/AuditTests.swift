import Results
import Statistics
import TestSupport
import Testing

@testable import Publish
@testable import RunFixtures

/// The random part of a bundle: who doctors verdicts is caught with the probability that is stated.
@Suite struct AuditTests {
  /// An honest run of two decoders on 4 levels × 2 groups.
  private func honest(trials: Int = 250) throws -> Baseline {
    var fixture = GateFixture()
    fixture.trials = trials
    fixture.groups = 2
    fixture.decoders = ["a", "b"]
    return try fixture.step()
  }

  private func places(_ flips: [Flip]) -> Set<Flip> { Set(flips) }

  /// 400 tries with 1 % of a decoder's verdicts changed: as many are caught as the hypergeometric
  /// distribution says, to four standard deviations.
  @Test func aDoctoredBundleIsCaughtAsOftenAsStated() throws {
    let baseline = try honest()
    let verdicts = AuditSample(of: baseline).verdicts(of: "a")
    #expect(verdicts == 2_000)
    let changed = verdicts / 100
    var random = SeededGenerator(seed: 21)
    for share in [0.02, 0.1] {
      let size = AuditSample.size(of: share, verdicts: verdicts)
      let stated = SamplingInspection.detection(ofFaults: changed, lot: verdicts, sample: size)
      let tries = 400
      let caught = (0..<tries).count { seed in
        var doctored = baseline
        for place in Array(0..<verdicts).shuffled(using: &random).prefix(changed) {
          doctored.change(verdict: place, of: 0)
        }
        // What is decoded again are the honest outcomes.
        return AuditSample(of: doctored).choose(share, of: "a", seed: UInt64(seed)).contains {
          baseline.outcome($0, of: "a") != $0.before
        }
      }
      let deviation = (stated * (1 - stated) / Double(tries)).squareRoot()
      #expect(
        abs(Double(caught) / Double(tries) - stated) <= 4 * deviation,
        "\(caught) of \(tries) caught at \(share), \(stated) stated")
    }
  }

  @Test func thePartIsOfTheSizeAskedForAndRepeatable() throws {
    let sample = AuditSample(of: try honest())
    let part = sample.choose(0.02, of: "a", seed: 1)
    #expect(part.count == 40 && places(part).count == 40)
    #expect(sample.choose(0.02, of: "a", seed: 1) == part)
    #expect(sample.choose(0.02, of: "a", seed: 2) != part)
    #expect(sample.choose(1, of: "b", seed: 3).count == 2_000)
    #expect(sample.choose(0.5, of: "nobody", seed: 3) == [])
    #expect(AuditSample.size(of: 0.0001, verdicts: 5) == 1)
    #expect(AuditSample.size(of: 0.02, verdicts: 0) == 0)
  }

  @Test func everyVerdictIsChosenEquallyOften() throws {
    var fixture = GateFixture()
    fixture.trials = 5
    let sample = AuditSample(of: try fixture.step())
    var counts: [Flip: Int] = [:]
    let draws = 4_000
    for seed in 0..<draws {
      for flip in sample.choose(0.2, of: "a", seed: UInt64(seed)) { counts[flip, default: 0] += 1 }
    }
    // 4 of 20 each time: every verdict in a fifth of the draws, to five standard deviations.
    let slack = 5 * (Double(draws) * 0.2 * 0.8).squareRoot()
    #expect(counts.count == 20)
    for (flip, count) in counts {
      #expect(
        abs(Double(count) - 0.2 * Double(draws)) < slack, "\(flip.level)/\(flip.trial): \(count)")
    }
  }

  @Test func samplesThatWereNotTriedAreNoVerdicts() throws {
    let fixture = GateFixture()
    let baseline = try fixture.run { $1.trial < 10 ? .read : nil }
    let sample = AuditSample(of: baseline)
    #expect(sample.verdicts(of: "a") == 40)
    #expect(sample.choose(1, of: "a", seed: 1).allSatisfy { $0.trial < 10 })
  }

  @Test func aConclusionNeedsDecodersAndAnswers() {
    var entry = AuditReport.Entry(label: "a", verdicts: 1_000, decoded: 100)
    func conclusion(_ absent: [UnavailableDecoder] = []) -> AuditReport.Conclusion {
      AuditReport(corpus: "c", seed: 1, decoders: [entry], absent: absent).conclusion
    }
    #expect(conclusion() == .confirmed)
    #expect(conclusion([.init(label: "b", reason: "not here")]) == .open)
    entry.unsteady = 3
    #expect(conclusion() == .confirmed)
    for place in [\AuditReport.Entry.quick, \.unfailing, \.unanswered] {
      entry[keyPath: place] = 1
      #expect(conclusion() == .open)
      entry[keyPath: place] = 0
    }
    entry.versions = ["1", "2"]
    #expect(conclusion() == .open)
    entry.versions = nil
    entry.luckier = 13
    #expect(conclusion() == .confirmed)
    entry.luckier = 14
    #expect(abs(entry.luck * 16384 - 1) < 1e-9 && conclusion() == .open)
    entry.unluckier = 3
    #expect(conclusion() == .confirmed)
    (entry.corners, entry.betterCorners) = (100, 14)
    #expect(conclusion() == .open)
    entry.corners = 141
    #expect(conclusion() == .confirmed)
    (entry.corners, entry.worseCorners) = (100, 10)
    #expect(conclusion() == .confirmed)
    entry.contradicted = [FlippedSample(key: "k", before: .read, after: .missed)]
    #expect(conclusion() == .contradicted)
    #expect(
      AuditReport(corpus: "c", seed: 1, decoders: [], absent: []).conclusion == .open)
  }
}

extension Baseline {
  /// Turns one of a decoder's verdicts into another one.
  fileprivate mutating func change(verdict place: Int, of decoder: Int) {
    var rest = place
    for curve in decoders[decoder].groups.indices {
      for level in decoders[decoder].groups[curve].levels.indices {
        let count = decoders[decoder].groups[curve].levels[level].trials.count
        guard rest >= count else {
          let old = decoders[decoder].groups[curve].levels[level].trials[rest]
          decoders[decoder].groups[curve].levels[level].trials[rest] =
            old == .read ? .missed : .read
          return
        }
        rest -= count
      }
    }
  }

  fileprivate func outcome(_ flip: Flip, of decoder: String) -> SampleOutcome? {
    entry(decoder)?.curve(flip.cell.group)?.levels.first { $0.level == flip.level }?
      .trials[flip.trial]
  }
}
