import Base
import Reporting
import Scanning

/// The explanations of many images as a table for the terminal: file, fault, remedy.
struct ExplainTable: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the images that are not read as they are, those that need help most first, and below them those that
  /// some decoder misses, without a line feed at its end; the others need nothing, and are counted.
  func render(_ all: [ExplainedImage]) -> String {
    let images = ExplainedImage.order(all).map { all[$0] }.filter { $0.standing < .partly }
    var lines = style.paragraph(ExplainWording.answer(all) + ".", .strong)
    if !images.isEmpty { lines += [""] + rows(images) }
    lines += missed(all)
    return lines.joined(separator: "\n")
  }

  private func rows(_ images: [ExplainedImage]) -> [String] {
    let rows =
      [["file", "fault", "remedy"]]
      + images.map { image in
        [image.path, ExplainWording.fault(image), ExplainWording.remedy(image)].map(style.shown)
      }
    let widths = (0..<2).map { column in
      rows.map { DisplayText.width($0[column]) }.max() ?? 0
    }
    let table = rows.map { row in
      zip(row, widths).map { DisplayText.padded($0, to: $1) + "  " }
        .joined() + row[2]
    }
    let isNarrow = table.contains { DisplayText.width($0) > style.width }
    let entries = isNarrow ? images.map(record) : table.dropFirst().map { [$0] }
    return (isNarrow ? [] : table.prefix(1)) + headed(zip(images.map(\.standing), entries))
  }

  /// Groups of images under a line that says what they have in common, unless there is but one.
  private func headed(
    _ entries: Zip2Sequence<[ExplainedImage.Standing], [[String]]>
  ) -> [String] {
    let groups = entries.map(\.0).uniqued().map { standing in
      (standing, entries.filter { $0.0 == standing }.map(\.1))
    }
    guard groups.count > 1 else { return entries.flatMap(\.1) }
    return groups.flatMap { standing, entries in
      ["\(ExplainWording.heading(standing)): \(entries.count)"].map {
        style.emphasized(style.shown($0), .strong)
      } + entries.flatMap(\.self)
    }
  }

  /// An image in lines of its own, where a row would be wider than the terminal.
  private func record(_ image: ExplainedImage) -> [String] {
    let remedy = ExplainWording.remedy(image)
    return style.paragraph(image.path, .strong)
      + style.paragraph(
        ExplainWording.fault(image) + (remedy == Numerals.absent ? "" : ": " + remedy),
        label: "    ")
  }

  /// The most images of the list of those that some decoder misses.
  private static let mostMissed = 12

  /// The images that are read, but not by all: who reads each, who misses it, and why.
  private func missed(_ all: [ExplainedImage]) -> [String] {
    let images = zip(Words.withoutCommonFolder(all.map(\.path)), all).filter {
      $0.1.standing == .partly
    }
    guard !images.isEmpty else { return [] }
    let isOne = images.count == 1
    let head =
      "\(Numerals.count(images.count)) of those that are read \(isOne ? "is" : "are") missed by a decoder "
      + "that supports the code:"
    let rest = images.count - Self.mostMissed
    return [""] + style.paragraph(head)
      + images.prefix(Self.mostMissed).flatMap { name, image in
        style.paragraph(
          "\(name): read by \(ExplainWording.reading(image.explanation)), missed by "
            + "\(ExplainWording.missing(image.explanation))"
            + (ExplainWording.cause(ofPartly: image).map { " (\($0))" } ?? ""), label: "  ",
          hanging: 4)
      }
      + (rest > 0 ? style.paragraph("and \(Numerals.count(rest)) more", label: "  ") : [])
  }
}
