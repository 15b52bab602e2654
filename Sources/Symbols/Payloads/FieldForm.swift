import Base

/// Payloads made of fields: fixed words with free text between them, of an exact length in bytes.
///
/// The set of optional fields is drawn first, among all choices that the length allows. The
/// remaining room is then distributed among the fields.
struct FieldForm: PayloadForm {
  /// A field: fixed text around a value.
  struct Field: Sendable {
    /// The text before the value.
    let opening: String
    /// The text after the value.
    let closing: String
    /// The sizes that the value may have, in bytes.
    let sizes: ClosedRange<Int>
    /// True if the payload is complete without the field.
    let isOptional: Bool
    /// The length of the opening and the closing in bytes.
    let overhead: Int
    /// True if one more byte separates this field from the next separated field.
    let isSeparated: Bool
    /// Draws a value of some size.
    let value: @Sendable (Int, inout Xoshiro256) -> String

    init(
      _ opening: String = "", _ sizes: ClosedRange<Int> = 0...0, _ closing: String = "",
      isOptional: Bool = false, overhead: Int? = nil, isSeparated: Bool = false,
      value: @escaping @Sendable (Int, inout Xoshiro256) -> String = { _, _ in "" }
    ) {
      self.opening = opening
      self.closing = closing
      self.sizes = sizes
      self.isOptional = isOptional
      self.overhead = overhead ?? opening.utf8.count + closing.utf8.count
      self.isSeparated = isSeparated
      self.value = value
    }
  }

  /// The content that needs as much room as any payload of a length.
  enum Bound: Sendable {
    /// The same number of ASCII characters of all sorts.
    case text
    /// The same number of bytes of element strings whose data is of all sorts.
    case elementStrings
    /// Unknown: payloads consist mostly of digits, and any text needs more room.
    case none
  }

  private let templates: [FieldTemplate]
  private let bound: Bound
  let rule: PayloadLengthRule

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - templates: Lists of fields; all that allow a length are equally likely.
  ///   - usual: The lengths that are drawn if a corpus names none.
  ///   - bound: The content that needs as much room as any payload of a length.
  /// - Precondition: At least one template allows each length from the shortest to the longest.
  init(_ templates: [[Field]], usual: ClosedRange<Int>, bound: Bound = .text) {
    self.bound = bound
    self.templates = templates.map(FieldTemplate.init)
    rule = PayloadLengthRule(
      shortest: self.templates.map(\.shortest).min() ?? 0,
      longest: min(self.templates.map(\.longest).max() ?? 0, PayloadLengthRule.most),
      usual: usual)
  }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    let fitting = templates.filter { $0.allows(count) }
    return fitting[generator.below(fitting.count)].draw(count: count, from: &generator)
  }

  func hardest(count: Int) -> [[UInt8]] {
    switch bound {
    // `~` belongs to no compact code set; the other text changes the code set at each character.
    case .text: [Self.cycle("~", count), Self.cycle("a1A~", count)]
    case .elementStrings: ApplicationIdentifier.hardest(count: count)
    case .none: []
    }
  }

  /// The first bytes of a text that is repeated again and again.
  static func cycle(_ text: String, _ count: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    return (0..<count).map { bytes[$0 % bytes.count] }
  }
}

/// One list of fields, with the sizes needed to fill a payload with them.
private struct FieldTemplate: Sendable {
  /// A choice of fields and the lengths that it allows.
  private struct Choice: Sendable {
    let fields: [Int]
    let lengths: ClosedRange<Int>
  }

  private let fields: [FieldForm.Field]
  private let choices: [Choice]

  var shortest: Int { choices.map(\.lengths.lowerBound).min() ?? 0 }
  var longest: Int { choices.map(\.lengths.upperBound).max() ?? 0 }

  init(_ fields: [FieldForm.Field]) {
    self.fields = fields
    let optional = fields.indices.filter { fields[$0].isOptional }
    choices = (0..<1 << optional.count).map { set in
      let chosen = fields.indices.filter { index in
        guard let bit = optional.firstIndex(of: index) else { return true }
        return set >> bit & 1 == 1
      }
      let parts = chosen.map { fields[$0] }
      // One byte stands between two separated fields, so that the last one needs none.
      let overhead =
        parts.reduce(0) { $0 + $1.overhead + ($1.isSeparated ? 1 : 0) }
        - (parts.contains(where: \.isSeparated) ? 1 : 0)
      let least = parts.reduce(overhead) { $0 + $1.sizes.lowerBound }
      let most = parts.reduce(overhead) { $0 + $1.sizes.upperBound }
      return Choice(fields: chosen, lengths: least...most)
    }
  }

  func allows(_ count: Int) -> Bool {
    choices.contains { $0.lengths.contains(count) }
  }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    let fitting = choices.filter { $0.lengths.contains(count) }
    let choice = fitting[generator.below(fitting.count)]
    let sizes = deal(
      count - choice.lengths.lowerBound, to: choice.fields.map { fields[$0].sizes }, &generator)
    var bytes: [UInt8] = []
    for (index, size) in zip(choice.fields, sizes) {
      let field = fields[index]
      let value = field.value(size, &generator)
      precondition(value.utf8.count == size, "\(field.opening) got \(value), not \(size) bytes")
      bytes += field.opening.utf8
      bytes += value.utf8
      bytes += field.closing.utf8
    }
    return bytes
  }

  /// Distributes some bytes, in addition to the smallest sizes, over the ranges at random.
  private func deal(
    _ spare: Int, to ranges: [ClosedRange<Int>], _ generator: inout Xoshiro256
  ) -> [Int] {
    var spare = spare
    var sizes = ranges.map(\.lowerBound)
    for index in shuffled(ranges.count, &generator) {
      let extra = generator.below(min(spare, ranges[index].count - 1) + 1)
      sizes[index] += extra
      spare -= extra
    }
    // The rest goes to the last fields, because they can hold the most.
    for index in ranges.indices.reversed() {
      let extra = min(spare, ranges[index].upperBound - sizes[index])
      sizes[index] += extra
      spare -= extra
    }
    return sizes
  }

  private func shuffled(_ count: Int, _ generator: inout Xoshiro256) -> [Int] {
    var order = Array(0..<count)
    for index in order.indices.reversed() { order.swapAt(index, generator.below(index + 1)) }
    return order
  }
}

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
