/// A pattern that fills an image without a code, or the background behind the codes.
package enum Texture: String, Hashable, Sendable, CaseIterable {
  /// Band-limited noise: values on a lattice `scale` pixels apart, interpolated by a cubic
  /// B-spline.
  case noise
  /// Bars and gaps of random widths at a random angle: narrow ones of 1 to 4 times the scale, in
  /// groups between blocks of 13 to 24 times the scale.
  ///
  /// No linear code can occur among them. The shortest pattern that a reader takes for one is ITF
  /// with two digits, 17 bars and gaps (others have 23 and more), and no code's widest element is
  /// more than 4 times as wide as its narrowest (9 times in DataBar). Here any 13 neighbours
  /// include a block, and beside it an element of 1.5 times the scale or less: a ratio of 8.7 : 1
  /// or more. DataBar is next to impossible because of its checksum, and because the next narrow
  /// elements would have to fit too.
  case stripes
  /// Lines of strokes that look like words from a distance; the scale is a letter's height.
  case text
  /// Round dots at 45 degrees, larger in the darker parts of a cloudy picture; one scale apart
  /// along rows.
  case halftone
  /// Squares of a side of one scale, dark or light with equal chances.
  ///
  /// A matrix code could occur in it only if finder pattern and error correction matched by chance:
  /// below 2⁻⁵⁰ for Data Matrix 10 × 10, the smallest. For one row to be read as a linear code
  /// without a check digit (six digits of ITF, four characters of Codabar), about 50 squares must
  /// match: some 10⁻⁵ per image.
  case checker
  /// An even ramp from 0.1 to 0.9 in a random direction over the whole image, whatever the scale.
  case gradient
  /// Clouds, as on paper and wood: noise of four octaves from the scale down, each half as strong
  /// as the one before.
  case cloud

  /// The expected share of ink, on average over images that are large compared with the scale.
  package var meanInk: Double { self == .text ? 0.17 : 0.5 }
}
