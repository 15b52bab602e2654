import Results

/// The measured cost of a corpus: a few small parts of its run, and how much more the whole is.
struct CorpusCost: Hashable, Sendable {
  /// One part that was run.
  struct Probe: Hashable, Sendable {
    /// Images of the part.
    var samples: Int
    /// Seconds of a core for encoding and drawing them.
    var drawSeconds: Double
    /// By decoder, seconds of a core for decoding them, with sending and storing.
    var decodeSeconds: [String: Double]
    /// Decodes of all decoders.
    var decodes: Int
  }

  /// The corpus, as `--corpus` takes it.
  var corpus: String
  /// Images of the whole corpus.
  var samples: Int
  /// The number of slices that it can be cut into.
  var mostSlices: Int
  /// Bytes of an image, on average: one for each pixel.
  var imageBytes: Double
  /// The parts that were run.
  var probes: [Probe]

  /// Labels of the decoders that were measured.
  var decoders: [String] { (probes.first?.decodeSeconds.keys).map { $0.sorted() } ?? [] }

  /// Estimates the seconds of a core that the whole corpus takes, from each part by itself.
  ///
  /// - Parameter count: The number of decoders, each like the average of those measured.
  func coreSeconds(decoders count: Int) -> [Double] {
    probes.map { probe in
      let here = Double(max(probe.decodeSeconds.count, 1))
      let decoding = probe.decodeSeconds.values.sorted().reduce(0, +) / here * Double(count)
      return (probe.drawSeconds + decoding) * scale(probe)
    }
  }

  /// The seconds of a core for decoding all samples with one decoder, on average over the parts.
  func decodeSeconds(_ decoder: String) -> Double {
    let parts = probes.map { ($0.decodeSeconds[decoder] ?? 0) * scale($0) }
    return parts.reduce(0, +) / Double(max(parts.count, 1))
  }

  /// The decodes of the whole corpus by one decoder, on average over those measured.
  var decodesPerDecoder: Double {
    let parts = probes.map {
      Double($0.decodes) / Double(max($0.decodeSeconds.count, 1)) * scale($0)
    }
    return parts.reduce(0, +) / Double(max(parts.count, 1))
  }

  private func scale(_ probe: Probe) -> Double {
    Double(samples) / Double(max(probe.samples, 1))
  }
}

/// The cost of comparing a number of decoders on some corpora, estimated from a small part of it.
struct ComparisonCost: Hashable, Sendable {
  /// An estimate with the smallest and the largest that a single part gave.
  struct Range: Hashable, Sendable {
    var value: Double
    var least: Double
    var most: Double

    init(_ parts: [Double]) {
      value = parts.reduce(0, +) / Double(max(parts.count, 1))
      (least, most) = (parts.min() ?? 0, parts.max() ?? 0)
    }
  }

  var corpora: [CorpusCost]
  /// The number of decoders.
  var decoders: Int

  /// Bytes of the store for one decode: 45 to 100 were measured.
  static let storeBytesPerDecode = 60.0

  /// Returns the seconds of a core for one corpus.
  func coreSeconds(_ corpus: CorpusCost) -> Range {
    Range(corpus.coreSeconds(decoders: decoders))
  }

  /// The seconds of a core for all corpora; least and most if all parts were wrong the same way.
  var coreSeconds: Range {
    let parts = corpora.map(coreSeconds)
    var sum = Range([parts.reduce(0) { $0 + $1.value }])
    sum.least = parts.reduce(0) { $0 + $1.least }
    sum.most = parts.reduce(0) { $0 + $1.most }
    return sum
  }

  /// The seconds of a core for one decoder like the quickest and like the slowest of those measured.
  var decoderSeconds:
    (quickest: (label: String, seconds: Double), slowest: (label: String, seconds: Double))?
  {
    let all = Set(corpora.flatMap(\.decoders)).subtracting(idle).sorted().map { label in
      (label: label, seconds: corpora.reduce(0) { $0 + $1.decodeSeconds(label) })
    }
    guard let quickest = all.min(by: { $0.seconds < $1.seconds }),
      let slowest = all.max(by: { $0.seconds < $1.seconds })
    else { return nil }
    return (quickest, slowest)
  }

  /// The measured decoders that read none of the corpora, and so cost nothing.
  var idle: [String] {
    Set(corpora.flatMap(\.decoders)).sorted().filter { label in
      corpora.allSatisfy { $0.decodeSeconds(label) == 0 }
    }
  }

  /// The number of decoders that decode something: of those measured, without the idle ones.
  var working: Int {
    let measured = Set(corpora.flatMap(\.decoders)).count
    return decoders == measured ? decoders - idle.count : decoders
  }

  /// Returns the number of decodes on one corpus.
  func decodes(_ corpus: CorpusCost) -> Double {
    corpus.decodesPerDecoder * Double(decoders)
  }

  /// The number of decodes.
  var decodes: Double { corpora.reduce(0) { $0 + decodes($1) } }

  /// Bytes of all stores.
  var storeBytes: Double { decodes * Self.storeBytesPerDecode }

  /// Bytes of the images that are drawn, none of which is kept.
  var imageBytes: Double {
    corpora.reduce(0) { $0 + $1.imageBytes * Double($1.samples) }
  }

  // MARK: Slices

  /// A part of a corpus that is run by itself.
  struct Piece: Hashable, Sendable {
    var corpus: String
    var shard: Shard
    /// Seconds of a core.
    var seconds: Double
  }

  /// Cuts the comparison into slices of about equal time: pieces of corpora, the largest first, each to
  /// the slice that has least (R. Graham, SIAM Journal on Applied Mathematics 17, 1969).
  ///
  /// - Returns: The pieces of each slice; fewer slices where corpora cannot be cut into so many.
  func slices(_ count: Int) -> [[Piece]] {
    let target = coreSeconds.value / Double(max(count, 1))
    let pieces = corpora.flatMap { corpus -> [Piece] in
      let seconds = coreSeconds(corpus).value
      // A quarter of a slice or less, so that they fill up; a single corpus is cut as it is.
      let wanted =
        corpora.count == 1 ? Double(count) : (4 * seconds / max(target, 1e-9)).rounded(.up)
      let parts = Int(min(max(wanted, 1), Double(corpus.mostSlices), 100_000))
      return (1...parts).map {
        Piece(
          corpus: corpus.corpus, shard: Shard(index: $0, count: parts),
          seconds: seconds / Double(parts))
      }
    }.sorted { $0.seconds > $1.seconds }
    var slices = Array(repeating: [Piece](), count: min(count, pieces.count))
    var loads = Array(repeating: 0.0, count: slices.count)
    for piece in pieces {
      let lightest = loads.indices.reduce(0) { loads[$1] < loads[$0] ? $1 : $0 }
      slices[lightest].append(piece)
      loads[lightest] += piece.seconds
    }
    return slices.map { slice in
      slice.sorted { ($0.corpus, $0.shard.index) < ($1.corpus, $1.shard.index) }
    }
  }
}
