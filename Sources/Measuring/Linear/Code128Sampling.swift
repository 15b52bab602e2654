/// Reads the characters of a Code 128 symbol off a profile, for spellings that nobody would guess.
///
/// The data must come out as the decoder read it; only the way it is spelled is open.
struct Code128Sampling {
  let profile: BarProfile
  let bytes: [UInt8]

  /// The characters' modules, without the stop character's.
  private static let templates: [[Float]] = (0..<106).map { code in
    let bars = Code128Spelling.bars(code).map { Float($0) }
    let mean = bars.reduce(0, +) / 11
    let length = bars.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
    return bars.map { ($0 - mean) / length }
  }

  /// The best spelling that says what the decoder read; `nil` if there is none.
  var best: ProfileMatch? {
    let edges = ProfileEdges(profile)
    var found: [ProfileMatch] = []
    let fewest = (bytes.count + 1) / 2 + 2
    let most = min(2 * bytes.count + 4, fewest + 40)
    guard fewest <= most, bytes.count <= 80 else { return nil }
    for characters in fewest...most {
      let modules = 11 * characters + 13
      let bars = 3 * characters + 4
      for stretch in edges.stretches(
        modules: Double(modules), bars: bars, quiet: 4.5
      ).prefix(4) {
        let (low, high) = (stretch.lowerBound, stretch.upperBound)
        for taper in ProfileMatch.tapers(modules: modules) {
          for (start, end) in [(low, high), (high, low)] {
            let open = ProfileMatch(
              Code128Spelling.bars(106), start: start, end: end, taper: taper, in: profile)
            guard let codes = sampled(open, characters), Self.data(codes) == bytes else {
              continue
            }
            found.append(
              ProfileMatch(
                Code128Spelling.modules(Array(codes.dropLast())), start: start, end: end,
                taper: taper, in: profile))
          }
        }
      }
    }
    return found.max { $0.score < $1.score }?.refined(in: profile)
  }

  /// The characters that are most like the profile; `nil` if the check character is wrong.
  private func sampled(_ match: ProfileMatch, _ characters: Int) -> [Int]? {
    let modules = Double(11 * characters + 13)
    var codes: [Int] = []
    var sum = 0
    for character in 0..<characters {
      let values = (0..<11).map { module in
        profile.value(at: match.place((Double(11 * character + module) + 0.5) / modules))
      }
      var best = (score: -Float.infinity, code: 0)
      for (code, template) in Self.templates.enumerated() {
        var score: Float = 0
        for index in 0..<11 { score -= values[index] * template[index] }
        if score > best.score { best = (score, code) }
      }
      // Only the first is a start character: a wrong place shows early.
      guard (best.code >= 103) == (character == 0) else { return nil }
      if character < characters - 1 { sum += max(character, 1) * best.code }
      codes.append(best.code)
    }
    return sum % 103 == codes.last ? codes : nil
  }

  /// The data that characters stand for, from the start to the check character, beyond ASCII in
  /// ISO 8859-1; `nil` if they are not allowed.
  static func data(_ codes: [Int]) -> [UInt8]? {
    guard let start = codes.first, (103...105).contains(start) else { return nil }
    var set = start - 103
    var shifted: Int?
    // FNC4 adds 128 to the next character; two of them do so until two more.
    var (addsToAll, addsToNext) = (false, false)
    var data: [UInt8] = []
    func add(_ byte: Int) {
      data.append(UInt8(byte + (addsToAll != addsToNext ? 128 : 0)))
      addsToNext = false
    }
    for (index, code) in codes.dropFirst().dropLast().enumerated() {
      let current = shifted ?? set
      shifted = nil
      switch (code, current) {
      case (102, _):
        if index > 0 { data.append(0x1d) }
      case (0..<100, 2): data += [UInt8(48 + code / 10), UInt8(48 + code % 10)]
      case (0..<64, _): add(code + 32)
      case (64..<96, 0): add(code - 64)
      case (64..<96, 1): add(code + 32)
      case (100, 1), (101, 0):
        if addsToNext { addsToAll.toggle() }
        addsToNext.toggle()
      case (98, 0), (98, 1): shifted = 1 - current
      case (99, 0), (99, 1): set = 2
      case (100, 0), (100, 2): set = 1
      case (101, 1), (101, 2): set = 0
      default: return nil
      }
    }
    return data
  }
}
