/// Reads patterns by recursive descent: choices of sequences of repeated parts.
struct PatternParser {
  private typealias Problem = PayloadPattern.Problem
  private typealias Node = PayloadPattern.Node

  private let scalars: [Unicode.Scalar]
  private var next = 0

  /// The characters that mean something else than themselves.
  private static let special = Set("\\.[]{}()*+?|^$".unicodeScalars)

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  private var current: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    next += 1
    return true
  }

  mutating func pattern() throws(PayloadPattern.Problem) -> PayloadPattern.Node {
    _ = takes("^")
    let root = try choice()
    _ = takes("$")
    guard next == scalars.count else { throw .unexpected(at: next) }
    return root
  }

  private mutating func choice() throws(PayloadPattern.Problem) -> PayloadPattern.Node {
    var parts = [try sequence()]
    while takes("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .choice(parts)
  }

  private mutating func sequence() throws(PayloadPattern.Problem) -> PayloadPattern.Node {
    var parts: [Node] = []
    while let scalar = current, scalar != "|", scalar != ")", scalar != "$" {
      parts.append(try repeated(try part(scalar)))
    }
    guard !parts.isEmpty else { throw .empty(at: next) }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func part(
    _ scalar: Unicode.Scalar
  ) throws(PayloadPattern.Problem) -> PayloadPattern.Node {
    let start = next
    next += 1
    switch scalar {
    case ".": return .byte(.all)
    case "\\": return .byte(try escape(from: start))
    case "[": return .byte(try set(from: start))
    case "(":
      if takes("?"), !takes(":") { throw .unexpected(at: next - 1) }
      let inner = try choice()
      guard takes(")") else { throw current == nil ? .unclosed(at: start) : .unexpected(at: next) }
      return inner
    case _ where Self.special.contains(scalar): throw .unexpected(at: start)
    default:
      let bytes = Array(String(Character(scalar)).utf8).map { Node.byte(ByteSet($0)) }
      return bytes.count == 1 ? bytes[0] : .sequence(bytes)
    }
  }

  // MARK: - Repetitions

  private mutating func repeated(
    _ part: PayloadPattern.Node
  ) throws(PayloadPattern.Problem) -> PayloadPattern.Node {
    let start = next
    guard let (least, most) = try counts() else { return part }
    // Nested, they take exponential time in many libraries.
    if most == nil, part.isUnlimited { throw .badRepetition(at: start) }
    // Two in a row are lazy or possessive in some languages and wrong in others.
    if let scalar = current, "*+?{".unicodeScalars.contains(scalar) { throw .unexpected(at: next) }
    return .repetition(part, least: least, most: most)
  }

  private mutating func counts() throws(PayloadPattern.Problem) -> (least: Int, most: Int?)? {
    let start = next
    if takes("*") { return (0, nil) }
    if takes("+") { return (1, nil) }
    if takes("?") { return (0, 1) }
    guard takes("{") else { return nil }
    guard let least = number() else { throw .unexpected(at: next) }
    var most: Int? = least
    if takes(",") { most = number() }
    guard takes("}") else { throw current == nil ? .unclosed(at: start) : .unexpected(at: next) }
    let largest = most ?? least
    guard largest >= least, largest <= PayloadPattern.mostRepetitions, most != 0 else {
      throw .badRepetition(at: start)
    }
    return (least, most)
  }

  private mutating func number() -> Int? {
    var value: Int?
    while let digit = current?.value, (0x30...0x39).contains(digit) {
      // Any large number will do for what is too large.
      value = min((value ?? 0) * 10 + Int(digit - 0x30), 1_000_000)
      next += 1
    }
    return value
  }

  // MARK: - Sets

  /// Reads what follows a backslash.
  private mutating func escape(from start: Int) throws(PayloadPattern.Problem) -> ByteSet {
    guard let scalar = current else { throw .unclosed(at: start) }
    next += 1
    switch scalar {
    case "d": return .digits
    case "D": return ByteSet.digits.inverted
    case "w": return .wordCharacters
    case "W": return ByteSet.wordCharacters.inverted
    case "s": return .spaces
    case "S": return ByteSet.spaces.inverted
    case "t": return ByteSet(0x09)
    case "n": return ByteSet(0x0a)
    case "v": return ByteSet(0x0b)
    case "f": return ByteSet(0x0c)
    case "r": return ByteSet(0x0d)
    case "x":
      let digits = scalars[next..<min(next + 2, scalars.count)].map { String(Character($0)) }
      guard digits.count == 2, let bytes = [UInt8](hexadecimal: digits.joined()) else {
        throw .unexpected(at: start)
      }
      next += 2
      return ByteSet(bytes[0])
    default:
      // A letter or digit would be an escape that patterns here do not have.
      guard scalar.isASCII, !ByteSet.wordCharacters.contains(UInt8(scalar.value)) else {
        throw .unexpected(at: start)
      }
      return ByteSet(UInt8(scalar.value))
    }
  }

  /// Reads a class, from after its bracket on.
  private mutating func set(from start: Int) throws(PayloadPattern.Problem) -> ByteSet {
    let isInverted = takes("^")
    var set = ByteSet()
    // An empty class is a bracket in some languages.
    if current == "]" { throw .unexpected(at: next) }
    while !takes("]") {
      guard current != nil else { throw .unclosed(at: start) }
      let place = next
      let low = try member()
      guard current == "-", next + 1 < scalars.count, scalars[next + 1] != "]" else {
        set.formUnion(low)
        continue
      }
      next += 1
      let high = try member()
      guard let first = low.single, let last = high.single, first <= last else {
        throw .badClass(at: place)
      }
      set.insert(first...last)
    }
    return isInverted ? set.inverted : set
  }

  private mutating func member() throws(PayloadPattern.Problem) -> ByteSet {
    let place = next
    guard let scalar = current else { throw .unclosed(at: place) }
    next += 1
    if scalar == "\\" { return try escape(from: place) }
    // A bracket in a class begins a set of sets in some languages.
    if scalar == "[" { throw .unexpected(at: place) }
    guard scalar.isASCII else { throw .badClass(at: place) }
    return ByteSet(UInt8(scalar.value))
  }
}

extension ByteSet {
  /// The only member; `nil` if there is not exactly one.
  var single: UInt8? {
    let ranges = ranges
    return ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}
