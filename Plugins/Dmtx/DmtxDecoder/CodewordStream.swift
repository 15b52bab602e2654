/// The data codewords of a Data Matrix, walked through only to find where the symbol announces charsets.
///
/// libdmtx does not tell: the announcement comes back as a byte of the data. ISO/IEC 16022, 5.2: the
/// codeword 241 is an announcement in ASCII encodation alone, so that the encodations have to be followed.
struct CodewordStream {
  private let codewords: [UInt8]
  private var place = 0
  /// The places of announcements, as indices of codewords.
  private(set) var announcements: [Int] = []

  init(_ codewords: [UInt8]) {
    self.codewords = codewords
    while let codeword = next() {
      switch codeword {
      case 129: return
      case 241:
        announcements.append(place - 1)
        skipNumber()
      case 230, 238, 239: skipTriples()
      case 240: skipQuadruples()
      case 231: skipBytes()
      default: continue
      }
    }
  }

  /// The number of the only announcement, if it stands first and libdmtx makes one byte of it.
  var leadingNumber: Int? {
    guard announcements == [0], codewords.count > 1, (1...127).contains(codewords[1]) else {
      return nil
    }
    return Int(codewords[1]) - 1
  }

  private mutating func next() -> UInt8? {
    guard place < codewords.count else { return nil }
    place += 1
    return codewords[place - 1]
  }

  /// A number takes one codeword to 126, two to 16 382, and three beyond.
  private mutating func skipNumber() {
    guard let first = next() else { return }
    place += first < 128 ? 0 : first < 192 ? 1 : 2
  }

  /// C40, Text and X12: three characters in two codewords, to the codeword 254 or the last one.
  private mutating func skipTriples() {
    while place + 1 < codewords.count {
      guard codewords[place] != 254 else {
        place += 1
        return
      }
      place += 2
    }
  }

  /// EDIFACT: four characters of six bits in three codewords, to the character 31 or the last two.
  private mutating func skipQuadruples() {
    while place + 2 < codewords.count {
      let bits = codewords[place..<place + 3].reduce(0) { $0 << 8 | Int($1) }
      let characters = [18, 12, 6, 0].map { bits >> $0 & 63 }
      if let end = characters.firstIndex(of: 31) {
        // The rest of the codeword in which it ends is not used.
        place += [1, 2, 3, 3][end]
        return
      }
      place += 3
    }
  }

  /// Base 256: a number of bytes, 0 for all that follow; every codeword is disguised by its place.
  private mutating func skipBytes() {
    guard let first = nextDisguised() else { return }
    switch first {
    case 0: place = codewords.count
    case ..<250: place += first
    default: place += nextDisguised().map { (first - 249) * 250 + $0 } ?? 0
    }
  }

  private mutating func nextDisguised() -> Int? {
    let position = place + 1
    guard let codeword = next() else { return nil }
    let disguise = 149 * position % 255 + 1
    return (Int(codeword) - disguise + 256) % 256
  }
}
