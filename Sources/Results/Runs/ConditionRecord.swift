/// A condition of a corpus: what it asks of the print and of the camera.
public struct ConditionRecord: Hashable, Sendable, Codable {
  /// One parameter with its value.
  public struct Setting: Hashable, Sendable, Codable {
    /// The parameter's key in a corpus file, such as `symbol-contrast`.
    public var parameter: String
    /// The value; several that the trials go round; or the two ends of a range.
    public var values: [Double]
    /// True if values are drawn at random between two ends.
    public var isRandom: Bool
    /// The unit; empty for yes and no.
    public var unit: String
    /// The parameter's name in bar code print quality standards, with the standard; `nil` if it has
    /// none.
    public var isoName: String?

    package init(
      parameter: String, values: [Double], isRandom: Bool, unit: String, isoName: String?
    ) {
      self.parameter = parameter
      self.values = values
      self.isRandom = isRandom
      self.unit = unit
      self.isoName = isoName
    }
  }

  /// The name in keys and reports.
  public var name: String
  /// The parameters that are asked for, in the order in which light meets them.
  public var settings: [Setting]

  package init(name: String, settings: [Setting]) {
    self.name = name
    self.settings = settings
  }
}
