import DecoderKit

/// The text that a symbol's codewords carry, as far as it is plain ASCII.
///
/// Where a symbol changes the character set, joins others, or has function characters, decoders differ in
/// the bytes that they give: nothing is told then.
enum CarriedText {
  /// Reads the text of codewords that are mended.
  ///
  /// - Parameters:
  ///   - data: The codewords of data, in the symbol's order.
  ///   - codewordModules: The number of modules in a codeword.
  ///   - columns: Modules along the symbol's sides.
  /// - Returns: `nil` if it is not told here.
  static func read(
    _ symbology: Symbology?, data: [Int], codewordModules: Int, columns: Int
  ) -> [UInt8]? {
    let text: [UInt8]? =
      switch symbology?.carrier {
      case .qrCode: qrCode(data, version: (columns - 17) / 4)
      case .microQRCode: microQRCode(data, version: (columns - 9) / 2)
      case .dataMatrix: dataMatrix(data)
      case .aztec: aztec(data, bits: codewordModules)
      case .pdf417: pdf417(data)
      default: nil
      }
    return text.flatMap { $0.allSatisfy { $0 < 0x80 } ? $0 : nil }
  }

  /// Bits that are read from first to last.
  struct Bits {
    private let bits: [Bool]
    private var next = 0

    init(_ bits: [Bool]) { self.bits = bits }

    /// The bits that are left.
    var count: Int { bits.count - next }

    /// Takes a number off the front; `nil` if there are too few bits.
    mutating func take(_ count: Int) -> Int? {
      guard next + count <= bits.count else { return nil }
      defer { next += count }
      return QRCodewords.number(bits[next..<next + count])
    }

    /// The bits of numbers, the most significant first.
    static func of(_ numbers: [Int], length: Int) -> [Bool] {
      numbers.flatMap { number in (0..<length).reversed().map { number >> $0 & 1 == 1 } }
    }
  }
}

extension SymbolCodewords {
  /// The codewords of data, mended, in the symbol's order; `nil` if a block cannot be mended.
  ///
  /// - Parameter isInterleaved: True if each codeword belongs to the next block.
  private func data(isInterleaved: Bool) -> [Int]? {
    let checks = blocks.checks
    let mended = blocks.blocks.compactMap {
      code.corrected($0, checks: checks, erasures: blocks.erasures)
    }
    guard mended.count == blocks.blocks.count else { return nil }
    let parts = mended.map { Array($0.dropLast(checks)) }
    guard isInterleaved, parts.count > 1 else { return parts.flatMap(\.self) }
    return (0..<(parts.map(\.count).max() ?? 0)).flatMap { index in
      parts.compactMap { index < $0.count ? $0[index] : nil }
    }
  }

  /// The text that the codewords carry, as far as they belong together and it is plain.
  func text(of symbology: Symbology?, columns: Int) -> [UInt8]? {
    guard areSound, let data = data(isInterleaved: symbology?.carrier == .dataMatrix) else {
      return nil
    }
    return CarriedText.read(
      symbology, data: data, codewordModules: codewordModules, columns: columns)
  }
}
