import Corpora
import Drawing
import Results

extension SampleParameters {
  /// Takes parameters and values from a run's record; random ones are drawn again, as they were.
  package init(_ corpus: CorpusRecord) {
    let conditions = Dictionary(
      (corpus.conditions ?? []).map { ($0.name, $0.settings) }, uniquingKeysWith: { $1 })
    let groups = corpus.groups.map { group in
      let cut = group.id.lastIndex(of: "/") ?? group.id.endIndex
      let condition = String(group.id[cut...].dropFirst())
      return RecordedGroup(
        recipe: String(group.id[..<cut]), condition: condition,
        settings: conditions[condition] ?? [])
    }
    let facts = ParameterFacts.all(of: corpus)
    let settings = groups.map { group in
      facts.map { fact in group.settings.first { $0.parameter == fact.key } }
    }
    self.init(facts) { parameter, place in
      if facts[parameter].key == corpus.axis { return corpus.levels[place.level].value }
      return settings[place.group][parameter].flatMap { setting in
        groups[place.group].value(of: setting, in: corpus, at: place)
      }
    }
  }
}

/// A group with its names apart.
private struct RecordedGroup {
  var recipe: String
  var condition: String
  var settings: [ConditionRecord.Setting]

  func value(
    of setting: ConditionRecord.Setting, in corpus: CorpusRecord, at place: SamplePlace
  ) -> Double? {
    guard let low = setting.values.first, let high = setting.values.last else { return nil }
    guard setting.isRandom else { return setting.values[place.trial % setting.values.count] }
    guard let parameter = CameraParameter(rawValue: setting.parameter) else { return nil }
    return ConditionDraw.value(
      of: parameter, from: low, to: high, seed: corpus.seed, recipe: recipe,
      condition: condition, level: corpus.sharesScenes ? "" : corpus.levels[place.level].text,
      trial: place.trial)
  }
}

extension ParameterFacts {
  /// The parameters of a corpus, in alphabetical order.
  fileprivate static func all(of corpus: CorpusRecord) -> [ParameterFacts] {
    var units = [corpus.axis: corpus.unit]
    for setting in (corpus.conditions ?? []).flatMap(\.settings) {
      units[setting.parameter] = units[setting.parameter] ?? setting.unit
    }
    return units.sorted { $0.key < $1.key }.map { key, unit in
      let known = CameraParameter(rawValue: key)?.facts
      let neutral = known.flatMap { $0.neutral.isFinite ? $0.neutral : nil }
      return ParameterFacts(key: key, unit: unit, meaning: known?.summary, neutral: neutral)
    }
  }
}
