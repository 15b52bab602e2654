import Reporting
import Results
import Testing

@testable import Plan

/// The cost of a comparison, and its slices.
@Suite struct ComparisonCostTests {
  private func corpus(_ name: String, seconds: Double, trials: Int = 100) -> CorpusCost {
    CorpusCost(
      corpus: name, samples: 1000, mostSlices: trials, imageBytes: 100,
      probes: [
        .init(
          samples: 10, drawSeconds: seconds / 200, decodeSeconds: ["a": seconds / 200, "b": 0],
          decodes: 20)
      ])
  }

  @Test func aPartCountsForTheWhole() {
    let cost = ComparisonCost(corpora: [corpus("x", seconds: 100)], decoders: 2)
    #expect(cost.coreSeconds.value == 100)
    #expect(cost.decodes == 2000)
    #expect(cost.imageBytes == 100_000)
    // Each further decoder is like the average of both, and images are drawn once.
    #expect(ComparisonCost(corpora: cost.corpora, decoders: 20).coreSeconds.value == 550)
  }

  @Test func aDecoderThatReadsNothingOfItIsNotCounted() {
    let corpora = [corpus("x", seconds: 100)]
    func text(_ decoders: Int) -> String {
      PlanText(ComparisonCost(corpora: corpora, decoders: decoders), style: .init(width: 140))
        .render(slices: nil, jobs: 1).replacing("\n", with: " ")
    }
    #expect(text(2).hasPrefix("1 decoder on 1 corpus takes about "), "\(text(2))")
    #expect(text(2).contains(" b reads none of it, and is not counted."))
    #expect(text(9).hasPrefix("9 decoders on "), "a number that was asked for stays")
  }

  @Test(arguments: [1, 2, 7, 64])
  func slicesTakeAboutEqualTimeAndEveryPartOnce(count: Int) {
    let corpora = [3, 1000, 40, 41, 7, 250].enumerated().map {
      corpus("c\($0)", seconds: $1, trials: 400)
    }
    let cost = ComparisonCost(corpora: corpora, decoders: 2)
    let slices = cost.slices(count)
    #expect(slices.count == count)
    let times = slices.map { $0.reduce(0) { $0 + $1.seconds } }
    #expect(abs(times.reduce(0, +) - cost.coreSeconds.value) < 1e-6)
    #expect((times.max() ?? 0) <= 1.3 * (times.min() ?? 0))
    for corpus in corpora {
      let parts = slices.joined().filter { $0.corpus == corpus.corpus }.map(\.shard)
      #expect(
        parts.sorted { $0.index < $1.index }
          == (1...parts.count).map { Shard(index: $0, count: parts.count) })
    }
  }

  @Test func aScriptHasEverySliceOfEveryCorpus() {
    let cost = ComparisonCost(
      corpora: [corpus("x", seconds: 100), corpus("my y.yaml", seconds: 10)], decoders: 2)
    let slices = cost.slices(4)
    let script = PlanScript(
      slices, jobs: 2, folder: "/shared/run", options: ["--trials", "9"], version: "1.2.3")
    for engine in PlanScript.Engine.allCases {
      let text = script.text(engine)
      for piece in slices.joined() where piece.shard.isPart {
        #expect(text.contains("--shard \(piece.shard) "), "\(engine)")
      }
      #expect(text.contains("--corpus 'my y.yaml'"))
      #expect(text.split(separator: "'--trials' '9'").count == slices.joined().count + 1)
    }
    #expect(script.text(.slurm).contains("#SBATCH --array=1-4"))
    #expect(script.merges.count == 2)
  }

  @Test func aWorkflowRunsInTheImageOfThisVersionAndBuildsTheRepositorysOwnLibrary() {
    let slices = ComparisonCost(corpora: [corpus("x", seconds: 100)], decoders: 2).slices(2)
    func workflow(_ options: [String]) -> String {
      PlanScript(slices, jobs: 2, folder: "run", options: options, version: "1.2.3")
        .text(.githubActions)
    }
    let plain = workflow([])
    #expect(plain.contains(/\n    container: ghcr.io\/[A-Za-z0-9-]+\/barcode-harness:1.2.3\n/))
    #expect(!plain.contains("make"), "there is nothing to build")
    let withPlugin = workflow(["--plugin", "/mine/plugin.yaml"])
    #expect(
      withPlugin.contains("\n      - run: make\n      - run: |\n          case \"$SLICE\" in\n"))
    #expect(!withPlugin.contains("make install"), "that is the harness's own")
  }
}
