import Base
import DecoderKit
import Measuring

/// Decode rates by grade as JSON, in the layout of `iso-15423.schema.json`.
enum GradeTableJSON {
  /// Renders a table.
  static func render(_ table: GradeTable) throws -> String {
    try VersionedJSON.text(
      GradeTableRecord(table), version: GradeTableRecord.schemaVersion, takesAnyNumber: true)
  }
}

/// The layout of `iso-15423.schema.json`.
private struct GradeTableRecord: Encodable {
  /// The version of the layout. A published version keeps its meaning; fields may be added.
  static let schemaVersion = 1

  let remark = GradeWording.disclaimer + "."
  let corpus: Corpus
  let run: Int
  let decoders: [Decoder]
  let samples: Int
  let taken: Int
  let ungraded: [Ungraded]
  let symbols: [Symbols]
  let parameters: [Parameter]
  let rates: [Rate]

  init(_ table: GradeTable) {
    let record = table.run.corpus
    corpus = Corpus(
      name: record.name, version: record.version, sha256: record.sha256, seed: "\(record.seed)")
    run = table.number
    decoders = table.run.decoders.map {
      Decoder(label: $0.label, library: $0.library, version: $0.version, options: $0.options)
    }
    (samples, taken) = (table.samples, table.taken)
    ungraded = table.ungraded.map {
      Ungraded(
        code: GradeTableWording.code($0.reason), text: GradeTableWording.reason($0.reason),
        samples: $0.samples)
    }
    symbols = table.symbols.map(Symbols.init)
    parameters = table.parameters.map(Parameter.init)
    rates = table.rates.map(Rate.init)
  }

  struct Corpus: Encodable {
    let name: String
    let version: Int
    let sha256: String
    let seed: String
  }

  struct Decoder: Encodable {
    let label: String
    let library: String
    let version: String
    let options: [String: String]
  }

  struct Ungraded: Encodable {
    let code: String
    let text: String
    let samples: Int
  }

  struct Symbols: Encodable {
    let symbology: Symbology
    let standard: PrintStandard
    let smallestPixels: Double
    let largestPixels: Double
    let grades: [String: Int]

    init(_ summary: GradeTable.SymbolSummary) {
      (symbology, standard) = (summary.symbology, summary.standard)
      smallestPixels = summary.moduleSizePixels.lowerBound
      largestPixels = summary.moduleSizePixels.upperBound
      grades = Dictionary(
        uniqueKeysWithValues: GradeLetter.allCases.map { ($0.rawValue, summary.letters[$0] ?? 0) })
    }
  }

  struct Parameter: Encodable {
    let standard: PrintStandard
    let parameter: QualityParameter
    let lowest: Double?
    let median: Double?
    let highest: Double?
    let limits: Int

    init(_ summary: GradeTable.ParameterSummary) {
      (standard, parameter) = (summary.standard, summary.parameter)
      lowest = summary.values?.lowest
      median = summary.values?.median
      highest = summary.values?.highest
      limits = summary.limits
    }
  }

  struct Rate: Encodable {
    let decoder: String
    let symbology: Symbology?
    let grade: GradeLetter
    let reads: Int
    let misreads: Int
    let trials: Int
    let share: Double?
    let lower: Double
    let upper: Double

    init(_ rate: GradeTable.GradeRate) {
      (decoder, symbology, grade) = (rate.decoder, rate.symbology, rate.letter)
      (reads, misreads, trials) = (rate.reads, rate.misreads, rate.trials)
      share = rate.rate
      (lower, upper) = (rate.interval.lower, rate.interval.upper)
    }
  }
}
