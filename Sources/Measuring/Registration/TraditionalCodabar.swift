/// The widths of traditional Codabar, ten characters to the inch, as libraries and blood banks print it: 18
/// widths, so that all characters are equally wide (AIM USS Codabar).
enum TraditionalCodabar {
  /// Bars and spaces of each character in turn, in thousandths of an inch.
  private static let characters: [[Float]] = [
    [6.5, 10.4, 6.5, 10.4, 6.5, 24.3, 18.6], [6.5, 10.4, 6.5, 10.4, 17.9, 24.3, 6.5],
    [6.5, 10.0, 6.5, 24.4, 6.5, 10.0, 18.6], [17.9, 24.3, 6.5, 10.4, 6.5, 10.4, 6.5],
    [6.5, 10.4, 17.9, 10.4, 6.5, 24.3, 6.5], [17.9, 10.4, 6.5, 10.4, 6.5, 24.3, 6.5],
    [6.5, 24.3, 6.5, 10.4, 6.5, 10.4, 17.9], [6.5, 24.3, 6.5, 10.4, 17.9, 10.4, 6.5],
    [6.5, 24.3, 17.9, 10.4, 6.5, 10.4, 6.5], [18.6, 10.0, 6.5, 24.4, 6.5, 10.0, 6.5],
    [6.5, 10.0, 18.6, 24.4, 6.5, 10.0, 6.5], [6.5, 10.0, 6.5, 24.4, 18.6, 10.0, 6.5],
    [16.7, 9.3, 6.5, 9.3, 16.7, 9.3, 14.7], [14.7, 9.3, 16.7, 9.3, 6.5, 9.3, 16.7],
    [13.6, 10.1, 14.9, 10.1, 17.2, 10.1, 6.5], [6.5, 10.1, 17.2, 10.1, 14.9, 10.1, 13.6],
    [6.5, 8.0, 19.6, 19.4, 6.5, 16.1, 6.5], [6.5, 16.1, 6.5, 19.4, 6.5, 8.0, 19.6],
    [6.5, 8.0, 6.5, 19.4, 6.5, 16.1, 19.6], [6.5, 8.0, 6.5, 19.4, 19.6, 16.1, 6.5],
  ]
  private static let narrow: Float = 6.5
  /// The width of a wide element, next to which others are given, and that of a character with its gap.
  private static let (wide, pitch): (Float, Float) = (17.9, 100)

  /// How far an element is on the way from the narrow to the wide one; more than 1 is wider.
  ///
  /// - Parameters:
  ///   - index: The element; 7 is the gap behind the character.
  ///   - isWide: The character's bars and spaces, those of two widths that are the wide ones.
  /// - Returns: `nil` if there is no such character.
  static func wideShare(ofElement index: Int, in isWide: [Bool]) -> Float? {
    guard let widths = characters.first(where: { $0.map { $0 > 12 } == isWide }) else { return nil }
    let width = index < 7 ? widths[index] : pitch - widths.reduce(0, +)
    return (width - narrow) / (wide - narrow)
  }
}
