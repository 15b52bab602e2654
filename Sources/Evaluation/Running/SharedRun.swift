import PluginHost

/// The state that the lanes of one run share.
final class SharedRun: Sendable {
  let store: any ObservationStore
  let run: Int
  let visits: any VisitSource
  let progress: RunProgress
  let stop: StopSignal
  let health: [DecoderHealth]
  let reproducers: ReproducerFolder

  init(
    plan: ComparisonPlan, store: any ObservationStore, run: Int, visits: any VisitSource,
    health: [DecoderHealth], progress: RunProgress, stop: StopSignal
  ) {
    self.store = store
    self.run = run
    self.visits = visits
    self.health = health
    self.progress = progress
    self.stop = stop
    reproducers = ReproducerFolder(of: plan)
  }
}
