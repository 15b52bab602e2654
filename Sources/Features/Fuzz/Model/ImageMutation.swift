/// A change to an image that a fuzzed decoder is given.
///
/// It is a value: the same changes make the same image again.
struct ImageMutation: Hashable, Sendable, Codable {
  /// The kinds of changes, each with the meaning of its amounts.
  enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// A margin on all sides: pixels, shade.
    case border
    /// The negative: nothing.
    case inversion
    /// A turn clockwise: quarters.
    case turn
    /// A turn by any angle: degrees clockwise.
    case tilt
    /// Left and right exchanged: nothing.
    case mirror
    /// Another size with smooth edges: percent.
    case scale
    /// Pixels as squares: their side in pixels.
    case enlarge
    /// Rows that are longer than the image is wide: bytes more, their value.
    case stride
    /// Less contrast: the shades that black and white become.
    case contrast
    /// Noise on every pixel, less than half of the contrast: the most shades, a seed.
    case noise
    /// Another source image beside it: its number, the gap in pixels, 1 for below and 0 for beside.
    case companion
    /// The image several times: columns, rows, the gap in pixels.
    case copies
    /// Few rows or columns: 0 for rows and 1 for columns, their place in per mille, their number.
    case strip
    /// A part: left, top, width and height in per mille.
    case crop
    /// A part of one shade: left, top, width and height in per mille, the shade.
    case blank
    /// Squares turned into their negative, as wrong modules are: their side in pixels, their number, a
    /// seed.
    case flips
    /// Pixels that become black or white: per mille, a seed.
    case speckle
    /// Nothing but one shade: columns, rows, the shade.
    case flat

    /// True if symbols stay what they are, so that another content is the decoder's mistake.
    ///
    /// A change that cuts or draws over a symbol may leave another legal one: readings after that are not
    /// judged.
    var keepsSymbols: Bool {
      switch self {
      case .border, .inversion, .turn, .tilt, .mirror, .scale, .enlarge, .stride, .contrast, .noise,
        .companion, .copies:
        true
      case .strip, .crop, .blank, .flips, .speckle, .flat: false
      }
    }
  }

  let kind: Kind
  /// The amounts, in the order that the kind gives.
  let amounts: [Int]

  init(_ kind: Kind, _ amounts: Int...) {
    self.init(kind, amounts: amounts)
  }

  init(_ kind: Kind, amounts: [Int]) {
    (self.kind, self.amounts) = (kind, amounts)
  }
}
