/// A stored run that thresholds are taken from.
public struct ThresholdRun: Hashable, Sendable, Codable {
  /// The report folder or store file.
  public let store: String
  /// The run's number in it.
  public let number: Int
  /// The corpus's name.
  public let corpus: String

  public init(store: String, number: Int, corpus: String) {
    self.store = store
    self.number = number
    self.corpus = corpus
  }
}
