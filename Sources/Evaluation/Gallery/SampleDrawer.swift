import Corpora

/// Draws a run's samples again, provided that the corpus at hand still makes the same ones.
struct SampleDrawer {
  /// The corpus at hand.
  let corpus: Corpus?
  private let recorded: CorpusRecord
  /// What the corpus at hand makes; its groups and levels may be others.
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

  /// Why samples were not drawn, in sentences.
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

  /// A sample of the run; `nil` when it cannot be drawn, or would be another one.
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
