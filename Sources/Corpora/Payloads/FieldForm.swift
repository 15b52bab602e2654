/// Payloads made of fields: fixed words with free text between them, sized to the byte.
///
/// Which of the optional fields take part is drawn first, among all choices that the length allows;
/// the room that is left is then dealt out to the fields.
struct FieldForm: PayloadForm {
  /// A field: fixed text around a value.
  struct Field: Sendable {
    /// What stands before the value.
    let opening: String
    /// What stands behind it.
    let closing: String
    /// How many bytes the value may have.
    let sizes: ClosedRange<Int>
    /// Whether the payload is complete without the field.
    let isOptional: Bool
    /// Bytes that the opening and closing count for.
    let overhead: Int
    /// Whether a byte goes between this field and the next one of this sort.
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

  /// What takes as much room as any payload of a length.
  enum Bound: Sendable {
    /// As many characters in ASCII, of all sorts.
    case text
    /// As many bytes of element strings whose data is of all sorts.
    case elementStrings
    /// Unknown: payloads are digits for the most part, and any text takes more.
    case none
  }

  private let templates: [FieldTemplate]
  private let bound: Bound
  let rule: PayloadLengthRule

  /// Makes a form.
  ///
  /// - Parameters:
  ///   - templates: Lists of fields; every one that allows a length is equally likely.
  ///   - usual: What lengths are drawn where a corpus names none.
  ///   - bound: What takes as much room as any payload of a length.
  /// - Precondition: Every length from the shortest to the longest is allowed by some template.
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
    // The one is no code set's own; the other is in another code set at each character.
    case .text: [Self.cycle("~", count), Self.cycle("a1A~", count)]
    case .elementStrings: ApplicationIdentifier.hardest(count: count)
    case .none: []
    }
  }

  /// Data of all sorts is what element strings have at worst, and often have.
  var isHardestBound: Bool { bound == .elementStrings }

  /// The first bytes of a text said again and again.
  static func cycle(_ text: String, _ count: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    return (0..<count).map { bytes[$0 % bytes.count] }
  }
}

/// One list of fields, and what it takes to fill a payload with them.
private struct FieldTemplate: Sendable {
  /// A choice of fields, and the lengths that it allows.
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
      // A byte goes between each two of the separated fields, so that the last needs none.
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

  /// Sizes within ranges, by some bytes larger together than the smallest sizes.
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
    // What is left goes to the last fields, which are the ones that hold much.
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
