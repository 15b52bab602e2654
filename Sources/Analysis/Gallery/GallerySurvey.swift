import Results

/// The samples that show a run as a whole: a sample of each level, group by group, and of photos each.
struct GallerySurvey {
  /// The most samples of drawn images, and the most photos.
  private static let mostDrawn = 132
  private static let mostPhotos = 240

  private let inspection: RunInspection
  private var corpus: CorpusRecord { inspection.run.corpus }

  init(_ inspection: RunInspection) {
    self.inspection = inspection
  }

  /// The samples that some decoder tried, in the corpus's order.
  var places: [SamplePlace] {
    let places = arePhotos ? photos : drawn
    return places.filter { place in
      inspection.run.decoders.indices.contains { inspection.verdict($0, place) != nil }
    }
  }

  private var arePhotos: Bool { corpus.groups.contains { $0.photoPayloads != nil } }

  private var photos: [SamplePlace] {
    let all = corpus.groups.indices.flatMap { group in
      corpus.levels.indices.flatMap { level in
        (0..<corpus.groups[group].trials).map {
          SamplePlace(group: group, level: level, trial: $0)
        }
      }
    }
    return Array(all.prefix(Self.mostPhotos))
  }

  /// The first trial of levels that are spread evenly, as many of each group as there is room for.
  private var drawn: [SamplePlace] {
    let groups = corpus.groups.indices.prefix(Self.mostDrawn)
    let count = min(corpus.levels.count, max(1, Self.mostDrawn / max(groups.count, 1)))
    return groups.flatMap { group in
      (0..<count).map { step in
        let level = count == 1 ? 0 : step * (corpus.levels.count - 1) / (count - 1)
        return SamplePlace(group: group, level: level, trial: 0)
      }
    }
  }
}
