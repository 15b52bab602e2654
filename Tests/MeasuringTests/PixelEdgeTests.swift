import Foundation
import Testing

@testable import Measuring

/// The share of a pixel on one side of an edge, beside sums over points of its square.
@Suite struct PixelEdgeTests {
  /// The share by a sum over 200 × 200 points of the pixel's square.
  private func share(_ distance: Double, lens: Double, degrees: Double) -> Double {
    let (x, y) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let places = (0..<200).map { (Double($0) + 0.5) / 200 - 0.5 }
    var sum = 0.0
    for v in places {
      for u in places {
        let ahead = distance - u * x - v * y
        sum += lens > 0 ? 0.5 * erfc(-ahead / lens / 2.0.squareRoot()) : ahead > 0 ? 1 : 0
      }
    }
    return sum / 40_000
  }

  private func edge(lens: Double, degrees: Double) -> PixelEdge {
    PixelEdge(
      blurPixels: (PixelEdge.squareVariance + lens * lens).squareRoot(),
      direction: [cos(degrees * .pi / 180) * 3, sin(degrees * .pi / 180) * 3])
  }

  @Test(arguments: [0.0, 0.1, 0.3, 1, 2.5])
  func anEdgeDividesThePixelsLightAsItsSquareDoes(lens: Double) {
    for degrees in [0.0, 7, 30, 45, 90, 135, 200] {
      let edge = edge(lens: lens, degrees: degrees)
      for step in -12...12 {
        let distance = Double(step) * 0.17
        let expected = share(distance, lens: lens, degrees: degrees)
        // A trace of blur is left where the lens has none.
        let tolerance = lens > 0 ? 0.002 : 0.012
        #expect(
          abs(Double(edge(Float(distance)).x) - expected) < tolerance,
          "\(degrees)°, lens \(lens), \(distance)")
      }
    }
  }

  @Test func slopesAreThoseOfTheShare() {
    for lens in [0.15, 0.6, 1.4] {
      let edge = edge(lens: lens, degrees: 20)
      let total = (PixelEdge.squareVariance + lens * lens).squareRoot()
      let wider = PixelEdge(blurPixels: total * 1.04, direction: [cos(.pi / 9), sin(.pi / 9)])
      for distance in stride(from: Float(-1.5), through: 1.5, by: 0.25) {
        let slope = (edge(distance + 0.05).x - edge(distance - 0.05).x) / 0.1
        #expect(abs(edge(distance).y - slope) < 0.02)
        let change = (wider(distance).x - edge(distance).x) / 0.04
        #expect(abs(edge(distance).z - change) < 0.02)
      }
    }
  }
}
