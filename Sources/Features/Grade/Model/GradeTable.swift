import DecoderKit
import Measuring
import Results
import Statistics

/// The decode rates of a run's decoders by the print quality grade of what they were given.
struct GradeTable: Sendable {
  let run: RunRecord
  /// The run's number in its store.
  let number: Int
  /// The number of samples in the run.
  let samples: Int
  /// The samples that were taken for grading.
  let taken: Int
  /// The symbols that were graded, by symbology in the corpus's order.
  let symbols: [SymbolSummary]
  /// The reasons for which samples have no grade, with their numbers, the most frequent first.
  let ungraded: [(reason: UngradedReason, samples: Int)]
  /// Each parameter of each standard that was followed.
  let parameters: [ParameterSummary]
  /// The rates of every decoder that was tried: first of all symbols, then of each symbology.
  var rates: [GradeRate]

  /// The graded symbols of one symbology.
  struct SymbolSummary: Hashable, Sendable {
    let symbology: Symbology
    let standard: PrintStandard
    /// The smallest and the largest module size in pixels.
    let moduleSizePixels: ClosedRange<Double>
    /// The number of symbols with each letter; 0 for those that are absent.
    let letters: [GradeLetter: Int]
  }

  /// The values of one parameter over the graded symbols.
  struct ParameterSummary: Hashable, Sendable {
    let standard: PrintStandard
    let parameter: QualityParameter
    /// The lowest, the middle and the highest value; `nil` for parameters without one.
    let values: Values?
    /// The symbols of which it has the lowest grade below 4, alone or with others.
    let limits: Int

    /// Three values of a parameter.
    struct Values: Hashable, Sendable {
      let lowest: Double
      /// The median, the lower of two.
      let median: Double
      let highest: Double
    }
  }

  /// One decoder's rate on symbols of one grade.
  struct GradeRate: Hashable, Sendable {
    /// The decoder's label.
    let decoder: String
    /// The symbology; `nil` for all that the decoder reads.
    let symbology: Symbology?
    /// The grade's letter.
    let letter: GradeLetter
    /// The symbols that it read right.
    let reads: Int
    /// The symbols that it misread.
    let misreads: Int
    /// The symbols that it was given.
    let trials: Int

    /// The rate; `nil` without a trial.
    var rate: Double? { trials > 0 ? Double(reads) / Double(trials) : nil }
    /// The 95 % interval of Clopper and Pearson.
    var interval: Interval { Binomial.clopperPearson(reads: reads, trials: trials) }
  }
}

/// The reason for which a sample of a run has no grade.
enum UngradedReason: Error, Hashable, Sendable {
  /// The symbol is not graded.
  case symbol(GradingFailure)
  /// The image shows several symbols, and the run keeps one verdict.
  case severalSymbols
  /// The image shows no symbol, or nobody knows which.
  case noSymbol
}

/// A sample of a run with its grades.
struct GradedSample: Sendable {
  /// The place in the corpus.
  let place: SamplePlace
  /// The grades, or the reason for which there are none.
  let grades: Result<SymbolGrades, UngradedReason>
}

extension GradeTable {
  /// Joins graded samples with a run's verdicts.
  ///
  /// - Throws: Errors from the store.
  init(
    _ graded: [GradedSample], ofRun number: Int, in store: some ObservationSource
  ) throws {
    let run = try store.record(ofRun: number).0
    var grades: [SamplePlace: SymbolGrades] = [:]
    var reasons: [UngradedReason: Int] = [:]
    for sample in graded {
      switch sample.grades {
      case .success(let own): grades[sample.place] = own
      case .failure(let reason): reasons[reason, default: 0] += 1
      }
    }
    var counts = GradeCounts()
    for decoder in run.decoders.indices {
      try store.forEachObservation(ofRun: number, decoder: decoder) { observation in
        guard let own = grades[observation.place] else { return }
        counts.add(observation.verdict, of: run.decoders[decoder].label, own)
      }
    }
    let all = graded.compactMap { try? $0.grades.get() }
    let symbologies = run.corpus.symbologies.filter { one in all.contains { $0.symbology == one } }
    self.run = run
    self.number = number
    samples = run.corpus.numbering.sampleCount
    taken = graded.count
    ungraded = reasons.map { ($0.key, $0.value) }.sorted {
      ($1.samples, "\($0.reason)") < ($0.samples, "\($1.reason)")
    }
    symbols = symbologies.map { Self.summary($0, all) }
    parameters = Self.parameters(all)
    rates = run.decoders.flatMap { decoder in
      ([nil] + symbologies).flatMap { counts.rates(of: decoder.label, $0) }
    }
  }

  private static func summary(_ symbology: Symbology, _ all: [SymbolGrades]) -> SymbolSummary {
    let own = all.filter { $0.symbology == symbology }
    let sizes = own.map(\.moduleSizePixels)
    return SymbolSummary(
      symbology: symbology, standard: own.first?.standard ?? .iso15416,
      moduleSizePixels: (sizes.min() ?? 0)...(sizes.max() ?? 0),
      letters: own.reduce(into: [:]) { $0[$1.grade.letter, default: 0] += 1 })
  }

  private static func parameters(_ all: [SymbolGrades]) -> [ParameterSummary] {
    PrintStandard.allCases.flatMap { standard in
      let own = all.filter { $0.standard == standard }.map(\.parameters)
      // A QR Code has parameters that a Data Matrix has not: the longest list has them all in order.
      let named = (own.max { $0.count < $1.count } ?? []).map(\.parameter)
      return named.map { parameter in
        let values = own.compactMap { $0.first { $0.parameter == parameter }?.value }.sorted()
        let limits = own.count { graded in
          let lowest = graded.map(\.grade).min() ?? .best
          return lowest < .best
            && graded.contains { $0.parameter == parameter && $0.grade == lowest }
        }
        return ParameterSummary(
          standard: standard, parameter: parameter,
          values: values.isEmpty
            ? nil
            : .init(
              lowest: values[0], median: values[(values.count - 1) / 2],
              highest: values[values.count - 1]), limits: limits)
      }
    }
  }
}

/// Verdicts counted by decoder, symbology and grade.
private struct GradeCounts {
  private struct Cell: Hashable {
    let decoder: String
    let symbology: Symbology?
    let letter: GradeLetter
  }

  private struct Count {
    var reads = 0
    var misreads = 0
    var trials = 0
  }

  private var counts: [Cell: Count] = [:]

  mutating func add(_ verdict: Verdict, of decoder: String, _ grades: SymbolGrades) {
    for symbology in [nil, grades.symbology] {
      let cell = Cell(decoder: decoder, symbology: symbology, letter: grades.grade.letter)
      counts[cell, default: Count()].trials += 1
      if verdict.isSuccess { counts[cell]?.reads += 1 }
      if verdict.isFalse { counts[cell]?.misreads += 1 }
    }
  }

  /// The rates by letter, the best first; none for a decoder that was given no such symbol.
  func rates(of decoder: String, _ symbology: Symbology?) -> [GradeTable.GradeRate] {
    let found = GradeLetter.allCases.map { letter in
      let count = counts[Cell(decoder: decoder, symbology: symbology, letter: letter)] ?? Count()
      return GradeTable.GradeRate(
        decoder: decoder, symbology: symbology, letter: letter, reads: count.reads,
        misreads: count.misreads, trials: count.trials)
    }
    return found.contains { $0.trials > 0 } ? found : []
  }
}
