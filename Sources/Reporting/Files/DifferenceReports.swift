import Base
import Results

/// The differences between two runs in GitHub-flavoured Markdown.
public enum DifferenceMarkdown {
  /// Renders the whole page, with every cell.
  public static func render(_ difference: RunDifference) -> String {
    let wording = DifferenceWording(difference)
    var blocks = [
      "# " + Markdown.text(wording.title), Markdown.text(wording.basis + "."),
    ]
    for (title, sentences) in [
      ("Decoders", wording.headlines), ("Settings", wording.settings),
      ("Changed verdicts", wording.flips),
    ] where !sentences.isEmpty {
      blocks.append("## \(title)")
      blocks.append(Markdown.list(sentences.map { Markdown.text($0) + "." }))
    }
    if difference.isComparable {
      blocks.append("## Every cell")
      blocks.append(cells(wording))
    }
    let samples = samples(wording)
    if !samples.isEmpty {
      blocks.append("## Samples with another result")
      blocks.append(Markdown.list(samples))
    }
    if !wording.uncompared.isEmpty {
      blocks.append("## Not compared")
      blocks.append(Markdown.list(wording.uncompared.map { Markdown.text($0) + "." }))
    }
    return blocks.joined(separator: "\n\n")
  }

  private static func cells(_ wording: DifferenceWording) -> String {
    let titles = ["decoder", "group"] + wording.columns.map { $0.joined(separator: " ") }
    var grid = Markdown.Table(titles: titles, rightAligned: Set(2..<titles.count))
    for decoder in wording.difference.decoders {
      for cell in decoder.cells {
        grid.add([decoder.after.label, cell.group] + wording.texts(cell))
      }
    }
    return grid.text
  }

  private static func samples(_ wording: DifferenceWording) -> [String] {
    wording.difference.decoders.flatMap { decoder in
      decoder.cells.flatMap { cell in
        cell.samples.map { sample in
          "\(Markdown.text("\(decoder.after.label), \(sample.before.name) → \(sample.after.name)")): "
            + Markdown.code(wording.command(sample, decoder))
        }
      }
    }
  }
}

/// The differences between two runs field by field, for programs.
public enum DifferenceJSON {
  /// Renders the differences as JSON, the version of their layout first.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public static func render(_ difference: RunDifference) throws -> String {
    String(
      try VersionedJSON.text(difference, version: difference.schemaVersion).dropLast())
  }
}
