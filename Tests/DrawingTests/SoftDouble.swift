/// Binary64 arithmetic by whole numbers alone, rounded to nearest, ties to even (IEEE 754-2019, 4.3.1).
///
/// It knows normal numbers and zero, which is all that these tests need, and no unit of the processor takes
/// part: what it computes is what the standard prescribes on every machine.
struct SoftDouble: Equatable, Sendable {
  var bits: UInt64

  init(_ value: Double) { bits = value.bitPattern }
  init(bits: UInt64) { self.bits = bits }

  var value: Double { Double(bitPattern: bits) }
  var isNegative: Bool { bits >> 63 == 1 }
  var isZero: Bool { bits << 1 == 0 }

  private var exponent: Int { Int(bits >> 52 & 0x7ff) - 1075 }
  private var fraction: UInt128 { UInt128(bits & (1 << 52 - 1) | 1 << 52) }

  /// Rounds ± fraction × 2^exponent; `isSticky` tells of bits below that are not all 0.
  private init(negative: Bool, _ fraction: UInt128, _ exponent: Int, isSticky: Bool = false) {
    let sign: UInt64 = negative ? 1 << 63 : 0
    guard fraction != 0 else {
      bits = sign
      return
    }
    let width = 128 - fraction.leadingZeroBitCount
    var exponent = exponent
    var kept: UInt128
    if width > 53 {
      let drop = width - 53
      kept = fraction >> UInt128(drop)
      let rest = fraction & (1 << UInt128(drop) - 1)
      let half: UInt128 = 1 << UInt128(drop - 1)
      exponent += drop
      if rest > half || rest == half && (isSticky || kept & 1 == 1) { kept += 1 }
    } else {
      precondition(!isSticky, "bits were lost that rounding needs")
      kept = fraction << UInt128(53 - width)
      exponent -= 53 - width
    }
    if kept == 1 << 53 {
      kept >>= 1
      exponent += 1
    }
    precondition(exponent + 1075 > 0 && exponent + 1075 < 0x7ff, "only normal numbers are known")
    bits = sign | UInt64(exponent + 1075) << 52 | UInt64(kept) & (1 << 52 - 1)
  }

  static prefix func - (a: SoftDouble) -> SoftDouble { SoftDouble(bits: a.bits ^ 1 << 63) }

  static func + (a: SoftDouble, b: SoftDouble) -> SoftDouble {
    if a.isZero { return b.isZero ? SoftDouble(bits: a.bits & b.bits) : b }
    if b.isZero { return a }
    let (high, low) = a.exponent >= b.exponent ? (a, b) : (b, a)
    let distance = high.exponent - low.exponent
    // 60 bits of room below; what lies further down only matters for being there.
    let shifted = high.fraction << 60
    let isFar = distance > 60
    let whole = low.fraction << 60
    let part =
      isFar ? (distance >= 120 ? 0 : whole >> UInt128(distance)) : whole >> UInt128(distance)
    let isSticky = isFar && (distance >= 120 || part << UInt128(distance) != whole)
    if high.isNegative == low.isNegative {
      return SoftDouble(
        negative: high.isNegative, shifted + part, high.exponent - 60, isSticky: isSticky)
    }
    if shifted == part, !isSticky { return SoftDouble(bits: 0) }
    // One unit of the room stands for the bits that were cut off.
    let (large, small, isNegative) =
      shifted >= part
      ? (shifted, part, high.isNegative) : (part, shifted, low.isNegative)
    return SoftDouble(
      negative: isNegative, large - small - (isSticky ? 1 : 0), high.exponent - 60,
      isSticky: isSticky)
  }

  static func - (a: SoftDouble, b: SoftDouble) -> SoftDouble { a + -b }

  static func * (a: SoftDouble, b: SoftDouble) -> SoftDouble {
    let negative = a.isNegative != b.isNegative
    if a.isZero || b.isZero { return SoftDouble(bits: negative ? 1 << 63 : 0) }
    return SoftDouble(negative: negative, a.fraction * b.fraction, a.exponent + b.exponent)
  }

  static func / (a: SoftDouble, b: SoftDouble) -> SoftDouble {
    precondition(!b.isZero, "division by zero is not known")
    let negative = a.isNegative != b.isNegative
    if a.isZero { return SoftDouble(bits: negative ? 1 << 63 : 0) }
    let (quotient, rest) = (a.fraction << 64).quotientAndRemainder(dividingBy: b.fraction)
    return SoftDouble(
      negative: negative, quotient, a.exponent - b.exponent - 64, isSticky: rest != 0)
  }

  func squareRoot() -> SoftDouble {
    precondition(!isNegative, "roots of negative numbers are not known")
    if isZero { return self }
    let isOdd = exponent & 1 != 0
    let shift = isOdd ? 73 : 72
    let radicand = fraction << UInt128(shift)
    var root: UInt128 = 0
    for bit in stride(from: 63, through: 0, by: -1) {
      let next = root | 1 << UInt128(bit)
      if next.multipliedReportingOverflow(by: next).overflow == false, next * next <= radicand {
        root = next
      }
    }
    return SoftDouble(
      negative: false, root, (exponent - shift) / 2, isSticky: root * root != radicand)
  }

  /// a × b + c with one rounding, as a processor does that contracts the two operations.
  static func fused(_ a: SoftDouble, _ b: SoftDouble, plus c: SoftDouble) -> SoftDouble {
    // The product of 106 bits and the sum fit while their places are near, which is enough for the test.
    let product = a.fraction * b.fraction
    let exponent = a.exponent + b.exponent
    let isNegative = a.isNegative != b.isNegative
    let shift = c.exponent - exponent
    precondition((0...70).contains(shift), "the addend is too far from the product")
    let addend = c.fraction << UInt128(shift)
    if isNegative == c.isNegative {
      return SoftDouble(negative: isNegative, product + addend, exponent)
    }
    return product >= addend
      ? SoftDouble(negative: isNegative, product - addend, exponent)
      : SoftDouble(negative: c.isNegative, addend - product, exponent)
  }
}
