/// How much there is to look at in a corpus.
public struct CorpusSize: Hashable, Sendable {
  /// Images in all.
  public let samples: Int
  /// Pixels in all, from the size of one image of each group at each level.
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

  /// About how long a comparison takes, in seconds.
  ///
  /// A decoder takes 40 ns a pixel and an exchange 0.1 ms: what general readers take on clean images
  /// and a current machine. Noise can make it ten times as much.
  public func seconds(decoders: Int, cores: Int) -> Double {
    (pixels * 40e-9 + Double(samples) * 1e-4) * Double(decoders) / Double(max(cores, 1))
  }
}
