/// A few samples that show one thing about one decoder.
package struct Exhibit: Hashable, Sendable {
  /// What they show.
  package enum Subject: Hashable, Sendable {
    /// What it misses right below the level from which it is reliable.
    case belowThreshold
    /// What it misses on a sweep without thresholds, what others read first.
    case missed
    /// What it misses at levels that fail although harder ones read better.
    case island
    /// What broke it, by crash, timeout or failure.
    case broken(Verdict)
    /// What it misread.
    case misread
    /// What another decoder, by its name in tables, reads and it does not.
    case readOnlyBy(String)
  }

  /// The decoder's name in tables.
  package var decoder: String
  /// What the samples show.
  package var subject: Subject
  /// How many samples there are of the kind; `nil` where that is not counted.
  package var total: Int?
  /// The samples, by their place among the gallery's pictures.
  package var pictures: [Int]

  /// Makes an exhibit.
  package init(decoder: String, subject: Subject, total: Int? = nil, pictures: [Int]) {
    self.decoder = decoder
    self.subject = subject
    self.total = total
    self.pictures = pictures
  }
}
