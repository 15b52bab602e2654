import Base
import Drawing
import Foundation
import Optics
import TestSupport
import Testing

/// Images are the same on every machine: what reaches pixels is made of the operations whose results IEEE 754
/// prescribes, and of nothing that a C library or a compiler may compute otherwise.
@Suite struct ReferenceOperationsTests {
  private static let sources =
    URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path + "/Sources"

  private var angles: [Double] {
    var random = SeededGenerator(seed: 5)
    return stride(from: -720.0, through: 720, by: 22.5).map { $0 }
      + (0..<400).map { _ in Double.random(in: -1000...1000, using: &random) }
      + [0, -0.0, 1e-9, 44.999_999_9, 45, 45.000_000_1, 89.999_999, 359.999_999]
  }

  private static let degree = SoftDouble(Double.pi) / SoftDouble(180)

  /// The series of ``sineAndCosine(degrees:)`` for −45° to 45°, by software.
  private func series(_ degrees: Double) -> (sine: SoftDouble, cosine: SoftDouble) {
    let x = SoftDouble(degrees) * Self.degree
    let square = x * x
    let one = SoftDouble(1)
    var (sine, cosine) = (one, one)
    for n in stride(from: 18.0, through: 2.0, by: -2.0) {
      sine = one - square / SoftDouble(n * (n + 1)) * sine
      cosine = one - square / SoftDouble((n - 1) * n) * cosine
    }
    return (sine * x, cosine)
  }

