/// The verdict on what a reading means, beside the verdict on its data.
///
/// The characters are stored: new ones may be added, and none may be changed.
public enum MeaningVerdict: Character, CaseIterable, Hashable, Sendable {
  /// A user of the reading would do the same as a user of what the symbol says.
  case same = "s"
  /// The reading means something else and looks right: nobody notices.
  case different = "d"
  /// The reading shows by itself that it is broken: no text where text is meant, no network where a
  /// network is meant, a check that fails.
  case unreadable = "u"

  /// The character of a symbol for which there is no reading.
  package static let absent: Character = "-"
  /// The character of a symbol of a symbology that the decoder does not read: no attempt.
  package static let unsupported: Character = "."

  /// The name in exports.
  package var name: String {
    switch self {
    case .same: "same"
    case .different: "different"
    case .unreadable: "unreadable"
    }
  }
}
