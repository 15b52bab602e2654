import DecoderKit

/// Finds the symbology that the name of a folder says.
///
/// A folder names a symbology if a sequence of its words is a name of that symbology: `qrcode-2`,
/// `multi-qrcode-1`, `EAN 13`, `my_data-matrix_photos`, `rssexpandedstacked-1`. The longest sequence
/// counts, so that `micro-qr-1` is not QR. Where no words do, a word that begins or ends with an
/// unmistakable name does: `QRCodes`, `blurredqrcodes`, `ean13images`.
enum FolderSymbology {
  /// Returns the symbology that a path names, from the innermost folder outwards; `nil` if it names none,
  /// or if a folder names two.
  static func named(by path: String) -> Symbology? {
    for part in path.split(separator: "/").reversed() {
      let found = symbologies(in: String(part))
      if found.count == 1 { return found.first }
      if found.count > 1 { return nil }
    }
    return nil
  }

  /// Returns the symbology that a name nearly says, one slip away or in a long word two; `nil` if it is near
  /// none.
  static func nearlyNamed(by path: String) -> Symbology? {
    for part in path.split(separator: "/").reversed() {
      let words = words(of: String(part))
      let candidates = words + words.map(withoutNumber) + [words.map(withoutNumber).joined()]
      if let near = candidates.lazy.compactMap(nearSymbology).first { return near }
    }
    return nil
  }

  private static func nearSymbology(_ word: String) -> Symbology? {
    guard word.count >= 5 else { return nil }
    let limit = word.count < 8 ? 1 : 2
    let near = unmistakable.filter { abs($0.count - word.count) <= limit }
      .map { (name: $0, distance: SpellingSuggestion.editDistance(word, $0)) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= limit ? symbology($0.name) : nil }
  }

  /// Names of folders in the test suites of decoders that are names of no symbology.
  ///
  /// `upcean-extension-1` shows EAN-13 symbols with add-ons.
  private static let suites: [String: Symbology] = [
    "upceanextension": .ean13, "wechatqrcode": .qrCode,
  ]

  private static func symbology(_ name: String) -> Symbology? {
    Symbology(parsing: name) ?? suites[name]
  }

  private static func symbologies(in name: String) -> Set<Symbology> {
    let words = words(of: name)
    // `datamatrix2` is a serial number without a hyphen, `aztecs` are several, `DataMatrixPhotos` are
    // three words.
    for variant in [
      words, words.map(withoutNumber), words.map { withoutPlural(withoutNumber($0)) },
      Self.words(of: separatingCapitals(name)).map(withoutPlural),
    ] {
      let found = named(by: variant)
      if !found.isEmpty { return found }
    }
    return words.reduce(into: []) { $0.formUnion(compounds(in: $1)) }
  }

  private static func words(of name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private static func named(by words: [String]) -> Set<Symbology> {
    var found: Set<Symbology> = []
    var start = 0
    while start < words.count {
      // No symbology's name has more than six words: "code 3 of 9", "gs1 data bar expanded
      // stacked".
      let lengths = (1...6).reversed().filter { start + $0 <= words.count }
      let longest = lengths.lazy.compactMap { length in
        symbology(words[start..<start + length].joined()).map { ($0, length) }
      }.first
      if let longest { found.insert(longest.0) }
      start += longest?.1 ?? 1
    }
    return found
  }

  /// The symbologies in a word that begins or ends with the name of one, such as `multiqrcode`.
  ///
  /// A word that is nearly another symbology's name has none: `rssexpandedstaked` is not meant to be DataBar
  /// Expanded.
  private static func compounds(in word: String) -> Set<Symbology> {
    var found: Set<Symbology> = []
    var rest = withoutPlural(withoutNumber(word))
    let first = unmistakable.first { name in
      // `code1281` may be 128 and a serial number, or another number.
      word.hasPrefix(name) && !(endsInNumber(name) && beginsWithNumber(word.dropFirst(name.count)))
    }
    if let first, let symbology = symbology(first) {
      found.insert(symbology)
      rest = String(word.dropFirst(first.count))
      if let other = self.symbology(rest) { found.insert(other) }
    }
    // `barcode128` is the 128th barcode.
    let last = unmistakable.first { rest.hasSuffix($0) && !$0.hasPrefix("code") }
    if let last, let symbology = symbology(last) { found.insert(symbology) }
    if let near = nearSymbology(word), found != [near] { return [] }
    return found
  }

  private static func endsInNumber(_ name: String) -> Bool { name.last?.isNumber ?? false }
  private static func beginsWithNumber(_ rest: Substring) -> Bool { rest.first?.isNumber ?? false }

  /// Spellings that stand for nothing else inside a word, the longest first: those that name a code, a
  /// matrix, a bar or a number. UPC-E is not among them, for the sake of `upcean`.
  private static let unmistakable: [String] = {
    let spellings = Symbology.foldedSpellings.keys.filter { name in
      name.count >= 4
        && (["code", "matrix", "databar"].contains { name.contains($0) }
          || name.contains(where: \.isNumber) || name.hasPrefix("rss"))
    }
    return spellings.sorted { ($1.count, $0) < ($0.count, $1) }
  }()

  private static func withoutNumber(_ word: String) -> String {
    var word = word
    while word.last?.isNumber == true { word.removeLast() }
    return word
  }

  private static func withoutPlural(_ word: String) -> String {
    word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
  }

  /// `DataMatrixPhotos` as `Data Matrix Photos`, `EAN13Images` as `EAN13 Images`.
  private static func separatingCapitals(_ name: String) -> String {
    var text = ""
    var last: Character?
    for character in name {
      if character.isUppercase, let last, last.isLowercase || last.isNumber { text += " " }
      text.append(character)
      last = character
    }
    return text
  }
}
