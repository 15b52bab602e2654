import Results

/// A gallery's pictures in markup: each image and its outlines are in the page once and are shown by reference.
struct PictureView {
  let page: PageContext
  let pictures: [Gallery.Picture]

  /// The size in page pixels up to which a small image is enlarged, by whole factors.
  private static let wantedWidth = 168
  private static let wantedHeight = 168
  private static let largestWidth = 220

  /// The definitions of all images, to be shown by reference.
  var definitions: HTML {
    let images = pictures.enumerated().compactMap { index, picture in
      picture.image.map { image -> HTML in
        let marks = outlines(picture) + aim(picture)
        return HTML.element(
          "image",
          [
            "id": "image-\(index)", "width": "\(image.width)", "height": "\(image.height)",
            "preserveAspectRatio": "none", "class": image.reduction > 1 ? "smooth" : "crisp",
            "href": "data:\(image.mediaType);base64,\(Base64.text(image.bytes))",
          ]) + (marks.isEmpty ? .empty : .element("g", ["id": "marks-\(index)"], marks))
      }
    }
    guard !images.isEmpty else { return .empty }
    return .element(
      "svg", ["class": "store", "width": "0", "height": "0", "aria-hidden": "true"],
      .element("defs", [:], images.joined()))
  }

  /// The enlarged image with the outlines that decoders reported; empty if it was not drawn.
  func image(_ index: Int) -> HTML {
    guard let image = pictures[index].image else { return .empty }
    let isMarked =
      pictures[index].aim != nil || pictures[index].answers.contains { !$0.outlines.isEmpty }
    return .element(
      "svg",
      [
        "class": "picture", "viewBox": "0 0 \(image.width) \(image.height)", "role": "img",
        "width": "\(Self.width(image))",
        "height":
          "\(Int((Double(Self.width(image) * image.height) / Double(image.width)).rounded(.up)))",
        "aria-label": description(index),
      ],
      .element("use", ["href": "#image-\(index)"])
        + (isMarked ? .element("use", ["href": "#marks-\(index)"]) : .empty))
  }

  /// The outlines that decoders reported.
  private func outlines(_ picture: Gallery.Picture) -> HTML {
    picture.answers.flatMap { answer in
      answer.outlines.map { corners in
        HTML.element(
          "polygon",
          [
            "class": "outline \(page.series(answer.decoder).line)",
            "points": corners.points.map { "\(SVG.place($0.x)),\(SVG.place($0.y))" }
              .joined(separator: " "),
          ])
      }
    }.joined()
  }

  /// The scan area, and the selection around the point of interest.
  private func aim(_ picture: Gallery.Picture) -> HTML {
    guard let aim = picture.aim else { return .empty }
    let area = aim.area.points.map { "\(SVG.place($0.x)),\(SVG.place($0.y))" }
    let (x, y) = (aim.point.x, aim.point.y)
    let reach = (aim.radius ?? 0) + 4
    return .element("polygon", ["class": "guide", "points": area.joined(separator: " ")])
      + (aim.radius.map {
        .element(
          "circle",
          ["class": "guide aim", "cx": SVG.place(x), "cy": SVG.place(y), "r": SVG.place($0)])
      } ?? .empty)
      + SVG.line(x - reach, y, x + reach, y, class: "guide")
      + SVG.line(x, y - reach, x, y + reach, class: "guide")
  }

  /// A sample: its image, which opens large, and what is said of it. Its address is `#sample=KEY`.
  func figure(_ index: Int, class name: String = "sample", _ caption: HTML) -> HTML {
    let picture = pictures[index]
    let corpus = page.wording.table.corpus
    let address = "sample=" + Self.encoded(picture.key)
    let successes = Set(picture.answers.map(\.verdict.isSuccess))
    let image = image(index)
    return .element(
      "figure",
      [
        "class": name, "id": page.anchors.claim(address), "data-sample": picture.key,
        "data-address": address, "data-group": corpus.groups[picture.place.group].id,
        "data-level": "\(picture.place.level)", "data-alike": successes.count < 2 ? "" : nil,
      ],
      (image.isEmpty
        ? .empty : .element("a", ["class": "open", "href": "#\(address)"], image))
        + .element("figcaption", [:], caption))
  }

