import ArgumentParser
import Base
import Console
import Evaluation
import Images
import Sessions

/// `harness explain`: the least change of an image that makes decoders read it.
package struct ExplainCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Finds out why decoders cannot read an image, and the smallest change that helps.",
    discussion: """
      Each decoder that reads nothing gets the image again, with one change at a time: negative, border \
      of paper, light, contrast, one colour alone, enlarged, sharpened, turned, seen from above, cut out; each kind \
      starts with its smallest change. It also measures faults and lists the likeliest first. A change counts only \
      if something confirms what was read: the truth beside the image (.txt or .bin), different decoders \
      that agree, or the symbol's structure. \
      Where no decoder of --decoder reads an image, the other usable ones look at it once: \
      a code of a type that yours do not support is named as such. \
      Each decoder has about 3 s of processor time; --time sets another limit. Changes that do not fit in are \
      not tried.

      Exit codes: 0 each image is read, as it is or with a change; 1 one is not, or nothing confirms what was read; \
      2 a file or a decoder that was named could not be used; 64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp(
      "Images, folders of images, or - for standard input.", valueName: "path"),
    completion: .file())
  var paths: [String]

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(
    help:
      "text, or json (explain.schema.json); for several images a table, or one document per line."
  )
  var format: ExplainFormat = .text

  @Option(
    help: ArgumentHelp(
      "Writes a page with a thumbnail of each image, its fault, the remedy and what was read.",
      valueName: "file"), completion: .file())
  var page: String?

  @Flag(help: "Opens the page in the browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "Processor time that each decoder may take for an image: 30s.",
      discussion: "Default: about 3 s, less with more decoders than processors.",
      valueName: "duration"))
  var time: DurationOption?

  @OptionGroup var color: ColorOptionGroup

  package init() {}

  package func validate() throws {
    if page == "" { throw ValidationError("--page names a file") }
    if open, page == nil { throw ValidationError("--open needs --page") }
  }

  package func run() throws {
    try interruptibly { stop in
      let inputs = ScanInputs(paths).inputs
      let choice = try decoders.choice()
      try choice.requireDecoders()
      let others = try decoders.others(than: choice)
      let session = ExplainSession(
        decoders: choice.decoders, witnesses: others.decoders, stop: stop,
        budget: time.map { .nanoseconds($0.nanoseconds) })
      var images: [ExplainedImage] = []
      var gallery = ExplainPage()
      var isComplete = choice.unavailable.isEmpty
      let progress = StepProgress(isQuiet: format == .json || inputs.count < 2)
      defer { progress.end() }
      for (index, input) in inputs.enumerated() where !stop.isRequested {
        progress.showNow("explained \(index) of \(inputs.count) images")
        do {
          let (image, explanation) = try session.explain(input)
          let explained = ExplainedImage(
            path: input.path, width: image.width, height: image.height, explanation: explanation)
          images.append(explained)
          if page != nil { try gallery.add(explained, image) }
        } catch let error as ImageError where inputs.count > 1 {
          printMessage("\(error)")
          isComplete = false
        }
      }
      progress.end()
      if stop.isRequested { throw ExitStatus.interrupted }
      try show(images, areSeveral: inputs.count > 1)
      if let page {
        try AtomicFile.write(Array(gallery.render().utf8), to: page, isDurable: false)
        printMessage("the page is \(page)")
        if open { Browser.open(page) }
      }
      let isOpen: (ExplainedImage) -> Bool =
        decoders.isSelection ? { $0.isUnread } : { $0.standing != .read }
      if images.contains(where: isOpen) {
        for one in others.leftOut { printMessage(one) }
      }
      printMessages(about: choice.unavailable)
      if !isComplete { throw ExitStatus.cannotDoItsJob }
      if images.contains(where: \.isUnread) { throw ExitStatus.nothingRead }
    }
  }

  private func show(_ images: [ExplainedImage], areSeveral: Bool) throws {
    let style = color.style
    switch (format, areSeveral) {
    case (.text, true): try printResult(ExplainTable(style).render(images))
    case (.json, true): try printData(ExplainJSON.renderLines(images))
    case (.text, false): try images.forEach { try printResult(ExplainText(style).render($0)) }
    case (.json, false): try images.forEach { try printData(ExplainJSON.render($0)) }
    }
  }
}

extension ExplainFormat: ExpressibleByArgument {}
