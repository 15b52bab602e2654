import Corpora
import Images

extension Corpus {
  /// Draws the first samples: one of each group at each level, then the next trial.
  ///
  /// Groups of which the decoder reads no symbol are left out: most decoders take longest where they find
  /// nothing.
  ///
  /// - Parameters:
  ///   - most: The most images.
  ///   - mostPixels: The pixels of all of them together at which no more are drawn.
  /// - Returns: The samples, and the reasons for photos that could not be read.
  /// - Throws: Errors from drawing.
  package func firstSamples(
    for decoder: ConfiguredDecoder, images most: Int, pixels mostPixels: Int
  ) throws -> (samples: [Sample], unread: [String]) {
    var renderer = SampleRenderer(corpus: self)
    var (samples, unread): ([Sample], [String]) = ([], [])
    let groups = groups.filter(decoder.supports)
    var pixels = 0
    for trial in 0..<trials {
      for level in sweep.levels {
        for group in groups where trial < group.trialCount {
          guard samples.count < most, pixels < mostPixels else { return (samples, unread) }
          do {
            let sample = try renderer.draw(group: group, level: level, trial: trial)
            pixels += sample.image.width * sample.image.height
            samples.append(sample)
          } catch let error as ImageError {
            guard error.path != nil else { throw error }
            unread.append("\(error)")
          }
        }
      }
    }
    return (samples, unread)
  }
}
