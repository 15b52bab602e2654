/// The options that a tuning varied, and the settings that came of it.
struct TunedOptions: Hashable, Sendable {
  /// One setting: a decoder of its own in the score table.
  struct Setting: Hashable, Sendable {
    /// Its name in tables.
    var label: String
    /// The values asked for, by option; options that stay as they come have none.
    var values: [String: String]

    init(label: String, values: [String: String]) {
      (self.label, self.values) = (label, values)
    }
  }

  /// The options that were varied.
  var options: [String]
  /// The decoder as it was named, then every other setting.
  var settings: [Setting]

  /// Makes the options of a tuning.
  ///
  /// - Precondition: There is at least one setting.
  init(options: [String], settings: [Setting]) {
    precondition(!settings.isEmpty, "the decoder as it was named is a setting")
    (self.options, self.settings) = (options, settings)
  }

  /// The label of the decoder as it was named.
  var base: String { settings[0].label }

  /// The value asked for of an option, by the setting's label; `nil` where it stays as it comes.
  func value(of option: String, by label: String) -> String? {
    settings.first { $0.label == label }?.values[option]
  }
}
