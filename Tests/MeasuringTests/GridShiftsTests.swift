import Foundation
import Testing

@testable import Measuring

/// What the shifts of a symbol's fields say of its sizes: a symbol of 24 × 24 modules with 8 × 8 fields.
@Suite struct GridShiftsTests {
  private func shifts(
    error: Double = 1e-6, _ move: (SIMD2<Double>) -> Double
  ) -> GridShifts {
    GridShifts(
      sides: SIMD2(24, 24), spacing: SIMD2(3, 3),
      fields: (0..<64).map { index in
        let place = SIMD2(Double(index % 8), Double(index / 8)) * 3 + 1.5
        return GridShifts.Shift(
          place: place, move: SIMD2(move(place), 0), error: SIMD2(error, error))
      })
  }

  @Test func sizesMayBeOffByTheChangeOfShiftsInTheMiddle() {
    let error = shifts { abs($0.x - 12) < 3 ? 0.02 * ($0.x - 12) : 0 }.sizeError
    #expect(abs(error.x - 0.02) < 0.001 && error.y == 0, "\(error)")
  }

  /// Three periods along the symbol; wherever they begin, the interval holds the steepest place.
  @Test(arguments: [0.0, 0.5, 1, 1.5]) func intervalsHoldWavesThatWereNotFitted(phase: Double) {
    let error = shifts { 0.1 * sin(2 * .pi * $0.x / 8 + phase) }.sizeError
    #expect(1.96 * error.x > 0.8 * 0.1 * 2 * .pi / 8 && error.x < 0.1, "\(error)")
  }

  @Test func noiseShiftsNothing() {
    let error = shifts(error: 0.01) { place in
      Int(place.x / 3 + place.y / 3) % 2 == 0 ? 0.1 : -0.1
    }.sizeError
    #expect(error == .zero)
  }

  @Test func aStickerShiftsFewFields() {
    let sticker = shifts { $0.x < 6 && $0.y < 12 ? 0.3 : 0 }
    #expect(sticker.sizeError == .zero)
    #expect(abs((sticker.largest ?? 0) - 0.3) < 0.001)
  }
}
