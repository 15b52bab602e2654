import Base
import Results
import Statistics

/// Computes the boundaries of a run's maps.
struct MapScorer {
  let run: RunRecord
  let outcome: RunOutcome
  let tally: Tally

  /// Returns the maps, with the decoders in the given order; `nil` for a corpus without maps.
  func maps(orderedBy labels: [String]) -> [BoundaryMap]? {
    guard let maps = run.corpus.maps else { return nil }
    let order = labels.compactMap { label in run.decoders.firstIndex { $0.label == label } }
    return maps.fields.map { field in
      let supporting = order.filter { decoder in
        field.groups.allSatisfy { run.decoders[decoder].supportedGroups[$0] }
      }
      return BoundaryMap(
        recipe: field.recipe, condition: field.condition, rate: 0.95,
        gridDecodes: gridDecodes(field),
        contours: supporting.indices.concurrentMap { contour(supporting[$0], field, maps.levels) })
    }
  }

  private func gridDecodes(_ field: MapRecord.Field) -> Int {
    let trials = field.groups.map { group in
      run.settings.aim?.boundary?.trials ?? run.corpus.groups[group].trials
    }
    return trials.reduce(0, +) * run.corpus.levels.count
  }

  private func contour(
    _ decoder: Int, _ field: MapRecord.Field, _ levels: [Level]
  ) -> BoundaryContour {
    let points = zip(levels, field.groups).map { point(decoder, group: $1, level: $0) }
    return BoundaryContour(
      decoder: run.decoders[decoder].label, decodes: points.reduce(0) { $0 + $1.decodes },
      points: points)
  }

  private func point(_ decoder: Int, group: Int, level: Level) -> BoundaryPoint {
    let axis = EasinessAxis(run.corpus)
    let counts = axis.counts(tally.decoders[decoder].cells[group])
    let boundary = BoundaryCrossing.estimate(counts)
    var point = BoundaryPoint(
      level: level.text, group: run.corpus.groups[group].id, kind: .none,
      hard: axis.level(boundary.interval.lower), easy: axis.level(boundary.interval.upper),
      islands: boundary.islands.map(axis.range),
      decodes: counts.reduce(0) { $0 + $1.trials },
      ending: outcome.curves?.first { $0.decoder == decoder && $0.group == group }?.ending)
    switch boundary.location {
    case .at(let x): (point.kind, point.value) = (.at, axis.level(x))
    case .atMost(let x): (point.kind, point.value) = (.beyondHardest, axis.level(x))
    case .above(let x): (point.kind, point.value) = (.beyondEasiest, axis.level(x))
    case .none: break
    }
    return point
  }
}
