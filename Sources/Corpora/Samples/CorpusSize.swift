/// The amount of work in a corpus: its number of samples and of pixels.
public struct CorpusSize: Hashable, Sendable {
  /// The number of images in total.
  public let samples: Int
  /// The number of pixels in total, estimated from one image of each group at each level.
  public let pixels: Double

  /// Measures a corpus without drawing it.
  ///
  /// A sample of each group at each level is laid out; photos are read, each once.
  public init(of corpus: Corpus) {
    samples = corpus.groups.reduce(0) { $0 + $1.trialCount } * corpus.sweep.levels.count
    switch corpus.source {
    case .drawn(_, _, let trials):
      var renderer = SampleRenderer(corpus: corpus)
      var sum = 0.0
      for group in corpus.groups {
        for level in corpus.sweep.levels {
          let key = SampleKey(
            corpus: corpus.name, recipe: group.recipe, condition: group.condition, level: level,
            trial: 0)
          guard let (width, height) = try? renderer.size(of: key) else { continue }
          sum += Double(width * height)
        }
      }
      pixels = sum * Double(trials)
    case .photos(let folder):
      let sides = folder.groups.lazy.flatMap(\.photos).map { photo in
        (try? photo.draw()).map { Double($0.width * $0.height) } ?? 0
      }
      pixels = sides.reduce(0, +) * Double(corpus.sweep.levels.count)
    }
  }

  /// Estimates the time that a comparison takes, in seconds.
  ///
  /// A decoder is assumed to take 40 ns per pixel, and an exchange 0.1 ms, as general readers do on
  /// clean images and a current machine. Noise can make it ten times as long.
  public func seconds(decoders: Int, cores: Int) -> Double {
    (pixels * 40e-9 + Double(samples) * 1e-4) * Double(decoders) / Double(max(cores, 1))
  }
}
