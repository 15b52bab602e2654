import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// A long test of what quicker ones beside it hold on fewer inputs, moments or processes.
  ///
  /// `make prove` runs it, every night and before a release; `make test` counts it among what it left out.
  package static var proof: Self {
    .enabled(if: ProcessInfo.processInfo.environment["HARNESS_PROOFS"] != nil, "a proof: make prove")
  }
}
