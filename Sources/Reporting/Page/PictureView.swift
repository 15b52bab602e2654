import Results

/// A gallery's pictures in markup: each image is in the page once and is shown by reference.
struct PictureView {
  let page: PageContext
  let pictures: [Gallery.Picture]

  /// The size in page pixels up to which a small image is enlarged, by whole factors.
  private static let wantedWidth = 248
  private static let wantedHeight = 280
  private static let largestWidth = 460

  /// The definitions of all images, to be shown by reference.
  var definitions: HTML {
    let images = pictures.enumerated().compactMap { index, picture in
      picture.image.map { image in
        HTML.element(
          "image",
          [
            "id": "image-\(index)", "width": "\(image.width)", "height": "\(image.height)",
            "preserveAspectRatio": "none", "class": image.reduction > 1 ? "smooth" : "crisp",
            "href": "data:\(image.mediaType);base64,\(Base64.text(image.bytes))",
          ])
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
    let factor = Self.factor(image)
    let outlines = pictures[index].answers.flatMap { answer in
      answer.outlines.map { corners in
        HTML.element(
          "polygon",
          [
            "class": "outline \(page.series(answer.decoder).line)",
            "points": corners.points.map { "\(SVG.place($0.x)),\(SVG.place($0.y))" }
              .joined(separator: " "),
          ])
      }
    }
    return .element(
      "svg",
      [
        "class": "picture", "viewBox": "0 0 \(image.width) \(image.height)", "role": "img",
        "width": "\(Self.width(image))",
        "height":
          "\(Int((Double(Self.width(image) * image.height) / Double(image.width)).rounded(.up)))",
        "aria-label": description(index, image, factor),
      ],
      .element("use", ["href": "#image-\(index)"]) + outlines.joined())
  }

  /// A small image, for a table.
  func thumbnail(_ index: Int) -> HTML {
    guard let image = pictures[index].image else { return .empty }
    return .element(
      "svg",
      [
        "class": "thumbnail", "viewBox": "0 0 \(image.width) \(image.height)", "role": "img",
        "aria-label": "Sample \(pictures[index].key)",
      ], .element("use", ["href": "#image-\(index)"]))
  }

  /// The size and the scale of an image: `53 × 53 px, shown 4 : 1`.
  func scale(_ index: Int) -> String {
    guard let image = pictures[index].image else { return "" }
    let factor = Self.factor(image)
    let shown =
      image.reduction > 1 ? ", reduced" : factor > 1 ? ", shown \(factor) : 1" : ""
    return "\(image.width) × \(image.height) px\(shown)"
  }

  private func description(_ index: Int, _ image: PictureFile, _ factor: Int) -> String {
    let outlined = pictures[index].answers.filter { !$0.outlines.isEmpty }.map(\.decoder)
    return "Sample \(pictures[index].key), \(scale(index))"
      + (outlined.isEmpty ? "" : "; outlined where \(Words.list(outlined)) found symbols")
  }

  private static func factor(_ image: PictureFile) -> Int {
    max(1, min(wantedWidth / image.width, wantedHeight / image.height))
  }

  private static func width(_ image: PictureFile) -> Int {
    let whole = image.width * factor(image)
    let tallest = 420
    let limited =
      whole * image.height / image.width > tallest
      ? max(1, tallest * image.width / image.height) : whole
    return min(limited, largestWidth)
  }

  /// The command that decodes the sample again, collapsed so that the images stay prominent.
  func reproduction(_ command: String) -> HTML {
    .details("Reproduce", .element("code", ["class": "command"], .text(command)))
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
