/// The application identifiers that GS1 defines, with the syntax of their data.
///
/// The entries are read once from the table; lookups take constant time.
enum GS1Dictionary {
  /// All entries by their identifier.
  static let entries: [String: GS1Entry] = {
    var result: [String: GS1Entry] = [:]
    for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
      for entry in GS1Entry.read(Array(line)[...]) { result[entry.identifier] = entry }
    }
    return result
  }()

  /// The entry whose identifier some data begins with; `nil` if none does.
  ///
  /// No identifier is the beginning of another.
  static func entry(atStartOf data: Bytes) -> GS1Entry? {
    for length in 2...4 where data.count >= length {
      let identifier = data.prefix(length)
      guard identifier.isDigits else { return nil }
      if let entry = entries[identifier.string] { return entry }
    }
    return nil
  }
}

/// One application identifier's entry in the dictionary.
struct GS1Entry: Sendable {
  /// The identifier, two to four digits.
  let identifier: String
  /// The data title, such as `BATCH/LOT`.
  let title: String
  /// True if the length is predefined, so that no separator need follow.
  let isPredefinedLength: Bool
  /// True if it may be an attribute in the query of a GS1 Digital Link URI.
  let isLinkAttribute: Bool
  /// The parts of its data, in order; only the last may vary in length.
  let components: [GS1Component]
  /// The identifiers that must be there, too: of each list, one group.
  let requirements: [[[String]]]
  /// The identifiers that must not be there, too; `n` stands for any digit.
  let exclusions: [String]
  /// Sequences of qualifiers that may follow it in the path of a URI; `nil` if it is no primary key.
  let qualifiers: [[String]]?

  /// The length of all components, where it is predefined.
  var predefinedLength: Int { components.reduce(0) { $0 + $1.lengths.upperBound } }

  /// Reads a line of the table; several entries for a range of identifiers.
  static func read(_ line: Bytes) -> [GS1Entry] {
    let (body, title) = line.cut(at: UInt8(ascii: "#"))
    var words = body.split(separator: UInt8(ascii: " "))
    guard !words.isEmpty else { return [] }
    let range = words.removeFirst()
    var flags: Bytes = []
    if let first = words.first,
      first.allSatisfy({ $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") })
    {
      flags = words.removeFirst()
    }
    var components: [GS1Component] = []
    var requirements: [[[String]]] = []
    var exclusions: [String] = []
    var qualifiers: [[String]]?
    for word in words {
      if let list = word.after("req=") {
        requirements.append(
          list.parts(by: UInt8(ascii: ",")).map { $0.parts(by: UInt8(ascii: "+")).map(\.string) })
      } else if let list = word.after("ex=") {
        exclusions += list.parts(by: UInt8(ascii: ",")).map(\.string)
      } else if let list = word.after("dlpkey=") {
        qualifiers = list.parts(by: UInt8(ascii: "|")).map {
          $0.parts(by: UInt8(ascii: ",")).map(\.string)
        }
      } else if word.begins(with: "dlpkey") {
        qualifiers = []
      } else if let component = GS1Component(word) {
        components.append(component)
      }
    }
    return identifiers(in: range).map {
      GS1Entry(
        identifier: $0, title: (title ?? []).trimmed.string,
        isPredefinedLength: flags.contains(UInt8(ascii: "*")),
        isLinkAttribute: flags.contains(UInt8(ascii: "?")), components: components,
        requirements: requirements, exclusions: exclusions, qualifiers: qualifiers)
    }
  }

  private static func identifiers(in range: Bytes) -> [String] {
    let (first, last) = range.cut(at: UInt8(ascii: "-"))
    guard let last, let from = first.wholeNumber, let to = last.wholeNumber, from <= to else {
      return [first.string]
    }
    return (from...to).map(String.init)
  }
}

/// One part of an application identifier's data.
struct GS1Component: Sendable {
  /// The characters that a part may have.
  enum Characters: Character, Sendable {
    /// Digits.
    case digits = "N"
    /// Character set 82 (GS1 General Specifications, figure 7.11-1).
    case set82 = "X"
    /// Character set 39 (figure 7.11-2).
    case set39 = "Y"
    /// Character set 64, base64url (figure 7.11-3).
    case set64 = "Z"

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .digits: byte.isDigit
      case .set82:
        byte.isDigit || byte.isLetter || Self.others82.contains(byte)
      case .set39:
        byte.isDigit || (byte >= 0x41 && byte <= 0x5A) || byte == 0x23 || byte == 0x2D
          || byte == 0x2F
      case .set64: byte.isDigit || byte.isLetter || byte == 0x2D || byte == 0x5F || byte == 0x3D
      }
    }

    private static let others82: Set<UInt8> = Set("!\"%&'()*+,-./:;<=>?_".utf8)
  }

  let characters: Characters
  let lengths: ClosedRange<Int>
  let isOptional: Bool
  let checks: [GS1Check]

  /// Reads a specification such as `N13`, `X..20` or `[N4],hhmi`; `nil` for anything else.
  init?(_ word: Bytes) {
    var parts = word.parts(by: UInt8(ascii: ","))
    var type = parts.removeFirst()
    isOptional = type.first == UInt8(ascii: "[")
    if isOptional { type = type.dropFirst().dropLast() }
    guard let letter = type.popFirst(),
      let characters = Characters(rawValue: Character(Unicode.Scalar(letter)))
    else { return nil }
    self.characters = characters
    if let most = type.after("..")?.wholeNumber, most >= 1 {
      lengths = 1...most
    } else if let length = type.wholeNumber {
      lengths = length...length
    } else {
      return nil
    }
    checks = parts.compactMap { GS1Check(rawValue: $0.string) }
    guard checks.count == parts.count else { return nil }
  }
}
