import DecoderKit
import Foundation
import Results

/// The command that says how far a walk's camera reads codes, as complete as the walk knows it.
struct WalkCommand: Encodable, Hashable, Sendable {
  let command: HarnessCommand
  /// Sentences about the words in capitals, which the walk does not know.
  let missing: [String]

  init(_ file: String, of view: WalkRecord.View) {
    var missing: [String] = []
    var words = ["distance", "--walk-away", file, "--code"]
    if let (code, size) = Self.code(of: view) {
      words.append("\(code):\(size ?? "SIZE")")
      if size == nil {
        missing.append(
          "SIZE is the printed size of this code or of another one, such as 20mm: the symbol's width without "
            + "quiet zone; of a Data Matrix and of linear codes other than EAN and UPC, the side of a module."
        )
      }
    } else {
      words.append("CODE")
      missing.append(
        "CODE is the code with its printed size, such as qr:v2:20mm (harness distance --help).")
    }
    if view.focalPixels == nil {
      words += ["--focal-pixels", "FOCAL"]
      missing.append(
        "FOCAL is the camera's focal length in pixels of these frames. Fit the camera (under Distances): that tells "
          + "it for this walk, too, as long as resolution and zoom stay the same.")
    }
    command = HarnessCommand("how far does this camera read it, or another size of it?", words)
    self.missing = missing
  }

  /// The code as `distance` takes it, and its printed size where known; `nil` for one that it has no words for.
  private static func code(of view: WalkRecord.View) -> (code: String, size: String?)? {
    guard let symbology = view.symbology?.carrier, let columns = view.columns, let rows = view.rows
    else { return nil }
    let module = view.moduleMillimetres.map { String(format: "%.4gmm", $0) }
    let width = view.moduleMillimetres.map { String(format: "%.4gmm", $0 * Double(columns)) }
    return switch symbology {
    case .qrCode: ("qr:v\((columns - 17) / 4)", width)
    case .microQRCode: ("micro-qr:M\((columns - 9) / 2)", width)
    case .rMQRCode: ("rmqr:R\(rows)x\(columns)", width)
    // Up to 27 modules a compact symbol is as wide as a full one, and more common.
    case .aztec where columns <= 27: ("aztec:compact-\((columns - 11) / 4)", width)
    case .dataMatrix: ("datamatrix:\(rows)x\(columns)", module)
    case .pdf417: ("pdf417:\((columns - 69) / 17)", width)
    case .ean13, .ean8, .upcA, .upcE: (symbology.rawValue, width)
    case .code128, .code39, .code93, .codabar, .itf: (symbology.rawValue, module)
    default: nil
    }
  }
}
