import Reporting

extension FuzzReport {
  /// The findings as a document: the causes in a table, then each with its example.
  var document: Document {
    Document(
      "Fuzzing \(decoder.label)", answer: [FuzzWording.answer(self)], [causes, tried, examples])
  }

  private var causes: Section {
    var grid = DataTable(
      "Each cause", keys: [.init("cause")],
      grouped: true,
      [
        .init("images", isNumber: true), .init("untouched", isNumber: true),
        .init("smallest, px", isNumber: true), .init("made of"),
      ])
    for (place, group) in groups.enumerated() {
      let example = group.example
      grid.add([
        .init(heading(place)), .init(group.count), .init(group.untouched),
        .init(
          "\(example.width) × \(example.height)", value: Double(example.width * example.height)),
        .init(FuzzWording.origin(example)),
      ])
    }
    return Section("causes", "Causes", [.table(grid)])
  }

  private var tried: Section {
    Section(
      "tried", "What was tried", [FuzzWording.summary(self)] + FuzzWording.unconfirmed(self))
  }

  /// A cause with its number: `1. crash: killed by SIGABRT`.
  private func heading(_ place: Int) -> String {
    let signature = groups[place].signature
    return "\(place + 1). \(FuzzWording.kind(signature.verdict)): "
      + FuzzWording.cause(signature, timeoutSeconds: timeoutSeconds)
  }

  /// The smallest image of each cause, and the command that decodes it again.
  private var examples: Section {
    Section(
      "examples", "Examples",
      groups.indices.map { place in
        let example = groups[place].example
        let words =
          "Input \(example.input): \(FuzzWording.origin(example)); \(FuzzWording.size(example))"
        let lines = [example.detail] + printed(example) + [example.reproduce]
        let sentence = Section.Sentence(words, lines: lines.compactMap(\.self))
        let picture = example.file.map {
          Section.Block.picture(title: "The smallest image", file: $0, .empty)
        }
        return .folded(heading(place), [.sentences([sentence])] + (picture.map { [$0] } ?? []))
      }, in: [.markdown])
  }

  /// The last lines that were printed before a backtrace, which starts with stars; the JSON files have all.
  private func printed(_ example: FuzzExample) -> [String?] {
    let lines = (example.printed ?? "").split(separator: "\n").prefix { !$0.hasPrefix("***") }
    return lines.suffix(8).map { String($0) }
  }
}