  @Test func sinesAndCosinesAreThoseOfSoftwareArithmetic() {
    for angle in angles {
      // Remainders and roundings are exact, and so is what is left.
      let turn = angle.remainder(dividingBy: 360)
      let quarter = (turn / 90).rounded()
      let (sine, cosine) = series(turn - quarter * 90)
      let expected: (SoftDouble, SoftDouble) =
        switch (Int(quarter) % 4 + 4) % 4 {
        case 0: (sine, cosine)
        case 1: (cosine, -sine)
        case 2: (-sine, -cosine)
        default: (-cosine, sine)
        }
      let computed = sineAndCosine(degrees: angle)
      #expect(
        computed.sine.bitPattern == expected.0.bits
          && computed.cosine.bitPattern == expected.1.bits, "\(angle)°")
      #expect(abs(computed.sine - sin(angle * .pi / 180)) < 1e-12, "\(angle)°")
    }
  }

  /// Gregory's series on a tangent that is halved twice, by software: the tangent of a quarter of the angle, and
  /// the series over it.
  private func quarterAngle(_ tangent: SoftDouble) -> (t: SoftDouble, sum: SoftDouble) {
    let one = SoftDouble(1)
    var t = tangent
    for _ in 0..<2 { t = t / (one + (one + t * t).squareRoot()) }
    let square = t * t
    var sum = SoftDouble(0)
    for n in stride(from: 23.0, through: 1.0, by: -2.0) {
      sum = one / SoftDouble(n) - square * sum
    }
    return (t, sum)
  }

  private var vectors: [(x: Double, y: Double)] {
    var random = SeededGenerator(seed: 6)
    return (0..<500).map { _ in
      (Double.random(in: -500...500, using: &random), Double.random(in: -500...500, using: &random))
    } + [
      (0, 0), (-0.0, 0), (1, 0), (-1, 0), (-1, -0.0), (1, -0.0), (0, 3), (0, -3), (2, 2), (-2, 2),
    ]
  }

  @Test func directionsAreThoseOfSoftwareArithmetic() {
    for (x, y) in vectors where x != 0 && y != 0 {
      let (width, height) = (SoftDouble(abs(x)), SoftDouble(abs(y)))
      let isSteep = abs(y) > abs(x)
      let tangent = isSteep ? width / height : height / width
      let (t, sum) = quarterAngle(tangent)
      let acute = SoftDouble(4) * t * sum * (SoftDouble(180) / SoftDouble(Double.pi))
      let fromAxis = isSteep ? SoftDouble(90) - acute : acute
      let angle = x < 0 ? SoftDouble(180) - fromAxis : fromAxis
      #expect(
        directionDegrees(x: x, y: y).bitPattern == (y < 0 ? -angle : angle).bits, "(\(x), \(y))")
    }
  }

  /// The directions that images were drawn with before: rounded, they are the same, signs of zeros included.
  @Test func directionsAreThoseOfTheCLibraryToAThousandthOfADegree() {
    for (x, y) in vectors {
      let own = (directionDegrees(x: x, y: y) * 1000).rounded() / 1000
      let library = (atan2(y, x) * 180 / Double.pi * 1000).rounded() / 1000
      #expect(own.bitPattern == library.bitPattern, "(\(x), \(y)): \(own) and \(library)")
    }
  }

  @Test func arcSinesAreThoseOfSoftwareArithmetic() {
    for step in -200...200 {
      let x = Double(step) / 200
      let one = SoftDouble(1)
      let soft = SoftDouble(x)
      let (t, sum) = quarterAngle(soft / (one + (one - soft * soft).squareRoot()))
      #expect(arcSine(x).bitPattern == (SoftDouble(8) * t * sum).bits, "\(x)")
    }
  }

  @Test func tangentsOfCamerasAreThoseOfSoftwareArithmetic() {
    for angle in stride(from: 10.0, through: 170, by: 0.5) {
      let half = angle / 2
      let (sine, cosine) = series(half <= 45 ? half : 90 - half)
      let tangent = sine / cosine
      let expected = half <= 45 ? tangent : SoftDouble(1) / tangent
      #expect(FocalLength.tangent(degrees: half).bitPattern == expected.bits, "\(angle)°")
      let library = tan(half * .pi / 180)
      #expect(abs(FocalLength.tangent(degrees: half) / library - 1) < 1e-14, "\(angle)°")
    }
  }

  @Test func softwareArithmeticIsThatOfTheStandard() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<5_000 {
      let a = Double.random(in: -4...4, using: &random)
      let b =
        Double.random(in: -4...4, using: &random) * [1, 1e-9, 1e-17, 1e-25].randomElement(
          using: &random)!
      let (x, y) = (SoftDouble(a), SoftDouble(b))
      #expect((x + y).value == a + b && (x - y).value == a - b, "\(a) ± \(b)")
      #expect((x * y).value == a * b, "\(a) × \(b)")
      if b != 0 { #expect((x / y).value == a / b, "\(a) ÷ \(b)") }
      #expect(SoftDouble(abs(a)).squareRoot().value == abs(a).squareRoot(), "√\(a)")
    }
  }

  /// The tests above would see it if a processor made one operation of two.
  @Test func contractedOperationsWouldShow() {
    let changed = (1...200).count { step in
      let x = SoftDouble(Double(step) / 200)
      let one = SoftDouble(1)
      return SoftDouble.fused(-x, x, plus: one) != one - x * x
    }
    #expect(changed > 20, "\(changed) of 200 differ in their last bit")
  }

  /// Functions of C's mathematical library, and Swift's one operation with a single rounding.
  private static let inexact: [String] = [
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh",
    "atan2", "exp", "exp2", "exp10", "expm1", "log", "log2", "log10", "log1p", "pow", "cbrt",
    "hypot", "erf", "erfc", "tgamma", "lgamma", "fma", "addProduct", "addingProduct",
  ]

  /// The calls of such functions in a source, by line.
  private func calls(in text: String) -> [Substring] {
    guard Self.inexact.contains(where: { text.contains($0 + "(") }) else { return [] }
    return text.split(separator: "\n").filter { line in
      let code = line.prefix { $0 != "\"" }
      let start = code.firstRange(of: "//")?.lowerBound ?? code.endIndex
      return Self.inexact.contains { name in
        code[..<start].ranges(of: name + "(").contains { range in
          let before = code[..<range.lowerBound].last
          return before.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
        }
      }
    }
  }

  @Test func callsOfInexactFunctionsAreFound() {
    let found = calls(in: "a = sin(x)\nb = Foundation.pow(x, 2)\nc.addProduct(x, y)\nexp(1)")
    #expect(found.count == 4)
    #expect(calls(in: "// sin(x)\nlet s = \"cos(x)\"\nbasin(x)\nsine(x)") == [])
  }

  @Test func nothingThatDrawsCallsAFunctionWhoseLastBitDiffers() throws {
    for part in ["Drawing", "Symbols", "Corpora", "Optics", "Base"] {
      let folder = Self.sources + "/" + part
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      #expect(files.count > 5, "\(part)")
      for file in files where file.hasSuffix(".swift") {
        let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        #expect(calls(in: text) == [], "\(part)/\(file)")
      }
    }
  }

  /// C compilers may contract floating point where the processor can; there is none to contract.
  @Test func cCodeOfThePackageHasNoFloatingPoint() throws {
    for file in ["CJpeg/CJpeg.c", "CProcess/process.c"] {
      let text = try String(contentsOfFile: Self.sources + "/" + file, encoding: .utf8)
      #expect(text.firstMatch(of: /\b(float|double)\b/) == nil, "\(file)")
    }
  }
}
