import Corpora
import Evaluation
import Images

extension FuzzSource {
  /// The most source images, and the most pixels of all of them together.
  private static let most = (images: 300, pixels: 1 << 26)

  /// Draws the first samples of a corpus: one of each group at each level, then the next trial.
  ///
  /// Groups of which a decoder reads no symbol are left out: most decoders take longest where they find
  /// nothing.
  ///
  /// - Returns: The images, and the reasons for photos that could not be read.
  /// - Throws: Errors from drawing.
  static func draw(
    _ corpus: Corpus, for decoder: ConfiguredDecoder
  ) throws -> (sources: [FuzzSource], unread: [String]) {
    var renderer = SampleRenderer(corpus: corpus)
    var (sources, unread): ([FuzzSource], [String]) = ([], [])
    let groups = corpus.groups.filter(decoder.supports)
    var pixels = 0
    for trial in 0..<corpus.trials {
      for level in corpus.sweep.levels {
        for group in groups where trial < group.trialCount {
          guard sources.count < most.images, pixels < most.pixels else { return (sources, unread) }
          do {
            let sample = try renderer.draw(group: group, level: level, trial: trial)
            pixels += sample.image.width * sample.image.height
            sources.append(
              FuzzSource(key: sample.name, image: sample.image, truth: sample.truth))
          } catch let error as ImageError {
            guard error.path != nil else { throw error }
            unread.append("\(error)")
          }
        }
      }
    }
    return (sources, unread)
  }
}
