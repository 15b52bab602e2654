import DecoderKit
import Reporting

/// The wording of decode rates by grade, the same in the terminal and in files.
struct GradeTableWording {
  let table: GradeTable

  /// `99.2 %`, to a tenth.
  static func percent(_ share: Double) -> String { "\(Numerals.decimal(share * 100, places: 1)) %" }

  /// The rate with its interval: `61.0 % (55.1–66.7)`; missing without a trial.
  static func rate(_ rate: GradeTable.GradeRate) -> String {
    guard let share = rate.rate else { return Numerals.absent }
    let interval = rate.interval
    let ends = [interval.lower, interval.upper].map { Numerals.decimal($0 * 100, places: 1) }
    return "\(percent(share)) (\(ends[0])–\(ends[1]))"
  }

  /// The rates of each decoder as rows: the symbology, and a cell for each letter.
  var rows: [(decoder: String, symbology: Symbology?, rates: [GradeTable.GradeRate])] {
    var rows: [(decoder: String, symbology: Symbology?, rates: [GradeTable.GradeRate])] = []
    for rate in table.rates {
      if let last = rows.last, last.decoder == rate.decoder, last.symbology == rate.symbology {
        rows[rows.count - 1].rates.append(rate)
      } else {
        rows.append((rate.decoder, rate.symbology, [rate]))
      }
    }
    // With one symbology, the row of all symbols says it already.
    return rows.filter { row in row.symbology == nil || table.symbols.count > 1 }
  }

  /// One sentence a decoder: `zxing reads 99.2 % of grade A, 61.0 % of grade D.`
  var sentences: [String] {
    Words.first(
      rows.filter { $0.symbology == nil }.map { row in
        let parts = row.rates.filter { $0.trials > 0 }.map {
          "\(Self.percent($0.rate ?? 0)) of grade \($0.letter.rawValue)"
        }
        return "\(row.decoder) reads \(parts.joined(separator: ", "))"
      })
  }

  /// The number of samples behind the table.
  var extent: String {
    let graded = table.taken - table.ungraded.reduce(0) { $0 + $1.samples }
    return
      "\(Numerals.counted(graded, "symbol", "symbols")) graded, of "
      + "\(Numerals.counted(table.taken, "sample", "samples")) taken "
      + "from the run's \(Numerals.count(table.samples))"
  }

  static func reason(_ reason: UngradedReason) -> String {
    switch reason {
    case .symbol(let failure): GradeWording.reason(failure)
    case .severalSymbols: "the image shows several symbols, and one verdict is kept"
    case .noSymbol: "the image shows no symbol that is known"
    }
  }

  static func code(_ reason: UngradedReason) -> String {
    switch reason {
    case .symbol(let failure): GradeWording.code(failure)
    case .severalSymbols: "several-symbols"
    case .noSymbol: "no-symbol"
    }
  }

  /// Three values of a parameter with their unit.
  static func values(_ summary: GradeTable.ParameterSummary) -> [String] {
    guard let values = summary.values else { return Array(repeating: Numerals.absent, count: 3) }
    return [values.lowest, values.median, values.highest].map {
      GradeWording.value($0, of: summary.parameter)
    }
  }

  static let intervals =
    "Rates are of symbols, with exact 95 % intervals (Clopper and Pearson); a timeout or a crash is no read"
}
