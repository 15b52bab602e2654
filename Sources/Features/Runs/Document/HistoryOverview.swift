import Reporting
import Results

/// The histories of several corpora in short: what changed for good, then a row for each corpus.
struct HistoryOverview {
  let histories: [RunHistory]

  /// The most corpora with a row of their own.
  private static let mostRows = 20

  /// One corpus: its lasting changes, and the longest series of runs that can be compared.
  private struct Row {
    let history: RunHistory
    let steps: [(label: String, text: String)]
    let comparable: Int

    init(_ history: RunHistory) {
      self.history = history
      let unit = history.unit.isEmpty ? "" : " \(history.unit)"
      steps = history.series.compactMap { series in
        HistoryEvents.step(series).map { step in
          let (before, after) = (
            Numerals.decimal(step.before, places: 3), Numerals.decimal(step.after, places: 3)
          )
          return (series.label, "\(before) → \(after)\(unit) in run \(step.run)")
        }
      }
      comparable = history.series.map(\.comparable.count).max() ?? 0
    }
  }

  private var rows: [Row] { histories.map(Row.init) }

  /// The answer, and the corpora: those with a change first.
  var document: Document {
    let rows = rows
    let ordered = rows.filter { !$0.steps.isEmpty } + rows.filter { $0.steps.isEmpty }
    let rest = ordered.count - Self.mostRows
    return Document(
      "History of all corpora", answer: [answer(rows)],
      [Section("corpora", "Corpora", [.table(table(ordered.prefix(Self.mostRows)))])],
      remarks: (rest > 0 ? [Numerals.counted(rest, "more corpus", "more corpora")] : [])
        + ["--full shows every decoder's mean threshold and trend on each corpus"])
  }

  private func answer(_ rows: [Row]) -> String {
    let all = Numerals.counted(rows.count, "corpus", "corpora")
    guard !rows.isEmpty else { return "No finished run is stored here" }
    let known = rows.filter { $0.comparable > 1 }
    guard !known.isEmpty else {
      return "On none of \(all) does a decoder have two runs that can be compared, so no change "
        + "is known yet"
    }
    let changed = rows.flatMap { row in
      row.steps.map { "\(row.history.corpus): \($0.label) \($0.text)" }
    }
    let of =
      known.count == rows.count ? all : "the \(known.count) of \(all) with runs to compare"
    guard !changed.isEmpty else {
      return "No decoder's mean threshold changed for good on any of \(of)"
    }
    return
      "On \(rows.count { !$0.steps.isEmpty }) of \(all) a decoder's mean threshold changed for "
      + "good: " + Words.first(changed, others: "more changes").joined(separator: "; ")
  }

  private func table(_ rows: some Collection<Row>) -> DataTable {
    var grid = DataTable(
      "Corpora", keys: [.init("corpus")],
      [
        .init("decoders", isNumber: true), .init("runs", isNumber: true), .init("last run"),
        .init("lasting change"),
      ])
    for row in rows {
      let points = row.history.series.flatMap(\.points)
      let labels = row.steps.map(\.label)
      grid.add([
        .init(row.history.corpus), .init(row.history.series.count),
        .init(Set(points.map(\.run)).count),
        .init(points.map(\.startedAt).max().map { String($0.prefix(10)) } ?? ""),
        labels.isEmpty
          ? .init(row.comparable > 1 ? "none shown" : "no two runs compare", .faint)
          : .init(Words.first(labels, others: "more").joined(separator: ", "), .caution),
      ])
    }
    return grid
  }
}
