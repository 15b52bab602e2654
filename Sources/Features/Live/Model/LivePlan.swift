import Base
import Evaluation
import PluginHost
import Scanning
import Serving
import Sessions

/// The things that a live session works with.
package struct LivePlan: Sendable {
  /// The decoders; every one reads the same frames.
  let decoders: [ConfiguredDecoder]
  /// The options by which other commands find and limit the same decoders.
  let workerOptions: [String]
  /// Fatal frames in a row after which a decoder is given up.
  let deathsBeforeGivingUp: Int
  /// Camera and code size; `nil` for no distances.
  let viewing: Viewing?
  /// The stored thresholds that symbols are set beside.
  let thresholds: ThresholdSource
  /// The paths of images that the page can go through.
  let images: [String]
  /// The folder that walk-aways are written to.
  let folder: String

  /// Makes a plan.
  ///
  /// - Precondition: There is a decoder, and `deathsBeforeGivingUp` is 1 or more.
  package init(
    decoders: [ConfiguredDecoder], workerOptions: [String] = [], deathsBeforeGivingUp: Int,
    viewing: Viewing?, thresholds: ThresholdSource, images: [String], folder: String
  ) {
    precondition(!decoders.isEmpty && deathsBeforeGivingUp >= 1, "a live session has a decoder")
    self.decoders = decoders
    self.workerOptions = workerOptions
    self.deathsBeforeGivingUp = deathsBeforeGivingUp
    self.viewing = viewing
    self.thresholds = thresholds
    self.images = images
    self.folder = folder
  }

  /// The page of a session.
  package func site(stop: StopSignal) -> any PageSite {
    LiveSite(session: LiveSession(plan: self, stop: stop), plan: self)
  }
}
