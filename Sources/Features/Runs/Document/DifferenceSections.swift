import Reporting

extension DifferenceWording {
  /// What is said of the differences between two runs; the most important first.
  var sections: [Section] {
    [
      Section("decoders", "Decoders", headlines), Section("settings", "Settings", settings),
      Section("flips", "Changed verdicts", flips),
      Section("cells", "Cells", [.table(changedCells), .table(allCells), .lines(unchanged)]),
      Section(
        "samples", "Samples with another result",
        [.folded("Commands", [.sentences(samples)])]),
      Section("uncompared", "Not compared", uncompared),
    ].filter { !$0.isEmpty }
  }

  /// The cells, those alone whose verdicts changed on a terminal.
  private func cells(
    _ caption: String, in format: DataTable.Format, where isShown: (CellDifference) -> Bool
  ) -> DataTable {
    var table = DataTable(
      caption, keys: [.init("decoder"), .init("group")],
      columns.map { .init($0, isNumber: true) })
    table.formats = [format]
    for decoder in difference.decoders where difference.isComparable {
      for cell in decoder.cells where isShown(cell) {
        table.add(
          [.init(decoder.after.label), .init(cell.group)] + texts(cell).map { .init($0) })
      }
    }
    return table
  }

  private var changedCells: DataTable {
    cells("Cells with changed verdicts", in: .terminal, where: \.isChanged)
  }

  private var allCells: DataTable { cells("Every cell", in: .markdown) { _ in true } }

  private var unchanged: [String] {
    let count = difference.decoders.flatMap(\.cells).count { !$0.isChanged }
    return count == 0
      ? []
      : [Numerals.counted(count, "cell", "cells") + " (decoder × group) without a changed verdict"]
  }

  private var samples: [Section.Sentence] {
    difference.decoders.flatMap { decoder in
      decoder.cells.flatMap { cell in
        cell.samples.map { sample in
          Section.Sentence(
            "\(decoder.after.label), \(sample.before.name) → \(sample.after.name)",
            lines: [command(sample, decoder)])
        }
      }
    }
  }
}