  /// A key as a part of an address.
  static func encoded(_ key: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    return key.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  /// The group and level of a sample, as people read them.
  func place(_ index: Int) -> String {
    let (place, corpus) = (pictures[index].place, page.wording.table.corpus)
    let unit = page.wording.unit.isEmpty ? "" : " \(page.wording.unit)"
    let group = corpus.groups[place.group].id
    return corpus.levels.count > 1 ? "\(group), \(corpus.levels[place.level].text)\(unit)" : group
  }

  /// How many decoders read a sample: `3 of 10 read`.
  func readers(_ index: Int) -> String {
    let answers = pictures[index].answers
    let reads = answers.count { $0.verdict.isSuccess }
    return "\(Numerals.count(reads)) of \(Numerals.count(answers.count)) "
      + (page.wording.findsNothing ? "find nothing" : "read")
  }

  /// The size and the scale of an image: `53 × 53 px, shown 4 : 1`.
  func scale(_ index: Int) -> String {
    guard let image = pictures[index].image else { return "" }
    let factor = Self.factor(image)
    let shown =
      image.reduction > 1 ? ", reduced" : factor > 1 ? ", shown \(factor) : 1" : ""
    return "\(image.width) × \(image.height) px\(shown)"
  }

  private func description(_ index: Int) -> String {
    let outlined = pictures[index].answers.filter { !$0.outlines.isEmpty }.map(\.decoder)
    return "Sample \(pictures[index].key), \(scale(index))"
      + (outlined.isEmpty
        ? ""
        : "; outlined where \(Words.list(Words.first(outlined, others: "more"))) found symbols")
  }

  private static func factor(_ image: PictureFile) -> Int {
    max(1, min(wantedWidth / image.width, wantedHeight / image.height))
  }

  private static func width(_ image: PictureFile) -> Int {
    let whole = image.width * factor(image)
    let tallest = 220
    let limited =
      whole * image.height / image.width > tallest
      ? max(1, tallest * image.width / image.height) : whole
    return min(limited, largestWidth)
  }

  /// The command that decodes the sample again, with a button that copies it.
  func reproduction(_ command: String) -> HTML {
    .element("code", ["class": "command"], .text(command))
      + .element("button", ["type": "button", "class": "copy"], "Copy command")
  }

  /// Who reads a sample, and the command, collapsed so that the images stay prominent.
  func particulars(_ index: Int, of decoder: String?) -> HTML {
    let picture = pictures[index]
    let answer = picture.answers.first { decoder == nil || $0.decoder == decoder }
    return .details(
      .text(readers(index)),
      answers(index) + (answer.map { reproduction($0.command) } ?? .empty))
  }

  /// The most answers that have a line each; of more, those without a detail share lines.
  private static let mostLines = 5

  /// The answers of every decoder that tried a sample.
  func answers(_ index: Int) -> HTML {
    let answers = pictures[index].answers
    guard answers.count > Self.mostLines else { return .list(answers.map(line), class: "answers") }
    let plain = answers.filter { GalleryWording.detail(of: $0) == nil }
    let shared = Verdict.allCases.compactMap { verdict -> HTML? in
      let names = plain.filter { $0.verdict == verdict }.map { page.series($0.decoder).short }
      guard !names.isEmpty else { return nil }
      return sign(verdict) + .span(.text(names.joined(separator: ", ")))
    }
    return .list(
      shared + answers.filter { GalleryWording.detail(of: $0) != nil }.map(line), class: "answers")
  }

  private func line(_ answer: Gallery.Answer) -> HTML {
    let detail = GalleryWording.detail(of: answer).map {
      HTML.span(
        .text(DisplayText.shortened(DisplayText.printable($0), to: 160, ellipsis: "…")),
        class: "detail")
    }
    return sign(answer.verdict) + page.name(answer.decoder) + (detail ?? .empty)
  }

  /// The sign of a verdict for a narrow cell, and its word for screen readers.
  static func mark(_ verdict: Verdict) -> HTML {
    let (sign, word, name) = verdict.shown
    return .element(
      "span", ["class": "sign \(name)", "title": word, "aria-hidden": "true"], .text(sign))
      + .span(.text(word), class: "unseen")
  }

  private func sign(_ verdict: Verdict) -> HTML {
    let (sign, word, name) = verdict.shown
    return .element("span", ["class": "sign \(name)", "aria-hidden": "true"], .text(sign))
      + .span(.text(word + ":"), class: "verdict \(name)")
  }
}

extension Verdict {
  /// The sign, word and class of a verdict; colour adds no information of its own.
  fileprivate var shown: (sign: String, word: String, name: String) {
    switch self {
    case .read: ("✓", "read", "ok")
    case .clean: ("✓", "clean", "ok")
    case .detected: ("✓", "found something", "ok")
    case .noRead: ("–", "no read", "miss")
    case .undetected: ("–", "found nothing", "miss")
    case .misread: ("≠", "misread", "wrong")
    case .falsePositive: ("≠", "false positive", "wrong")
    case .wrongCode: ("≠", "wrong code", "wrong")
    case .several: ("≠", "several codes", "wrong")
    case .cannotSelect: ("–", "cannot select", "miss")
    case .crash: ("×", "crash", "wrong")
    case .timeout: ("×", "timeout", "wrong")
    case .failed: ("×", "failed", "wrong")
    }
  }
}
