/// What fills an image that holds no code, or lies behind the codes.
package enum Texture: String, Hashable, Sendable, CaseIterable {
  /// Band-limited noise: values on a lattice `scale` pixels apart, a cubic B-spline between them.
  case noise
  /// Bars and gaps of random widths at a random angle: narrow ones of 1 to 4 times the scale, in
  /// groups between blocks of 13 to 24 times the scale.
  ///
  /// No linear code can be among them. The shortest that a reader takes for one is ITF with two digits,
  /// 17 bars and gaps (others have 23 and more), and no code's widest element is more than 4 times as
  /// wide as its narrowest (DataBar's: 9). Among any 13 neighbours here is a block, with an
  /// element of 1.5 times the scale or less beside it: 8.7 : 1 or more. DataBar's checksum, and that
  /// the next narrow ones would have to fit too, leave it next to nothing.
  case stripes
  /// Lines of strokes that look like words from afar; the scale is a letter's height.
  case text
  /// Round dots at 45 degrees, larger where a cloudy picture is darker; a scale apart along rows.
  case halftone
  /// Squares of a side of one scale, dark or light with equal chances.
  ///
  /// That one of the matrix codes lies in it would take its finder pattern and its error correction by
  /// chance: below 2⁻⁵⁰ for Data Matrix 10 × 10, the smallest. For one row to be read as a linear code
  /// without a check digit (six digits of ITF, four characters of Codabar) it takes about 50 right
  /// squares: some 10⁻⁵ an image.
  case checker
  /// An even ramp from 0.1 to 0.9 in a random direction, over the whole image whatever the scale.
  case gradient
  /// Clouds, as on paper and wood: noise of four octaves from the scale down, each half as strong.
  case cloud

  /// The share of ink to expect, on average over images that are large against the scale.
  package var meanInk: Double { self == .text ? 0.17 : 0.5 }
}
