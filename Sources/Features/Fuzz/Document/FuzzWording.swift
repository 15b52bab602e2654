import Reporting
import Results

/// The words for what fuzzing found.
enum FuzzWording {
  /// A verdict in one word or two.
  static func kind(_ verdict: Verdict) -> String {
    switch verdict {
    case .crash: "crash"
    case .timeout: "hang"
    case .failed: "failure"
    case .misread: "misread"
    case .falsePositive: "false positive"
    default: verdict.rawValue
    }
  }

  /// The cause: what all findings of a group have in common.
  static func cause(_ signature: FuzzSignature, timeoutSeconds: Double) -> String {
    guard let misread = signature.misread else {
      return signature.verdict == .timeout
        ? "no answer within \(Numerals.level(timeoutSeconds)) s"
        : signature.text.isEmpty ? "no message" : signature.text
    }
    let read = misread.symbology?.description ?? "a code without a symbology"
    guard let misreadClass = misread.misreadClass else {
      return "\(read) read where there is no symbol"
    }
    let shown = misread.expected?.description ?? "a code"
    return "\(read) read in an image of \(shown): \(misreadClass.meaning)"
  }

  /// The source image and what was done to it.
  static func origin(_ example: FuzzExample) -> String {
    let changes = example.mutations.map(change)
    return example.source + ", "
      + (changes.isEmpty ? "untouched" : changes.joined(separator: ", then "))
  }

  /// `1047 × 388 px`, and of which size it was made.
  static func size(_ example: FuzzExample) -> String {
    let small = "\(example.width) × \(example.height) px"
    guard (example.width, example.height) != (example.originalWidth, example.originalHeight) else {
      return small
    }
    return small + ", of \(example.originalWidth) × \(example.originalHeight)"
  }

  /// One change in words.
  static func change(_ mutation: ImageMutation) -> String {
    let amounts = mutation.amounts
    return switch mutation.kind {
    case .border: "a margin of \(amounts[0]) px of shade \(amounts[1])"
    case .inversion: "inverted"
    case .turn: "turned by \(amounts[0] * 90)°"
    case .tilt: "turned by \(amounts[0])°"
    case .mirror: "mirrored"
    case .scale: "scaled to \(amounts[0]) %"
    case .enlarge: "each pixel \(amounts[0]) × \(amounts[0])"
    case .stride: "\(amounts[0]) bytes more in each row"
    case .contrast: "shades from \(amounts[0]) to \(amounts[1])"
    case .noise: "noise of ±\(amounts[0]) shades"
    case .companion: "another image \(amounts[2] == 1 ? "below" : "beside") it"
    case .copies: "\(amounts[0]) × \(amounts[1]) copies \(amounts[2]) px apart"
    case .strip: "a strip of \(amounts[2]) px"
    case .crop: "a part of it"
    case .blank: "a part of shade \(amounts[4])"
    case .flips: "\(amounts[1]) squares of \(amounts[0]) px inverted"
    case .speckle: "\(amounts[0]) ‰ of the pixels black or white"
    case .flat: "\(amounts[0]) × \(amounts[1]) px of shade \(amounts[2])"
    }
  }

  /// The run in one sentence.
  static func summary(_ report: FuzzReport) -> String {
    let rate = report.wallSeconds > 0 ? Double(report.inputs) / report.wallSeconds : 0
    guard report.inputs > 0 else {
      return
        "\(Numerals.counted(report.sources, "source", "sources")) of \(report.corpus.name); seed \(report.seed)"
        + (report.wasStopped ? "; interrupted" : "")
    }
    return "\(Numerals.counted(report.inputs, "image", "images")) from "
      + "\(Numerals.counted(report.sources, "source", "sources")) of \(report.corpus.name) in "
      + "\(Numerals.seconds(report.wallSeconds)), \(Numerals.telling(rate, places: 0)) a second; seed "
      + "\(report.seed)" + (report.wasStopped ? "; interrupted" : "")
  }

  /// The answer: `zbar (ZBar 0.23.92) crashed on 14 and misread 3 of 1 234 images, from 5 causes`.
  static func answer(_ report: FuzzReport) -> String {
    let decoder = "\(report.decoder)"
    let images = Numerals.counted(report.inputs, "image", "images")
    guard report.inputs > 0 else { return "No image was given to \(decoder)" }
    if let slowest = report.slowest {
      guard let first = slowest.first else {
        return "No time of \(decoder) stands out among \(images): too few were of like size"
      }
      return "\(decoder) takes up to \(multiple(first)) the usual time of an image of its size: "
        + "\(Numerals.milliseconds(first.milliseconds)) ms for \(first.example.width) × "
        + "\(first.example.height) px, the slowest found in \(images)"
    }
    guard report.findings > 0 else {
      return
        "\(decoder) answered \(report.inputs == 1 ? "" : "all ")\(images) without a crash, a hang, "
        + "a failure or a misread"
    }
    let kinds = verbs.compactMap { verdict, verb -> String? in
      let count = report.groups.filter { $0.signature.verdict == verdict }.map(\.count).reduce(0, +)
      return count > 0 ? "\(verb) \(Numerals.count(count))" : nil
    }
    let causes = Numerals.counted(report.groups.count, "cause", "causes")
    return "\(decoder) \(Words.list(kinds)) of \(images), from \(causes)"
  }

  /// What decoders did, the worst first.
  private static let verbs: [(Verdict, String)] = [
    (.crash, "crashed on"), (.timeout, "hung on"), (.failed, "failed on"), (.misread, "misread"),
    (.falsePositive, "saw a code that is not there in"),
  ]

  /// A time as a multiple of the usual one: `41 ×`.
  static func multiple(_ slow: SlowImage) -> String {
    Numerals.telling(slow.ratio, places: slow.ratio < 10 ? 1 : 0) + " ×"
  }

  /// The remark on misreads that did not come again; none if there are none.
  static func unconfirmed(_ report: FuzzReport) -> [String] {
    guard report.unconfirmed > 0 else { return [] }
    return [
      "\(Numerals.counted(report.unconfirmed, "misread was", "misreads were")) not repeated by a "
        + "second try and left out"
    ]
  }

  /// A run's progress in one line.
  static func progress(
    _ progress: FuzzProgress, of decoder: String, elapsedSeconds: Double, limitSeconds: Double?,
    _ style: TerminalStyle
  ) -> String {
    let rate = elapsedSeconds > 0 ? Double(progress.inputs) / elapsedSeconds : 0
    let left = limitSeconds.map { Numerals.clock(max($0 - elapsedSeconds, 0)) + " left" }
    let parts: [String?] = [
      "fuzzing \(decoder)", Numerals.counted(progress.inputs, "image", "images"),
      "\(Numerals.decimal(rate, places: 0))/s",
      "\(Numerals.counted(progress.findings, "finding", "findings")) of "
        + Numerals.counted(progress.groups, "cause", "causes"),
      progress.minimised.map { "\($0) made small" }, left,
    ]
    return DisplayText.shortened(
      style.shown(parts.compactMap(\.self).joined(separator: ", ")), to: style.width - 1,
      ellipsis: style.ellipsis)
  }
}
