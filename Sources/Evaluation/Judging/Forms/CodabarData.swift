/// Codabar data: 16 characters between a start and a stop character of four kinds each.
enum CodabarData {
  /// The characters in the order of their values, start and stop included (EN 798).
  private static let alphabet = Array("0123456789-$:/.+ABCD".utf8)
  private static let startStops: [UInt8: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("ABCDabcdTN*Etn".utf8, "ABCDABCDABCDAB".utf8)
      .map { ($0, $1) } + [(UInt8(ascii: "e"), UInt8(ascii: "D"))])

  static func forms(of form: Form) -> [Form] {
    guard form.bytes.count >= 2, let first = form.bytes.first, let last = form.bytes.last,
      let start = startStops[first], let stop = startStops[last]
    else { return [form] }
    var named = form
    if start != first || stop != last {
      named = form.simplified(
        to: [start] + form.bytes.dropFirst().dropLast() + [stop], by: .codabarStartStopNames)
    }
    var whole = [named]
    if let short = withoutCheck(named.bytes) {
      whole.append(named.simplified(to: short, by: .codabarCheck))
    }
    return [form] + whole
      + whole.map { $0.simplified(to: $0.bytes.dropFirst().dropLast(), by: .codabarStartStop) }
  }

  /// Returns the data without the check character before the stop; `nil` unless all values add up
  /// to a multiple of 16.
  static func withoutCheck(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 3 else { return nil }
    var sum = 0
    for byte in bytes {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      sum += value
    }
    return sum % 16 == 0 ? bytes.dropLast(2) + bytes.suffix(1) : nil
  }
}
