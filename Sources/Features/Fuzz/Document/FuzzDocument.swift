import Reporting

extension FuzzReport {
  /// The findings as a document: the causes in a table, then each with its example.
  var document: Document {
    Document(
      "Fuzzing \(decoder.label)", answer: [FuzzWording.answer(self)],
      [slowest.map(slow) ?? causes, tried, examples])
  }

  private func slow(_ slowest: [SlowImage]) -> Section {
    var grid = DataTable(
      "The slowest images", keys: [.init("image", isNumber: true)],
      [
        .init("ms", isNumber: true), .init("usual, ms", isNumber: true),
        .init("times the usual", isNumber: true), .init("size, px", isNumber: true),
        .init("made of"),
      ])
    for (place, slow) in slowest.enumerated() {
      grid.add([
        .init(place + 1),
        .init(Numerals.milliseconds(slow.milliseconds), value: slow.milliseconds),
        .init(Numerals.milliseconds(slow.usualMilliseconds), value: slow.usualMilliseconds),
        .init(FuzzWording.multiple(slow), value: slow.ratio),
        .init(
          "\(slow.example.width) × \(slow.example.height)",
          value: Double(slow.example.width * slow.example.height)),
        .init(FuzzWording.origin(slow.example)),
      ])
    }
    return Section("slowest", "Slowest images", [.table(grid)])
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
      (slowest?.map { ($0.example, "\(FuzzWording.multiple($0)) the usual time") }
        ?? groups.indices.map { (groups[$0].example, heading($0)) }).map { example, heading in
          let words =
            "Input \(example.input): \(FuzzWording.origin(example)); \(FuzzWording.size(example))"
          let lines = [example.detail] + printed(example) + [example.reproduce]
          let sentence = Section.Sentence(words, lines: lines.compactMap(\.self))
          let picture = example.file.map {
            Section.Block.picture(title: "The smallest image", file: $0, .empty)
          }
          return .folded(heading, [.sentences([sentence])] + (picture.map { [$0] } ?? []))
        }, in: [.markdown])
  }

  /// The last lines that were printed before a backtrace, which starts with stars; the JSON files have all.
  private func printed(_ example: FuzzExample) -> [String?] {
    let lines = (example.printed ?? "").split(separator: "\n").prefix { !$0.hasPrefix("***") }
    return lines.suffix(8).map { String($0) }
  }
}
