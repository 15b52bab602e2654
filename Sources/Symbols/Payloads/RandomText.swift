import Base

/// Pieces of text of an exact length in bytes, for payloads that look like real ones.
///
/// Each piece contains enough numbers and random syllables that no two trials get the same one.
enum RandomText {
  /// Digits, each equally likely.
  static func digits(_ count: Int, _ generator: inout Xoshiro256) -> String {
    characters(count, of: .digits, &generator)
  }

  /// Digits whose last is the check digit of the others (GS1 General Specifications, 7.9.1).
  static func checkedDigits(
    _ count: Int, startingWith start: String = "", _ generator: inout Xoshiro256
  ) -> String {
    let digits = start + self.digits(count - 1 - start.utf8.count, &generator)
    return digits + String(Unicode.Scalar(CheckDigits.modulo10(of: Array(digits.utf8))))
  }

  /// Lower-case letters and digits, as in shortened links and keys.
  static func token(_ count: Int, _ generator: inout Xoshiro256) -> String {
    characters(count, of: .token, &generator)
  }

  /// Characters of an ASCII alphabet, each equally likely.
  static func characters(
    _ count: Int, of alphabet: Alphabet, _ generator: inout Xoshiro256
  ) -> String {
    String(
      decoding: (0..<count).map { _ in alphabet.bytes[generator.below(alphabet.bytes.count)] },
      as: UTF8.self)
  }

  /// A pronounceable name: `Kamiro`; one in four has an accented letter, if there is room.
  static func name(_ count: Int, _ generator: inout Xoshiro256) -> String {
    var accent = count >= 4 && generator.below(4) == 0 ? 1 + generator.below(count - 3) : count
    // A vowel is due at every odd place, and an accented vowel takes two bytes.
    accent |= 1
    var name = ""
    while name.utf8.count < count {
      let place = name.utf8.count
      if place == accent, place + 2 <= count {
        name += pick(accented, &generator)
      } else {
        let letter = pick(place % 2 == 0 ? consonants : vowels, &generator)
        name += place == 0 ? letter.uppercased() : letter
      }
    }
    return name
  }

  /// Words and numbers, with one of some separators between any two.
  ///
  /// - Parameters:
  ///   - separators: Separators between two words; one that is listed twice is twice as likely.
  ///   - isASCII: Leaves out words with accented letters.
  static func words(
    _ count: Int, separatedBy separators: [String] = [" "], isASCII: Bool = true,
    _ generator: inout Xoshiro256
  ) -> String {
    var text = ""
    var left = count
    while left > 0 {
      let word = word(isASCII: isASCII, &generator)
      let separator = pick(separators, &generator)
      let taken = word.utf8.count + separator.utf8.count
      if word.utf8.count == left {
        return text + word
      } else if taken < left {
        text += word + separator
        left -= taken
      } else {
        return text + characters(left, of: .smallLetters, &generator)
      }
    }
    return text
  }

  /// A host's name (RFC 1123): `www.kamiro.org`.
  ///
  /// - Precondition: `count` is 4 to 60, so that no label is longer than the 63 bytes allowed.
  static func host(_ count: Int, _ generator: inout Xoshiro256) -> String {
    precondition((4...60).contains(count), "no host has a name of \(count) bytes")
    let domain = pick(topDomains.filter { $0.utf8.count + 2 <= count }, &generator)
    var left = count - domain.utf8.count - 1
    var start = ""
    if left >= 9, generator.below(3) == 0 {
      start = "www."
      left -= 4
    }
    return start + words(left, separatedBy: ["-", ""], &generator) + "." + domain
  }

  /// An international number (ITU-T E.164): a plus sign, a country code and more digits.
  ///
  /// - Precondition: `count` is 8 to 16, the plus sign included.
  static func phoneNumber(_ count: Int, _ generator: inout Xoshiro256) -> String {
    precondition((8...16).contains(count), "no number has \(count - 1) digits")
    let country = pick(countryCodes, &generator)
    let first = String(1 + generator.below(9))
    return "+" + country + first + digits(count - 2 - country.utf8.count, &generator)
  }

  /// A valid calendar day from 2020 to 2039: `20280229`.
  static func date(_ generator: inout Xoshiro256) -> String {
    let year = 2020 + generator.below(20)
    let month = 1 + generator.below(12)
    // No year in the range is a century year without a leap day.
    let days = [31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    let day = 1 + generator.below(days[month - 1])
    return String(year) + twoDigits(month) + twoDigits(day)
  }

  /// A number from 0 to 99 in two digits.
  static func twoDigits(_ number: Int) -> String {
    (number < 10 ? "0" : "") + String(number)
  }

  /// One of some texts.
  ///
  /// - Precondition: There is at least one.
  static func pick(_ texts: [String], _ generator: inout Xoshiro256) -> String {
    texts[generator.below(texts.count)]
  }

  private static func word(isASCII: Bool, _ generator: inout Xoshiro256) -> String {
    switch generator.below(8) {
    case 0, 1: digits(1 + generator.below(5), &generator)
    case 2: token(3 + generator.below(6), &generator)
    case 3 where !isASCII: pick(accentedWords, &generator)
    default: pick(plainWords, &generator)
    }
  }

  private static let consonants = "b d f g h k l m n p r s t v w z".split(separator: " ").map(
    String.init)
  private static let vowels = "a e i o u".split(separator: " ").map(String.init)
  private static let accented = "á ä é è í ó ö ø ü å".split(separator: " ").map(String.init)
  private static let topDomains = "com org net io de fr jp it nl se info shop".split(
    separator: " "
  ).map(String.init)
  private static let countryCodes = "1 20 27 31 33 34 39 44 46 49 55 61 81 82 86 91 353 358 971"
    .split(separator: " ").map(String.init)
  private static let plainWords = """
    annex answer box case catalogue centre check city code contact content delivery desk event
    field floor gate green guide hall help home index item join label lake light line list loft
    manual map market meet menu note office open order pack page park part place plan point price
    product queue rail red report river room route sale serial shop sign site south stage station
    store street table ticket tower town track trade tram unit value view visit ward water west yard
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  private static let accentedWords = "café Straße señor Grüße ñandú smörgås naïve Łódź crème Ωμέγα"
    .split(separator: " ").map(String.init)
}

extension Alphabet {
  /// Lower-case letters and digits.
  fileprivate static let token = digits.joined(with: smallLetters)
}
