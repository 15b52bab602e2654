/// The text of a content line, folded so that no line of the payload is longer than 75 bytes.
///
/// RFC 2426 (section 2.6) and RFC 5545 (section 3.1) fold in the same way: CR, LF and a space are
/// inserted, and readers remove all three.
enum FoldedText {
  private static let fold = "\r\n "
  private static let longestLine = 75

  /// ASCII words with the folds that they need; commas and semicolons are escaped.
  ///
  /// - Parameters:
  ///   - count: Bytes, folds included; 1 or more.
  ///   - name: Bytes of the line before the words.
  static func draw(_ count: Int, behind name: Int, _ generator: inout Xoshiro256) -> String {
    // Each line but the first starts with the fold's space.
    let first = longestLine - name
    let further = longestLine - 1
    var folds = 0
    while count - folds * fold.utf8.count > first + folds * further { folds += 1 }

    var left = RandomText.words(
      count - folds * fold.utf8.count, separatedBy: FieldForm.escapedSeparators, &generator)[...]
    var folded = ""
    for line in 0..<folds {
      // At least one byte is left for each of the following lines.
      let room = min(line == 0 ? first : further, left.utf8.count - (folds - line))
      folded += left.prefix(room) + fold
      left = left.dropFirst(room)
    }
    return folded + left
  }
}
