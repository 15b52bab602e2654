import Foundation
import Testing

package enum Proof {
  /// True if proofs run, too.
  package static let isAsked = ProcessInfo.processInfo.environment["HARNESS_PROOFS"] != nil

  /// All inputs of a claim if proofs are asked for, else the first few.
  package static func all<Input>(_ inputs: [Input], orFirst count: Int) -> [Input] {
    isAsked ? inputs : Array(inputs.prefix(count))
  }
}

extension Trait where Self == ConditionTrait {
  /// A long test of what quicker ones beside it hold on fewer inputs, moments or processes.
  ///
  /// `make prove` runs it, every night and before a release; `make test` counts it among what it left out.
  package static var proof: Self {
    .enabled(if: Proof.isAsked, "a proof: make prove")
  }
}
