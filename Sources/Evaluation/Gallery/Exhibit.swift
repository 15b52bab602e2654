/// A few samples that show one thing about one decoder.
package struct Exhibit: Hashable, Sendable {
  /// The kind of samples in an exhibit.
  package enum Subject: Hashable, Sendable {
    /// Samples missed right below the level from which the decoder is reliable.
    case belowThreshold
    /// Samples missed on a sweep without thresholds; those that others read come first.
    case missed
    /// Samples missed at levels that fail although harder levels are read better.
    case island
    /// Samples that ended in an error: a crash, a timeout or a failure.
    case broken(Verdict)
    /// Samples misread.
    case misread
    /// Samples read by another decoder, given by its name in tables, and not by this one.
    case readOnlyBy(String)
  }

  /// The decoder's name in tables.
  package var decoder: String
  /// The kind of samples shown.
  package var subject: Subject
  /// The number of samples of this kind in the run; `nil` where that is not counted.
  package var total: Int?
  /// Indices of the samples among the gallery's pictures.
  package var pictures: [Int]

  /// Makes an exhibit.
  package init(decoder: String, subject: Subject, total: Int? = nil, pictures: [Int]) {
    self.decoder = decoder
    self.subject = subject
    self.total = total
    self.pictures = pictures
  }
}
