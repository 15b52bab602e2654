import ArgumentParser
import Base

extension NumberBounds {
  /// Decodes of all decoders together, pictures of a search, and other counts that may be large.
  package static let count = NumberBounds(whole: 1...1_000_000_000_000)
  /// The longest time of a hunt, a fuzz or a soak, in minutes.
  package static let minutes = NumberBounds(0.01...10_000, "a number from 0.01 to 10000")
  /// Half-widths, ratios and lengths of any unit.
  package static let positive = NumberBounds(1e-9...1e9, "a number from 1e-9 to 1e9")

  /// Refuses an option's number that is out of bounds; one that is not given is no fault.
  ///
  /// - Throws: `ValidationError` that names the option and the bounds.
  package func check(_ number: Double?, _ option: String) throws {
    guard let number, !contains(number) else { return }
    throw ValidationError("\(option) is \(rule)")
  }

  /// Refuses an option's whole number that is out of bounds; one that is not given is no fault.
  ///
  /// - Throws: `ValidationError` that names the option and the bounds.
  package func check(_ number: Int?, _ option: String) throws {
    try check(number.map(Double.init), option)
  }
}
