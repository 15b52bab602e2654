import Corpora

/// Draws a run's samples again, provided that the available corpus still makes the same ones.
struct SampleDrawer {
  /// The available corpus; `nil` without one.
  let corpus: Corpus?
  private let recorded: CorpusRecord
  /// The record of the available corpus; its groups and levels may differ from the run's.
  private let current: CorpusRecord?
  private var renderer: SampleRenderer?
  private var changed = 0
  private var failures: [String] = []

  init(corpus: Corpus?, record: CorpusRecord) {
    self.corpus = corpus
    recorded = record
    current = corpus.map(CorpusRecord.init)
    renderer = corpus.map(SampleRenderer.init)
  }

  var hasCorpus: Bool { corpus != nil }

  /// Sentences that say why samples were not drawn.
  var remarks: [String] {
    var remarks: [String] = []
    if changed > 0 {
      remarks.append(
        "\(changed) samples are not shown: the corpus or the renderer has changed since the run")
    }
    if let failure = failures.first {
      remarks.append("\(failures.count) samples could not be drawn: \(failure)")
    }
    return remarks
  }

  /// Draws a sample of the run; `nil` when it cannot be drawn or would differ from the run's
  /// sample.
  mutating func sample(at place: SampleSchedule.Place) -> Sample? {
    guard let corpus, let current, renderer != nil else { return nil }
    let wanted = recorded.groups[place.group]
    let level = recorded.levels[place.level]
    guard let group = current.groups.firstIndex(where: { $0.id == wanted.id }),
      let step = current.levels.firstIndex(of: level),
      current.groups[group].cellHashes[step] == wanted.cellHashes[place.level]
    else {
      changed += 1
      return nil
    }
    do {
      return try renderer?.draw(group: corpus.groups[group], level: level, trial: place.trial)
    } catch {
      failures.append("\(error)")
      return nil
    }
  }
}
