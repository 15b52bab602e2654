import Base
import Corpora
import DecoderKit
import Symbols

/// A kind of symbol among the samples, as a recipe of the twin corpus.
struct TwinRecipe: Hashable {
  /// The name in the corpus: `qr-code-v3`.
  let name: String
  /// The recipe as one line of YAML, without its name and its list's dash.
  let yaml: String

  /// The key under which symbols are of one kind.
  struct Kind: Hashable {
    let symbology: Symbology
    /// Modules along the sides, where the symbology has sizes.
    let columns: Int?
    let rows: Int?
    let addOnDigits: Int?

    init(_ symbol: SurveyedSymbol) {
      symbology = symbol.symbology
      let size = symbol.symbology.hasOneRow ? nil : symbol.measurement.dimension
      columns = size?.columns
      // The rows of PDF417 follow from the length of its data.
      rows = symbol.symbology == .pdf417 ? nil : size?.rows
      addOnDigits = symbol.addOnDigits
    }
  }

  /// Makes a recipe of symbols of one kind; `nil` if none of those tried can be drawn.
  ///
  /// - Precondition: There is a symbol.
  init?(_ kind: Kind, _ symbols: [SurveyedSymbol]) {
    name = Self.name(of: kind)
    let found = Self.options(of: kind, symbols).lazy.flatMap { options in
      Self.payloads(of: kind.symbology, symbols).lazy.map { "\(options), payload: {\($0)}" }
    }.first(where: Self.canBeDrawn)
    guard let found else { return nil }
    yaml = found
  }

  private static func name(of kind: Kind) -> String {
    let size = kind.columns.map { columns in
      kind.symbology == .qrCode
        ? "-v\((columns - 17) / 4)"
        : kind.rows.map { "-\($0)x\(columns)" } ?? "-\(columns)-wide"
    }
    return kind.symbology.rawValue + (size ?? "")
      + (kind.addOnDigits.map { "-add-on-\($0)" } ?? "")
  }

  /// True if a corpus with the recipe loads, so that all of its payloads fit.
  private static func canBeDrawn(_ yaml: String) -> Bool {
    let text = """
      format: 1
      name: probe
      version: 1
      title: Probe
      question: Can it be drawn?
      seed: 1
      symbols: [{name: probe, \(yaml)}]
      conditions: [{name: upright}]
      sweep: {axis: module-size, levels: [4]}
      trials: 1
      """
    return (try? Corpus(yaml: text, file: "probe")) != nil
  }

  /// The symbology with its options, the likeliest first.
  private static func options(of kind: Kind, _ symbols: [SurveyedSymbol]) -> [String] {
    let symbology = "symbology: \(kind.symbology.rawValue)"
    let size = kind.columns.flatMap { columns in kind.rows.map { (columns: columns, rows: $0) } }
    switch kind.symbology {
    case .qrCode, .gs1QRCode:
      let version = size.map { ($0.columns - 17) / 4 } ?? 1
      let versions = size == nil ? Array(1...40) : Array(max(version, 1)...40)
      return versions.flatMap { version in
        ["M", "L"].map { "\(symbology), version: \(version), ecc: \($0)" }
      }
    case .microQRCode:
      let version = size.map { ($0.columns - 9) / 2 } ?? 4
      return (max(version, 1)...4).map {
        $0 == 1 ? "\(symbology), version: M1" : "\(symbology), version: M\($0), ecc: L"
      }
    case .dataMatrix, .gs1DataMatrix:
      let squares = [10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88]
      let larger = squares.filter { $0 > (size?.columns ?? 0) }.map { "\($0)x\($0)" }
      return ((size.map { ["\($0.rows)x\($0.columns)"] } ?? []) + larger).map {
        "\(symbology), size: \($0)"
      }
    case .aztec:
      let layers = size.map { aztecSizes(sides: $0.columns) } ?? []
      let all = (1...4).map { "compact-\($0)" } + (4...32).map { "full-\($0)" }
      return (layers + all).map { "\(symbology), size: \($0)" }
    case .pdf417:
      let columns = kind.columns.map { max(($0 - 69) / 17, 1) }
      return ((columns.map { [$0] } ?? []) + [2, 4, 8, 12]).map {
        "\(symbology), columns: \($0), ecc: 2"
      }
    case .microPDF417: return ["\(symbology), columns: 4"]
    case .rMQRCode:
      return size.map { ["\(symbology), size: R\($0.rows)x\($0.columns), ecc: M"] } ?? []
    case .dotCode: return ["\(symbology), columns: \(kind.columns ?? 30)"]
    case .codablockF:
      let columns = kind.columns.map { max(($0 - 57) / 11, 4) }
      return ((columns.map { [$0] } ?? []) + [8, 16]).map { "\(symbology), columns: \($0)" }
    case .maxiCode, .aztecRune, .code16K, .postnet, .planet, .royalMail, .kix, .uspsIntelligentMail,
      .japanPost, .australiaPost:
      return [symbology]
    default: return linearOptions(symbology, kind, symbols)
    }
  }

