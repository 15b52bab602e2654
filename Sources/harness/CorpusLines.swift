import Corpora
import Foundation
import Reporting

/// A corpus in words.
enum CorpusLines {
  /// `2 groups × 33 levels × 400 trials: 26 400 images, about 20 s for two decoders`.
  static func summary(_ corpus: Corpus) -> String {
    let size = CorpusSize(of: corpus)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let time = Quantities.roughly(seconds: size.seconds(decoders: 2, cores: cores))
    return "\(Quantities.counted(corpus.groups.count, "group", "groups")) × "
      + "\(Quantities.counted(corpus.sweep.levels.count, "level", "levels")) × "
      + "\(trials(corpus)): \(Quantities.counted(size.samples, "image", "images")), "
      + "\(time) for two quick decoders on "
      + Quantities.counted(cores, "core", "cores")
  }

  private static func trials(_ corpus: Corpus) -> String {
    let counts = Set(corpus.groups.map(\.trialCount))
    guard let most = counts.max(), let fewest = counts.min(), fewest < most else {
      return Quantities.counted(corpus.trials, "trial", "trials")
    }
    return "\(fewest) to \(most) photos"
  }
}
