/// The options that a tuning varied, and the settings that came of it.
public struct TunedOptions: Hashable, Sendable {
  /// One setting: a decoder of its own in the score table.
  public struct Setting: Hashable, Sendable {
    /// Its name in tables.
    public var label: String
    /// The values asked for, by option; options that stay as they come have none.
    public var values: [String: String]

    package init(label: String, values: [String: String]) {
      (self.label, self.values) = (label, values)
    }
  }

  /// The options that were varied.
  public var options: [String]
  /// The decoder as it was named, then every other setting.
  public var settings: [Setting]

  /// Makes the options of a tuning.
  ///
  /// - Precondition: There is at least one setting.
  public init(options: [String], settings: [Setting]) {
    precondition(!settings.isEmpty, "the decoder as it was named is a setting")
    (self.options, self.settings) = (options, settings)
  }

  /// The label of the decoder as it was named.
  public var base: String { settings[0].label }

  /// The value asked for of an option, by the setting's label; `nil` where it stays as it comes.
  public func value(of option: String, by label: String) -> String? {
    settings.first { $0.label == label }?.values[option]
  }
}
