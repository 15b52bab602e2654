import Base
import DecoderKit
import Foundation
import PluginHost
import Symbols
import TestSupport
import Testing

@testable import Hunt

/// Whole hunts of QR Code readers with planted faults: draws, causes, examples. `make simulate` makes twenty tries of each.
@Suite struct HuntPlantTests {
  private static let tries =
    ProcessInfo.processInfo.environment["HARNESS_HUNT_TRIES"].flatMap(UInt64.init) ?? 1

  /// A reader's fault, and what a hunt must say of it.
  enum Plant: CaseIterable {
    case mask, length, offset

    /// The levels by which it is attributed.
    var levels: Set<String> {
      switch self {
      case .mask: ["version 7", "mask 3"]
      case .length: ["payload length 5 modulo 16"]
      case .offset: ["offset across ½ px", "offset down ¼ px"]
      }
    }

    func fails(_ drawn: HuntCase) -> Bool { levels.isSubset(of: drawn.levels.map(\.words)) }

    /// True for an example that has nothing but the fault.
    func isSimplest(_ one: HuntCase) -> Bool {
      guard case .qrCode(let version, .low, _, _) = one.options else { return false }
      let isPlain = one.turns == 0 && one.modulePixels == 4
      let isWhole = one.offsetAcross == 0 && one.offsetDown == 0
      return switch self {
      case .mask: isPlain && isWhole && version == 7 && one.payload.count <= 2
      case .length: isPlain && isWhole && version == 1 && one.payload.count == 5
      case .offset: isPlain && version == 1 && one.payload.count <= 2
      }
    }
  }

  @Test(arguments: 1...tries, tries > 1 ? Plant.allCases : Proof.all(Plant.allCases, orFirst: 1))
  func aPlantedFaultIsFoundMadeSimpleAndAttributedToItsFactor(seed: UInt64, plant: Plant) throws {
    let plan = HuntPlan(
      space: HuntSpace(symbologies: [.qrCode], moduleSizes: [1, 2], seed: seed), jobs: 2,
      decodes: 4000, seconds: nil, below: nil,
      makeReader: {
        HuntReader { drawn, _ in
          let right = Reading(symbology: .qrCode, bytes: drawn.payload)
          return DecodeAttempt(outcome: .readings(plant.fails(drawn) ? [] : [right]))
        }
      })
    let run = HuntRun(plan, stop: StopSignal())
    let found = run.run { _ in }
    let one = try #require(found.first, "seed \(seed): nothing was found")
    #expect(found.count == 1 && Set(one.cause.levels.map(\.words)) == plant.levels, "seed \(seed)")
    #expect(one.cause.failing.count == run.counts.failures, "seed \(seed)")
    #expect(one.focused.decodes > 0 && one.focused.failures == one.focused.decodes, "seed \(seed)")
    #expect(plant.isSimplest(one.simplest), "seed \(seed): \(one.simplest.words)")
  }
}