  /// The sizes of Aztec with so many modules a side (ISO/IEC 24778).
  private static func aztecSizes(sides: Int) -> [String] {
    let compact = (1...4).filter { 11 + 4 * $0 == sides }.map { "compact-\($0)" }
    let full = (4...32).filter { layers in
      let plain = 14 + 4 * layers
      return plain + 1 + 2 * ((plain / 2 - 1) / 15) == sides
    }.map { "full-\($0)" }
    return compact + full
  }

  private static func linearOptions(
    _ symbology: String, _ kind: Kind, _ symbols: [SurveyedSymbol]
  ) -> [String] {
    let heights = symbols.compactMap { symbol -> Double? in
      guard let outline = symbol.measurement.outline, let module = symbol.moduleSizePixels else {
        return nil
      }
      let side = outline.bottomLeft.distance(to: outline.topLeft)
      return side / module
    }
    let addOn = kind.addOnDigits.map { ", add-on: \($0)" } ?? ""
    guard let height = Spread(heights)?.median, height >= 5 else { return [symbology + addOn] }
    let modules = min(max(height.rounded(), kind.addOnDigits == nil ? 5 : 20), 200)
    return ["\(symbology), height: \(Int(modules))\(addOn)", symbology + addOn]
  }

  /// Payloads like the samples', the likeliest first; the samples' own at the end.
  private static func payloads(of symbology: Symbology, _ symbols: [SurveyedSymbol]) -> [String] {
    let counts = symbols.map(\.bytes.count)
    let (least, most) = (max(counts.min() ?? 1, 1), max(counts.max() ?? 1, 1))
    let length = least == most ? "length: \(least)" : "length: [\(least), \(most)]"
    let kinds = kinds(of: symbology, symbols)
    let literals = symbols.map(\.bytes).uniqued()
    let list = literals.prefix(20).map { "{hex: \"\(Hexadecimal.text($0))\"}" }
    return kinds.flatMap { ["kind: \($0), \(length)", "kind: \($0)"] }
      + ["literals: [\(list.joined(separator: ", "))]"]
  }

  private static func kinds(of symbology: Symbology, _ symbols: [SurveyedSymbol]) -> [PayloadKind] {
    func all(_ allowed: (UInt8) -> Bool) -> Bool {
      symbols.allSatisfy { $0.bytes.allSatisfy(allowed) }
    }
    let digit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    let upper = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    switch symbology {
    case .ean13, .ean8, .upcA, .upcE, .itf14, .dataBar, .dataBarLimited, .dataBarStacked:
      return [.gtin]
    case .gs1QRCode, .gs1DataMatrix, .gs1_128, .dataBarExpanded, .dataBarExpandedStacked:
      return [.gs1]
    case .codabar: return [.codabar]
    case .code39: return all(digit) ? [.digits, .code39] : [.code39]
    case .maxiCode: return [.maxicode]
    case .aztecRune: return [.rune]
    default: break
    }
    if all(digit) { return [.digits] }
    if symbols.allSatisfy({ $0.valueType == .url }) { return [.url, .printable] }
    if all({ digit($0) || upper($0) }) { return [.alphanumeric] }
    if all({ (0x20...0x7e).contains($0) }) { return [.printable, .alphanumeric] }
    return symbols.allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil }
      ? [.utf8, .printable] : [.bytes, .printable]
  }
}
