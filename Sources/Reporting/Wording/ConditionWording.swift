import Results

/// The conditions of a corpus in words.
package enum ConditionWording {
  /// The axis with its name in the standards; `nil` if it has none.
  package static func axis(_ corpus: CorpusRecord) -> String? {
    corpus.axisISOName.map { "the sweep is over \(corpus.axis): \($0)" }
  }

  /// One line for each condition: its name and what it asks for.
  ///
  /// A name in a standard is in brackets where it first occurs.
  package static func lines(_ conditions: [ConditionRecord]) -> [(name: String, text: String)] {
    var named: Set<String> = []
    return conditions.map { condition in
      let settings = condition.settings.map { setting in
        let isNew = named.insert(setting.parameter).inserted
        return text(setting) + (isNew ? setting.isoName.map { " [\($0)]" } ?? "" : "")
      }
      return (condition.name, settings.isEmpty ? "nothing else" : settings.joined(separator: ", "))
    }
  }

  private static func text(_ setting: ConditionRecord.Setting) -> String {
    guard !setting.unit.isEmpty else {
      return setting.values == [1] ? setting.parameter : "not \(setting.parameter)"
    }
    let numbers = setting.values.map { Numerals.level($0) }
    let values = numbers.joined(separator: setting.isRandom ? " to " : ", ")
    let isCounted = setting.unit == setting.parameter  // "dots 2", not "dots 2 dots"
    return "\(setting.parameter) \(values)"
      + (isCounted ? "" : "\(Numerals.narrowSpace)\(setting.unit)")
  }
}
