import DecoderKit
import Drawing
import Symbols

/// A reader of drawn samples that knows everything but the data.
///
/// It bounds from below what pixels allow: what it reads can be read. Better readers may exist, so
/// that what it does not read need not be impossible. It always answers where its error correction
/// finds something to answer; whether that is right is judged elsewhere, as it knows no truth.
package struct InformedReader {
  private var codes: [Kind: Code] = [:]

  /// Makes a reader. It keeps tables of the symbols that it has met.
  package init() {}

  /// The data of a symbol: its corrected codewords, or the bars of a linear symbol.
  package struct Answer: Hashable, Sendable {
    let values: [Int]
  }

  private struct Kind: Hashable {
    let options: SymbolOptions
    let columns: Int
    let rows: Int
  }

  /// Reads an image.
  ///
  /// - Returns: `nil` if error correction finds no data.
  /// - Throws: ``InformedGap`` for what is not covered.
  package mutating func read(
    _ image: GrayImage, _ view: InformedView
  ) throws(InformedGap) -> Answer? {
    if let gap = view.gap { throw gap }
    let code = try code(view.options, columns: view.columns, rows: view.rows)
    let plan = code.plan
    let model = PixelModel(view, plan).normalEquations(image, count: plan.unknowns.count)
    switch code {
    case .bars(_, let grammars):
      let found = grammars.compactMap { BarTrellis(model, $0).best() }
      return found.max { $0.likelihood < $1.likelihood }.map { Answer(bars: $0.bars) }
    case .matrix(let code): return Self.read(model, code)
    }
  }

  private static func read(_ model: ForwardModel, _ code: any MatrixCode) -> Answer? {
    var best: (likelihood: Double, candidate: MatrixCandidate)?
    ModuleEstimator(model: model, groups: code.plan.groups).run { odds in
      for candidate in code.candidates(odds) {
        let likelihood = model.likelihood(candidate.dark)
        if likelihood > best?.likelihood ?? -.infinity { best = (likelihood, candidate) }
        if candidate.isClean { return true }
      }
      return false
    }
    return best.map { Answer(values: $0.candidate.codewords) }
  }

  /// The answer that a symbol's own modules give, for judging.
  ///
  /// - Throws: ``InformedGap`` for what is not covered.
  package mutating func answer(
    of symbol: Symbol, options: SymbolOptions
  ) throws(InformedGap) -> Answer? {
    let code = try code(options, columns: symbol.columns, rows: symbol.rows)
    let dark = code.plan.unknowns.map {
      symbol.isDark(column: $0[0].column, row: $0[0].row)
    }
    switch code {
    case .bars: return Answer(bars: dark)
    case .matrix(let code):
      return code.candidates(dark.map { $0 ? 100 : -100 }).first.map {
        Answer(values: $0.codewords)
      }
    }
  }

  /// A symbology's code for one size.
  private enum Code {
    case matrix(any MatrixCode)
    case bars(ModulePlan, [BarGrammar])

    var plan: ModulePlan {
      switch self {
      case .matrix(let code): code.plan
      case .bars(let plan, _): plan
      }
    }
  }

  private mutating func code(
    _ options: SymbolOptions, columns: Int, rows: Int
  ) throws(InformedGap) -> Code {
    let kind = Kind(options: options, columns: columns, rows: rows)
    if let known = codes[kind] { return known }
    guard let made = Self.made(options, columns: columns, rows: rows) else { throw .symbology }
    codes[kind] = made
    return made
  }

  /// The modules of a view's symbol, by what is known of them.
  ///
  /// - Throws: ``InformedGap`` for symbologies that are not covered.
  mutating func plan(_ view: InformedView) throws(InformedGap) -> ModulePlan {
    try code(view.options, columns: view.columns, rows: view.rows).plan
  }

  private static func made(_ options: SymbolOptions, columns: Int, rows: Int) -> Code? {
    let matrix: (any MatrixCode)? =
      switch options {
      case .qrCode(let version, let level, _, _), .gs1QRCode(let version, let level, _):
        QRCode(version: version, level: level)
      case .dataMatrix(let size), .gs1DataMatrix(let size): DataMatrixCode(size)
      case .aztec(let size): AztecCode(size)
      case .pdf417(let dataColumns, _, let level, _):
        PDF417Code(columns: dataColumns, rows: rows, level: level)
      default: nil
      }
    if let matrix { return .matrix(matrix) }
    guard case .linear(let kind, _) = options,
      let plan = ModulePlan(kind, columns: columns, rows: rows)
    else { return nil }
    let grammars = BarGrammar.all(kind, columns: plan.unknowns.count)
    return grammars.isEmpty ? nil : .bars(plan, grammars)
  }
}

extension InformedReader.Answer {
  fileprivate init(bars: [Bool]) { values = bars.map { $0 ? 1 : 0 } }
}

extension InformedView {
  /// Effects of print and surface that the forward model lacks.
  private static let unmodelled: [CameraParameter] = [
    .barGrowth, .damage, .dots, .hatch, .deadLines, .wrinkle, .skew, .warp, .brushing, .mirrorSpots,
  ]

  /// The reason that the forward model does not hold; `nil` if it does.
  fileprivate var gap: InformedGap? {
    Self.unmodelled.allSatisfy(camera.isNeutral) ? nil : .print
  }
}
