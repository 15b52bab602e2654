/// A print quality grade: a number from 0 (worst) to 4 (best), in tenths.
public struct Grade: Hashable, Comparable, Sendable {
  /// The grade in tenths, 0 to 40.
  public let tenths: Int

  /// Makes a grade; numbers outside 0 to 4 are clamped, and hundredths rounded, halves up.
  public init(_ value: Double) {
    // A sum of tenths in binary may lie a hair below its half.
    tenths = value.isNaN ? 0 : Int(min(max((value * 10 + 1e-9).rounded(), 0), 40))
  }

  /// The grade as a number, 0 to 4.
  public var value: Double { Double(tenths) / 10 }

  /// The letter by which people know the grade: A from 3.5 on, B from 2.5, C from 1.5, D from 0.5.
  public var letter: GradeLetter {
    switch tenths {
    case 35...: .a
    case 25...: .b
    case 15...: .c
    case 5...: .d
    default: .f
    }
  }

  /// The best grade, which a passed test has too.
  public static let best = Grade(4)
  /// The grade of what fails.
  public static let failed = Grade(0)

  public static func < (one: Grade, other: Grade) -> Bool { one.tenths < other.tenths }
}

/// A grade's letter; there is no E.
public enum GradeLetter: String, CaseIterable, Hashable, Sendable, Codable {
  case a = "A"
  case b = "B"
  case c = "C"
  case d = "D"
  case f = "F"
}

/// The limits of one parameter's grades.
struct GradeScale: Sendable {
  /// The limits of the grades 4, 3, 2 and 1, from the best on.
  let limits: [Double]
  /// The value at which the grade reaches 0 where grades are interpolated; `nil` where what misses the
  /// last limit has none.
  var zero: Double?

  private var isHigherBetter: Bool { limits[0] > limits[3] }

  /// Limits are decimals: a value that misses one by less than this has met it.
  private static let slack = 1e-9

  /// Returns the whole grade of a value, 0 to 4.
  func whole(_ value: Double) -> Int {
    guard !value.isNaN else { return 0 }
    let sign = isHigherBetter ? 1.0 : -1
    return limits.count { sign * (value - $0) >= -Self.slack }
  }

  /// Returns the grade of a share in tenths, straight between the limits.
  ///
  /// The share is first rounded to a hundredth, as ISO/IEC 15416:2016 has it.
  func interpolated(_ share: Double) -> Grade {
    let value = (share * 100 + Self.slack).rounded() / 100
    let level = whole(value)
    guard level < 4 else { return .best }
    let better = limits[3 - level]
    guard let worse = level > 0 ? limits[4 - level] : zero else { return .failed }
    return Grade(Double(level) + (value - worse) / (better - worse))
  }
}

extension GradeScale {
  /// Symbol contrast (ISO/IEC 15415 and 15416).
  static let symbolContrast = GradeScale(limits: [0.70, 0.55, 0.40, 0.20], zero: 0.15)
  /// The modulation of scan reflectance profiles (ISO/IEC 15416).
  static let edgeModulation = GradeScale(limits: [0.70, 0.60, 0.50, 0.40], zero: 0.30)
  /// Defects (ISO/IEC 15416).
  static let defects = GradeScale(limits: [0.15, 0.20, 0.25, 0.30])
  /// Decodability (ISO/IEC 15416).
  static let decodability = GradeScale(limits: [0.62, 0.50, 0.37, 0.25], zero: 0.20)
  /// The modulation of modules (ISO/IEC 15415).
  static let modulation = GradeScale(limits: [0.50, 0.40, 0.30, 0.20])
  /// Axial nonuniformity (ISO/IEC 15415).
  static let axialNonuniformity = GradeScale(limits: [0.06, 0.08, 0.10, 0.12])
  /// Grid nonuniformity in modules (ISO/IEC 15415).
  static let gridNonuniformity = GradeScale(limits: [0.38, 0.50, 0.63, 0.75])
  /// Unused error correction (ISO/IEC 15415).
  static let unusedErrorCorrection = GradeScale(limits: [0.62, 0.50, 0.37, 0.25])
  /// Cell contrast (ISO/IEC TR 29158).
  static let cellContrast = GradeScale(limits: [0.30, 0.25, 0.20, 0.15])
}
