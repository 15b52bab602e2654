/// A decoder's description of itself, given before it is given work.
public struct DecoderIdentity: Hashable, Sendable {
  /// The short name used on the command line, such as `zbar`: lower-case letters, digits, hyphens.
  public var name: String
  /// One sentence for `harness list decoders`.
  public var summary: String
  /// The library that does the reading, such as `ZXing-C++`.
  public var library: String
  /// The library's version as measured at run time where it can be, such as `0.23.92`.
  public var version: String
  /// The symbologies that the decoder can read. Others are `unsupported`, which is not a failure.
  public var symbologies: Set<Symbology>
  /// The options that the decoder knows.
  public var options: [OptionSpecification]
  /// Named sets of option values. Every decoder has `default`, which changes nothing.
  public var profiles: [DecoderProfile]
  /// True if it takes part only when asked for by name: for diagnostics and for decoders that cost.
  public var isOptIn: Bool
  /// The systems on which the library is published or packaged, such as `Linux`; empty if that is not known.
  public var platforms: [String]

  public init(
    name: String, summary: String, library: String, version: String,
    symbologies: Set<Symbology>, options: [OptionSpecification] = [],
    profiles: [DecoderProfile] = [], isOptIn: Bool = false, platforms: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.library = library
    self.version = version
    self.symbologies = symbologies
    self.options = options
    self.profiles = profiles
    self.isOptIn = isOptIn
    self.platforms = platforms
  }

  /// True if the decoder reads a symbology, or the plain symbology that carries it.
  public func supports(_ symbology: Symbology) -> Bool {
    symbologies.contains(symbology) || symbologies.contains(symbology.carrier)
  }
}

/// One option that a decoder knows.
public struct OptionSpecification: Hashable, Sendable {
  /// The values that an option can take.
  public enum Kind: Hashable, Sendable {
    /// `true` or `false`.
    case flag
    /// A whole number in a range.
    case integer(ClosedRange<Int>)
    /// One of these words.
    case choice([String])
  }

  /// What an option is for, so that a host can set and explain options of decoders that it does not know.
  public enum Purpose: String, Hashable, Sendable, Codable {
    /// A flag: reads light symbols on dark paper, too.
    case inverted
    /// A flag: reads symbols that are turned, too.
    case turned
    /// A number: the most symbols that are read in an image.
    case symbolCount = "symbol-count"
    /// A choice of `ignore`, `read` and `require`: what is done with EAN and UPC add-ons.
    case addOns = "add-ons"
    /// A flag: takes only symbols whose optional check character is right.
    case checkDigit = "check-digit"
    /// Changes what is returned of a symbol, not which symbols are read.
    case output
  }

  /// The name as typed: `try-harder`.
  public var name: String
  /// One sentence that says what the option does.
  public var summary: String
  /// The values that the option can take.
  public var kind: Kind
  /// The value that applies when none is asked for, as it would be typed.
  public var defaultValue: String
  /// What it is for; `nil` for one that only reading more or in less time can judge.
  public var purpose: Purpose?
  /// Values of a number that a search for good settings should try.
  public var worthTrying: [Int] = []

  /// Returns the option with what it is for, and the values of a number that are worth trying.
  public func with(purpose: Purpose? = nil, worthTrying: [Int] = []) -> Self {
    var option = self
    (option.purpose, option.worthTrying) = (purpose, worthTrying)
    return option
  }

  /// Makes an option that is `true` or `false`.
  public static func flag(_ name: String, default value: Bool, _ summary: String) -> Self {
    Self(name: name, summary: summary, kind: .flag, defaultValue: String(value))
  }

  /// Makes an option that is a whole number in a range.
  public static func integer(
    _ name: String, default value: Int, in range: ClosedRange<Int>, _ summary: String
  ) -> Self {
    precondition(range.contains(value), "the default of \(name) is outside its own range")
    return Self(
      name: name, summary: summary, kind: .integer(range), defaultValue: String(value))
  }

  /// Makes an option that is one of several words.
  public static func choice(
    _ name: String, default value: String, of words: [String], _ summary: String
  ) -> Self {
    precondition(words.contains(value), "the default of \(name) is not one of its words")
    return Self(name: name, summary: summary, kind: .choice(words), defaultValue: value)
  }

  /// The values that the option takes, in words: `true or false`, `1 to 8`, `one of a, b`.
  public var accepted: String {
    switch kind {
    case .flag: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    }
  }

  /// The value in its canonical spelling, or `nil` when the option does not take it.
  public func canonical(_ value: String) -> String? {
    switch kind {
    case .flag:
      switch value.lowercased() {
      case "true", "yes", "on", "1": "true"
      case "false", "no", "off", "0": "false"
      default: nil
      }
    case .integer(let range):
      Int(value).flatMap { range.contains($0) ? String($0) : nil }
    case .choice(let words):
      words.contains(value) ? value : nil
    }
  }
}

/// A named set of option values.
public struct DecoderProfile: Hashable, Sendable, Codable {
  /// The name as typed: `tuned`.
  public var name: String
  /// One sentence that says when to use it.
  public var summary: String
  /// Option name → value, as typed.
  public var settings: [String: String]

  public init(name: String, summary: String, settings: [String: String]) {
    self.name = name
    self.summary = summary
    self.settings = settings
  }
}
