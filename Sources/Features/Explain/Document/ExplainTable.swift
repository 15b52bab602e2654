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
    if all.count > 1, let rescues = Rescue.summary(all) {
      lines += style.paragraph(rescues, hanging: 2)
    }
    if !images.isEmpty {
      lines += [""] + (images.count > Self.mostRows ? brief(images, of: all) : rows(images))
    }
    lines += missed(all)
    return lines.joined(separator: "\n")
  }

  /// The most images that get a row each: of more, those of a kind share a line.
  private static let mostRows = 8

  /// Many images: a line for each that has a cause of its own, and one for all of a type that is not supported, or
  /// without a code.
  private func brief(_ images: [ExplainedImage], of all: [ExplainedImage]) -> [String] {
    let short = Words.withoutCommonFolder(all.map(\.path))
    let stems = short.map { $0.split(separator: ".").dropLast().joined(separator: ".") }
    let isClear = Set(stems).count == all.count && !stems.contains("")
    let names = Dictionary(zip(all.map(\.path), isClear ? stems : short)) { first, _ in first }
    func name(_ image: ExplainedImage) -> String { names[image.path] ?? image.path }
    return headed(
      images.map(\.standing).uniqued().map { standing in
        let some = images.filter { $0.standing == standing }
        let lines =
          switch standing {
          case .unsupported: ExplainWording.unsupportedByType(some, name: name)
          case .doubtful: [some.map(name).joined(separator: ", ")]
          default: some.map { "\(name($0)): \(words($0))" }
          }
        return (
          standing, some.count,
          lines.flatMap { style.paragraph($0, label: "  ", hanging: 4) }
        )
      })
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
    let groups = images.map(\.standing).uniqued().map { standing in
      let own = zip(images, entries).filter { $0.0.standing == standing }.map(\.1)
      return (standing, own.count, own.flatMap(\.self))
    }
    return (isNarrow ? [] : table.prefix(1)) + headed(groups)
  }

  /// Groups of images under a line that says what they have in common, unless there is but one.
  private func headed(
    _ groups: [(standing: ExplainedImage.Standing, count: Int, lines: [String])]
  ) -> [String] {
    guard groups.count > 1 else { return groups.flatMap(\.lines) }
    return groups.flatMap { standing, count, lines in
      let heading = "\(ExplainWording.heading(standing)): \(Numerals.count(count))"
      return [style.emphasized(style.shown(heading), .strong)] + lines
    }
  }

  /// An image in lines of its own, where a row would be wider than the terminal.
  private func record(_ image: ExplainedImage) -> [String] {
    style.paragraph(image.path, .strong) + style.paragraph(words(image), label: "    ")
  }

  /// The fault, and the remedy where there is one.
  private func words(_ image: ExplainedImage) -> String {
    let remedy = ExplainWording.remedy(image)
    let isNone = remedy == Numerals.absent || remedy == ExplainWording.noRemedy
    return ExplainWording.fault(image) + (isNone ? "" : ": " + remedy)
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
