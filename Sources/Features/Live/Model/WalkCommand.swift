import DecoderKit
import Foundation
import Reporting
import Results
import Symbols

/// The command that says how far a walk's camera reads codes, as complete as the walk knows it.
struct WalkCommand: Encodable, Hashable, Sendable {
  /// `nil` where `harness distance` has no words for the code.
  let command: HarnessCommand?
  /// Sentences about the words in capitals, which the walk does not know; without a command, the reason.
  let missing: [String]

  init(_ file: String, of view: WalkRecord.View) {
    guard let (code, size) = Self.code(of: view) else {
      command = nil
      missing = ["This walk gives no distances: \(Self.obstacle(view))."]
      return
    }
    var words = ["distance", "--walk-away", file, "--code", "\(code):\(size ?? "SIZE")"]
    var missing: [String] = []
    if size == nil {
      missing.append(
        "SIZE is the printed size of this code or of another one, such as 20mm: the symbol's width without "
          + "quiet zone; of a Data Matrix and of linear codes other than EAN and UPC, the side of a module."
      )
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

  /// The reason for which there is no command.
  private static func obstacle(_ view: WalkRecord.View) -> String {
    guard let symbology = view.symbology else { return "no decoder said which type of code it is" }
    guard let columns = view.columns else { return "no frame showed the size of the code" }
    return "harness distance does not compute them for \(ScanWording.codes(symbology)) of "
      + Numerals.counted(columns, "module", "modules") + " across"
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
    // Of some widths there is a compact symbol, too: it comes first, and distances are the same.
    case .aztec: AztecSize.all.first { $0.side == columns }.map { ("aztec:\($0)", width) }
    case .dataMatrix: ("datamatrix:\(rows)x\(columns)", module)
    // A compact symbol is as wide as a full one of two data columns less, which one of two columns lacks.
    case .pdf417 where columns >= 86: ("pdf417:\((columns - 69) / 17)", width)
    case .ean13, .ean8, .upcA, .upcE: (symbology.rawValue, width)
    case .code128, .code39, .code93, .codabar, .itf: (symbology.rawValue, module)
    default: nil
    }
  }
}
