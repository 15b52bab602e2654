import Foundation

/// The normal distribution and its density, from a table.
///
/// The table's step is 1/32; interpolation between its entries is off by less than 0.0001.
struct NormalTable: Sendable {
  private static let step = 32
  private static let reach = 5

  private let entries: [SIMD2<Float>]

  static let shared = NormalTable()

  private init() {
    entries = (0...(2 * Self.reach * Self.step + 1)).map { index in
      let z = Double(index) / Double(Self.step) - Double(Self.reach)
      return [
        Float(0.5 * erfc(-z / 2.0.squareRoot())),
        Float(exp(-z * z / 2) / (2 * Double.pi).squareRoot()),
      ]
    }
  }

  /// Calls a closure with the table for many look-ups.
  func with<Result>(_ body: (Reader) -> Result) -> Result {
    entries.withUnsafeBufferPointer { body(Reader(entries: $0)) }
  }

  /// A view of the table.
  struct Reader {
    fileprivate let entries: UnsafeBufferPointer<SIMD2<Float>>

    /// Returns the distribution and the density at z.
    @inline(__always)
    func callAsFunction(_ z: Float) -> SIMD2<Float> {
      let reach = Float(NormalTable.reach)
      let place = (min(max(z, -reach), reach) + reach) * Float(NormalTable.step)
      let index = Int(place)
      let fraction = place - Float(index)
      let base = entries.baseAddress.unsafelyUnwrapped + index
      return base[0] + (base[1] - base[0]) * fraction
    }
  }
}
