import Reporting

extension VersionHistory {
  /// What is said of the releases: those that changed something on a corpus, in one sentence each.
  var document: Document { Document(title, answer: answer, basis: [title], sections) }

  /// A sentence for each corpus: the releases that changed something.
  var answer: [String] {
    corpora.map { "On \($0.corpus) \(VersionWording($0).answer(of: decoder))" }
  }

  /// What is said of the releases: a section for each corpus, and those that could not take part.
  var sections: [Section] {
    corpora.map { VersionWording($0).section } + [
      Section("left-out", "Left out", unavailable.map { "\($0.label): \($0.reason)" })
    ]
  }
}

extension VersionWording {
  /// The releases on one corpus: a picture, the changes, each release, and each group.
  var section: Section {
    Section(
      corpus.corpus, corpus.title,
      [
        .note(basis),
        .picture(
          title: "\(measureTitle) by release on \(corpus.corpus)",
          file: VersionFiles.picture(of: corpus), VersionPlot(corpus).drawing),
        .table(releases), .heading("Releases that changed something"),
        .lines(changes.isEmpty ? [noChange] : changes), .table(groupTable),
      ])
  }

  private var releases: DataTable {
    var table = DataTable(
      "Each release over all groups that all of them read", keys: [.init("release")],
      [
        .init(measureTitle, isNumber: true),
        .init("samples read, %", isNumber: true), .init("tried", isNumber: true),
        .init("misread", isNumber: true), .init("phantoms", isNumber: true),
        .init("errors", isNumber: true),
        .init("ms read", isNumber: true), .init("against the one before"),
      ])
    for row in corpus.rows {
      table.add([
        .init(row.release),
        .init(measure(row), value: isOrdered ? row.meanThreshold?.value : row.rate?.value),
        .init(
          Numerals.percent(row.successes, of: row.tried),
          value: Double(row.successes) / Double(max(row.tried, 1))),
        .init(row.tried), .init(row.falseAnswers), .init(row.phantoms), .init(row.errors),
        .init(Numerals.milliseconds(row.readMilliseconds), value: row.readMilliseconds),
        .init(against(row)),
      ])
    }
    return table
  }

  private var groupTable: DataTable {
    var table = DataTable(
      "Group by group: \(measureTitle); ▲ significantly better than the release before, ▼ worse",
      keys: [.init("group")], corpus.rows.map { .init($0.release, isNumber: true) })
    table.formats = [.markdown, .page]
    for name in groups {
      table.add(
        [.init(name)]
          + corpus.rows.map { row in
            guard let group = row.groups.first(where: { $0.group == name }) else {
              return .init(Numerals.absent)
            }
            return .init(
              measure(group) + mark(step(to: row.release, group: name)),
              value: isOrdered
                ? group.meanThreshold?.value
                : Double(group.successes) / Double(max(group.tried, 1)))
          })
    }
    return table
  }

  /// The sign of a significant step.
  private func mark(_ step: VersionStep?) -> String {
    guard let step, step.isSignificant else { return "" }
    return step.isBetter ? " ▲" : " ▼"
  }
}
