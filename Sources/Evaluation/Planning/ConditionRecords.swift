import Corpora
import Drawing
import Results

extension ConditionRecord {
  /// The conditions of a corpus; `nil` for photos.
  static func all(of corpus: Corpus) -> [ConditionRecord]? {
    corpus.conditions.isEmpty ? nil : corpus.conditions.map(ConditionRecord.init)
  }

  private init(_ condition: Condition) {
    self.init(
      name: condition.name,
      settings: CameraParameter.allCases.compactMap { parameter in
        condition.values[parameter].map { Setting(parameter, $0) }
      })
  }
}

extension ConditionRecord.Setting {
  fileprivate init(_ parameter: CameraParameter, _ value: ConditionValue) {
    let (values, isRandom): ([Double], Bool) =
      switch value {
      case .fixed(let value): ([value], false)
      case .list(let values): (values, false)
      case .random(let low, let high): ([low, high], true)
      }
    self.init(
      parameter: parameter.rawValue, values: values, isRandom: isRandom, unit: parameter.unit,
      isoName: parameter.isoName)
  }
}
