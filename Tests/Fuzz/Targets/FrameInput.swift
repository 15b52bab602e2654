import DecoderKit
import PluginHost

/// Bytes that a plugin might write to its standard output.
enum FrameInput {
  /// Headers do not depend on the sizes in which the pipe delivered their bytes.
  static func check(_ bytes: [UInt8]) throws(BrokenPromise) {
    let whole = headers(bytes, piece: max(bytes.count, 1))
    for piece in [1, 7] where bytes.count < 1 << 14 {
      let other = headers(bytes, piece: piece)
      try promise(whole == other, "other frames when \(piece) bytes arrive at a time")
    }
  }

  private struct Outcome: Equatable {
    var headers: [[UInt8]] = []
    var error: FrameError?
    var isInsideFrame = false
  }

  private static func headers(_ bytes: [UInt8], piece: Int) -> Outcome {
    var assembler = FrameAssembler()
    var outcome = Outcome()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      bytes[start..<min(start + piece, bytes.count)].withUnsafeBytes { assembler.append($0) }
      do throws(FrameError) {
        while let header = try assembler.nextHeader() { outcome.headers.append(header) }
      } catch {
        outcome.error = error
        return outcome
      }
    }
    outcome.isInsideFrame = assembler.isInsideFrame
    return outcome
  }
}
