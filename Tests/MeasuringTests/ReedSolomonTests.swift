import Testing

@testable import Measuring

@Suite struct ReedSolomonTests {
  /// A code, the number of its codewords' values, and a block's length and error correction.
  static let codes: [(ReedSolomon, values: Int, length: Int, checks: Int)] = [
    (.qrCode, 256, 44, 16), (.dataMatrix, 256, 40, 18), (.pdf417, 929, 60, 16),
    (ReedSolomon.aztec[6] ?? .qrCode, 64, 40, 17),
  ]

  /// Twice the errors and the erasures together: as many as there are checks can be mended.
  @Test(arguments: codes.indices)
  func errorsAndErasuresWithinReachAreMended(_ index: Int) throws {
    let (code, values, length, checks) = Self.codes[index]
    for erased in stride(from: 0, through: checks, by: 3) {
      let data = (0..<length - checks).map { _ in Int.random(in: 0..<values) }
      let block = code.encode(data, checks: checks)
      let places = Array(block.indices.shuffled())
      let erasures = Array(places.prefix(erased))
      var seen = block
      for place in erasures { seen[place] = Int.random(in: 0..<values) }
      for place in places[erased...].prefix((checks - erased) / 2) {
        seen[place] = (seen[place] + Int.random(in: 1..<values)) % values
      }
      #expect(code.corrected(seen, checks: checks, erasures: erasures) == block)
      #expect(code.corrected(block, checks: checks, erasures: erasures) == block)
    }
  }

  /// The result is always a codeword of the code, even where too much is wrong.
  @Test(arguments: codes.indices)
  func whatIsMendedIsACodeword(_ index: Int) {
    let (code, values, length, checks) = Self.codes[index]
    for erased in [0, 4, checks - 1, checks] {
      let seen = (0..<length).map { _ in Int.random(in: 0..<values) }
      if let mended = code.corrected(seen, checks: checks, erasures: Array(0..<erased)) {
        #expect(code.errors(in: mended, checks: checks) == [])
      } else {
        #expect(erased < checks)
      }
    }
    #expect(code.corrected([0, 1, 2, 3], checks: 2, erasures: [0, 1, 2]) == nil)
  }
}
