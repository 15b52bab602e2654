/// The colour, shape and line style of one decoder, as places in the lists of the page.
///
/// A look belongs to a name: a decoder has the same one in every report, whoever else takes part
/// and however they rank. Those of the decoders that most reports have are written down; of other
/// names, one gives way where two of a report want the same colour or shape; see ``looks(of:)``.
package struct DecoderLook: Hashable, Sendable {
  /// The index of its colour in ``Palette/series``.
  package var color: Int
  /// The index of its shape, below ``shapeCount``.
  package var shape: Int
  /// The index of its line style, below ``dashCount``: whole, dashed, dotted.
  package var dash: Int

  /// The number of shapes of marks.
  package static let shapeCount = 7
  /// The number of line styles.
  package static let dashCount = 3

  /// The looks that never change, whoever else takes part: they would change in every report.
  private static let known: [String: DecoderLook] = [
    "zxing": .init(color: 0, shape: 0, dash: 0), "zbar": .init(color: 1, shape: 1, dash: 0),
    "dmtx": .init(color: 2, shape: 2, dash: 0), "zxing-java": .init(color: 3, shape: 4, dash: 0),
    "quirc": .init(color: 4, shape: 0, dash: 0),
    "opencv-wechat": .init(color: 5, shape: 5, dash: 0),
    "opencv-qr": .init(color: 6, shape: 3, dash: 0),
    "zxing-cpp": .init(color: 7, shape: 6, dash: 0),
    "tapirscan": .init(color: 2, shape: 3, dash: 1), "zbarimg": .init(color: 1, shape: 5, dash: 1),
    "opencv-aruco": .init(color: 6, shape: 1, dash: 1),
    "opencv-barcode": .init(color: 6, shape: 2, dash: 2),
    "vision": .init(color: 0, shape: 6, dash: 1), "dynamsoft": .init(color: 3, shape: 1, dash: 1),
  ]

  /// Gives every name its look.
  ///
  /// Known names have theirs. Of others, names without options go first, since they come back in most reports; within both parts the
  /// order is alphabetical. Each name takes the colour and the shape that its hash asks for, or the
  /// next one that fewer names have taken.
  package static func looks(of names: [String]) -> [String: DecoderLook] {
    var colors = Array(repeating: 0, count: Palette.series.count)
    var shapes = Array(repeating: 0, count: shapeCount)
    var taken: Set<[Int]> = []
    var looks: [String: DecoderLook] = [:]
    for (name, look) in known where names.contains(name) {
      looks[name] = look
      colors[look.color] += 1
      shapes[look.shape] += 1
      taken.insert([look.color, look.shape])
    }
    let order = Set(names).subtracting(known.keys).sorted { (rank($0), $0) < (rank($1), $1) }
    for name in order {
      let hash = hash(name)
      let color = leastUsed(colors, from: Int(hash % 8)) { _ in true }
      let shape = leastUsed(shapes, from: Int((hash >> 8) % 7)) { !taken.contains([color, $0]) }
      looks[name] = DecoderLook(color: color, shape: shape, dash: colors[color] % dashCount)
      colors[color] += 1
      shapes[shape] += 1
      taken.insert([color, shape])
    }
    return looks
  }

  private static func rank(_ name: String) -> Int { name.contains(":") ? 1 : 0 }

  /// Returns the least used place that is allowed, the first from `start` on; if none is allowed,
  /// the least used of all.
  private static func leastUsed(
    _ uses: [Int], from start: Int, isAllowed: (Int) -> Bool
  ) -> Int {
    let places = uses.indices.map { ($0 + start) % uses.count }
    let allowed = places.filter(isAllowed)
    let candidates = allowed.isEmpty ? places : allowed
    let fewest = candidates.map { uses[$0] }.min()
    return candidates.first { uses[$0] == fewest } ?? start % uses.count
  }

  /// FNV-1a over the name's bytes, mixed at the end, from a start that gives the most used readers of
  /// QR Codes different colours. The start is never changed: it would change every report's colours.
  private static func hash(_ name: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ 15_551_877
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}
