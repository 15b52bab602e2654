/// The bounds of a number that comes from a file, an option or another program.
///
/// Whatever is computed from a number within its bounds fits: durations in nanoseconds, sums of counts, sizes
/// in bytes. Units are in names, so that a number's name in a JSON file says which bounds it has.
public struct NumberBounds: Hashable, Sendable {
  /// The least and the greatest number.
  public let range: ClosedRange<Double>
  /// True for numbers without a fraction.
  public let isWhole: Bool
  /// The rule in words, to follow "write": `a number from 1 to 1024`.
  public let rule: String

  /// Makes bounds of whole numbers.
  ///
  /// - Precondition: Both ends are numbers that `Double` holds exactly: below 2⁵³ in size.
  public init(whole range: ClosedRange<Int>, _ rule: String? = nil) {
    self.range = Double(range.lowerBound)...Double(range.upperBound)
    precondition(
      max(range.lowerBound.magnitude, range.upperBound.magnitude) <= 1 << 53, "bounds are exact")
    isWhole = true
    self.rule = rule ?? "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  /// Makes bounds of numbers with a fraction.
  public init(_ range: ClosedRange<Double>, _ rule: String) {
    (self.range, isWhole, self.rule) = (range, false, rule)
  }

  /// True if a number lies within the bounds.
  public func contains(_ number: Double) -> Bool {
    range.contains(number) && (!isWhole || number == number.rounded())
  }

  /// Reads a whole number as people type it; `nil` for one out of bounds and for anything else.
  public func whole(parsing text: String) -> Int? {
    guard isWhole, let number = Int(text), contains(Double(number)) else { return nil }
    return number
  }

  /// Reads a number as people type it; `nil` for one out of bounds and for anything else.
  public func number(parsing text: String) -> Double? {
    guard let number = Double(text), contains(number) else { return nil }
    return number
  }
}

extension NumberBounds {
  /// Samples in work at the same time.
  public static let jobs = NumberBounds(whole: 1...1024)
  /// Fatal images in a row after which a decoder is given up.
  public static let deaths = NumberBounds(whole: 1...1024)
  /// Trials at each level.
  public static let trials = NumberBounds(whole: 1...1_000_000)
  /// The deadline of one decode, in seconds.
  public static let timeoutSeconds = NumberBounds(
    0.001...86_400, "a number of seconds from 0.001 to 86400")
  /// Memory of a worker, in bytes: below 32 MiB no worker starts.
  public static let memoryLimitBytes = NumberBounds(
    whole: 32 << 20...1 << 50, "a number of bytes from 32 MiB to 1 PiB")
  /// A part of a whole.
  public static let share = NumberBounds(0...1, "a number from 0 to 1")
}

/// The bounds of numbers by their names in JSON files.
extension NumberBounds {
  /// The bounds of the number of a name: its own, or those of its unit.
  static func named(_ name: Substring) -> NumberBounds {
    byName[String(name)] ?? byUnit.first { name.lowercased().hasSuffix($0.unit) }?.bounds ?? other
  }

  private static let byName: [String: NumberBounds] = [
    "timeoutSeconds": timeoutSeconds,
    "memoryLimitBytes": memoryLimitBytes,
    "deathsBeforeGivingUp": deaths,
    "jobs": jobs,
    "cores": NumberBounds(whole: 1...1 << 20),
    "seed": anySeed, "givenSeed": anySeed,
    "schemaVersion": NumberBounds(whole: 0...1 << 20),
    // A run that looks for misreads has the most trials.
    "trials": NumberBounds(whole: 0...100_000_000),
    "trial": NumberBounds(whole: 0...100_000_000),
    "payloads": NumberBounds(whole: 0...100_000_000),
    "confirmations": NumberBounds(whole: 1...1_000_000),
    "window": NumberBounds(whole: 1...1_000_000),
  ]

  /// All numbers of 64 bits: nothing is computed from a seed.
  private static let anySeed = NumberBounds(
    0...0x1p64, "a whole number of at most 64 bits")

  private static let byUnit: [(unit: String, bounds: NumberBounds)] = [
    // A run's processor time is that of all its cores.
    ("nanoseconds", NumberBounds(-1e17...1e17, "a time of at most 3 years, in nanoseconds")),
    ("milliseconds", NumberBounds(-1e11...1e11, "a time of at most 3 years, in milliseconds")),
    ("seconds", NumberBounds(-1e8...1e8, "a time of at most 3 years, in seconds")),
    ("bytes", NumberBounds(0...0x1p50, "a size of at most 1 PiB, in bytes")),
  ]

  /// Products of two of them, and sums of thousands, still fit.
  private static let other = NumberBounds(-1e12...1e12, "a number from -1e12 to 1e12")
}
