import Reporting
import Results
import Statistics

extension Judgement {
  /// The document about two builds.
  ///
  /// - Parameter pictures: The pictures of flipped images, for pages.
  func document(_ pictures: [FlipPicture] = []) -> Document {
    let wording = JudgeWording(self)
    return Document(
      "\(after.decoder) against \(before.decoder): \(wording.word(verdict))",
      answer: wording.answer, basis: [wording.basis],
      [
        Section("corpora", "By corpus", [.table(corpusTable)]),
        Section("groups", "Groups that changed", [.table(groupTable)]), again,
      ] + corpora.flatMap { $0.flipSections(most: max(Self.mostFlips / corpora.count, 10)) }
        + [Self.images(pictures)],
      remarks: wording.remarks)
  }

  /// The most flips that the text lists: a comment of a pull request has an end.
  private static let mostFlips = 400

  private var corpusTable: DataTable {
    var table = DataTable(
      "Images that differ; ▲ significantly better, ▼ significantly worse", keys: [.init("corpus")],
      JudgeTable.columns + [.init("time ratio", isNumber: true)])
    for corpus in corpora {
      guard let whole = corpus.parts.first else { continue }
      table.add(
        [.init(corpus.corpus)] + JudgeTable.cells(whole) + [
          .init(
            whole.timeRatio.map { Numerals.decimal($0.value, places: 2) } ?? Numerals.absent,
            detail: whole.timeRatio.map {
              "(\(Numerals.decimal($0.lower, places: 2)) to \(Numerals.decimal($0.upper, places: 2)))"
            }, value: whole.timeRatio?.value)
        ])
    }
    return table
  }

  private var groupTable: DataTable {
    var table = DataTable(
      "Groups with an image that differs", keys: [.init("corpus"), .init("group")],
      JudgeTable.columns)
    for corpus in corpora {
      for part in corpus.parts where part.changes.contains(where: { $0.worse + $0.better > 0 }) {
        guard let group = part.group else { continue }
        table.add([.init(corpus.corpus), .init(group)] + JudgeTable.cells(part))
      }
    }
    return table
  }

  /// The commands that show one of the flipped images again, to both builds.
  private var again: Section {
    guard let first = corpora.lazy.flatMap(\.flips).first else { return Section("again", "", []) }
    let lines = [before, after].map {
      ReproduceCommand.line(key: first.key, decoder: $0.decoder, options: $0.reproduceOptions)
    }
    return Section(
      "again", "Commands",
      [.sentences([.init("To see one of these images with each build", lines: lines)])])
  }

  private static func images(_ pictures: [FlipPicture]) -> Section {
    Section(
      "images", "The images",
      pictures.map { picture in
        .picture(
          title: picture.sample.key, file: "",
          .element(
            "svg",
            [
              "class": "picture", "role": "img", "aria-label": picture.sample.key,
              "viewBox": "0 0 \(picture.file.width) \(picture.file.height)",
              "width": "\(picture.file.width)", "height": "\(picture.file.height)",
            ],
            .element(
              "image",
              [
                "width": "\(picture.file.width)", "height": "\(picture.file.height)",
                "href":
                  "data:\(picture.file.mediaType);base64,\(Base64.text(picture.file.bytes))",
              ]))
            + .element(
              "figcaption", [:],
              .text("\(picture.sample.key): \(JudgeWording.flip(picture.sample))")))
      }, in: [.page])
  }
}

/// The columns that corpora and groups have in common.
private enum JudgeTable {
  static let columns: [DataTable.Column] = [
    .init("compared", isNumber: true), .init("fixed", isNumber: true),
    .init("broken", isNumber: true), .init("reads"),
    .init("misreads +/−", isNumber: true), .init("phantoms +/−", isNumber: true),
    .init("crashes +/−", isNumber: true), .init("timeouts +/−", isNumber: true),
  ]

  static func cells(_ part: JudgedPart) -> [DataTable.Cell] {
    guard let reads = part.change(.reads) else { return [] }
    let rest = JudgedKind.allCases.dropFirst().map { kind -> DataTable.Cell in
      guard let change = part.change(kind) else { return .init(Numerals.absent) }
      return .init(
        "+\(Numerals.count(change.worse)) −\(Numerals.count(change.better))" + mark(change),
        value: Double(change.worse - change.better))
    }
    return [
      .init(part.pairs), .init(reads.better), .init(reads.worse),
      .init(
        reads.worse + reads.better == 0
          ? "alike" : "\(Numerals.p(reads.adjustedP))\(mark(reads))", value: reads.adjustedP),
    ] + rest
  }

  private static func mark(_ change: JudgedChange) -> String {
    switch change.direction {
    case .better: " ▲"
    case .worse: " ▼"
    case .none: ""
    }
  }
}

extension JudgedCorpus {
  /// The list of flipped images, for those who ask: in Markdown the first ones, reads that are lost before others.
  fileprivate func flipSections(most: Int) -> [Section] {
    guard !flips.isEmpty else { return [] }
    let all = Numerals.counted(flips.count, "image", "images")
    guard flips.count > most else {
      return [section([.folded(all, [.table(table(of: flips))])], in: [.markdown, .page])]
    }
    let lost = flips.filter { $0.before == .read } + flips.filter { $0.before != .read }
    let first = lost.prefix(most)
    return [
      section([.folded(all, [.table(table(of: flips))])], in: [.page]),
      section(
        [
          .folded(
            "\(Numerals.count(first.count)) of \(all); judge.json has the others",
            [.table(table(of: Array(first)))])
        ], in: [.markdown]),
    ]
  }

  private func section(_ parts: [Section.Block], in formats: Set<DataTable.Format>) -> Section {
    Section("flips-\(corpus)", "Flipped images of \(corpus)", parts, in: formats)
  }

  private func table(of flips: [FlippedSample]) -> DataTable {
    var table = DataTable(
      "Every image with another outcome", keys: [.init("image")], [.init("before"), .init("after")])
    table.formats = [.markdown, .page]
    for flip in flips {
      table.add([
        .init(flip.key), .init(flip.before.name),
        .init(flip.isPhantom ? "\(flip.after.name), with a phantom" : flip.after.name),
      ])
    }
    return table
  }
}
