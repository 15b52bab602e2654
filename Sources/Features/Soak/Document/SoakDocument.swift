import Reporting
import Results

extension SoakReport {
  /// The report as a document: the verdict, the growth, the times, the deaths.
  var document: Document {
    Document(
      "Whether \(decoder.label) leaks, slows down or hangs", answer: [answer],
      basis: [
        "\(Numerals.counted(decodes, "decode", "decodes")) of \(Numerals.counted(images, "image", "images")) of "
          + "\(corpus) in \(Numerals.seconds(wallSeconds)) · growth over \(Numerals.count(longestLife)) in one process"
          + (wasStopped ? " · interrupted" : "")
      ],
      [
        growth, Section("times", "Times", times),
        Section("deaths", "No answer", deaths.map(\.sentence)),
      ],
      remarks: [
        "Intervals hold together with 95 %; the first quarter is warming up and left out",
        "Times per decode are multiples of those of a young process on the same images",
        "A decoder that waits for a service uses no processor, as one in a deadlock does",
      ])
  }

  /// The verdict in a sentence.
  var answer: String {
    let name = "\(decoder)"
    let grown = series.filter { $0.verdict == .grows }.map(\.grows)
    let hangs = deaths.count { $0.kind == .hang }
    let endless = deaths.count { $0.kind == .endless }
    let crashes = deaths.count { $0.kind == .crash }
    var faults: [String] = grown
    if hangs > 0 {
      faults.append(
        "hangs without using the processor (\(Numerals.counted(hangs, "time", "times")))")
    }
    if endless > 0 {
      faults.append("computes without an end (\(Numerals.counted(endless, "time", "times")))")
    }
    if crashes > 0 { faults.append("crashes (\(Numerals.counted(crashes, "time", "times")))") }
    if !faults.isEmpty { return "\(name) \(Words.list(faults))" }
    let steady = series.filter { $0.verdict == .steady }.map(\.steady)
    let open = series.filter { $0.verdict == .undecided }.map(\.subject.words)
    let undecided = "growth of \(Words.list(open)) is not decided"
    if steady.isEmpty {
      return
        "Too short to tell whether \(name) leaks or slows down: soak it for longer, with --minutes or "
        + "--decodes"
    }
    return "\(name) shows no growth of \(Words.list(steady))"
      + (open.isEmpty ? "" : "; \(undecided)")
  }

  private var growth: Section {
    var table = DataTable(
      "Growth", keys: [.init("of")],
      [
        .init("warm", isNumber: true), .init("at the end", isNumber: true),
        .init("growth", isNumber: true), .init("at least", isNumber: true),
        .init("at most", isNumber: true), .init("verdict"),
      ])
    for one in series {
      func cell(_ value: Double?, _ text: (Double) -> String) -> DataTable.Cell {
        .init(value.map(text) ?? Numerals.absent, value: value)
      }
      table.add([
        .init(one.subject.words), cell(one.first, one.subject.amount),
        cell(one.last, one.subject.amount), cell(one.estimate, one.subject.rate),
        cell(one.atLeast, one.subject.rate), cell(one.atMost, one.subject.rate),
        .init(one.verdict.rawValue, one.verdict == .grows ? .alarm : .plain),
      ])
    }
    return Section("growth", "Growth", [.table(table)])
  }

  private var times: [String] {
    guard let worst, let medianMilliseconds else { return [] }
    let tail = p9999Milliseconds.map { ", 99.99 % within \(Numerals.milliseconds($0)) ms" } ?? ""
    let slow =
      slowReads > 0
      ? [
        "\(Numerals.counted(slowReads, "read", "reads")) took \(Numerals.seconds(slowSeconds)) or longer, and ended"
      ]
      : []
    return [
      "Half of the decodes took \(Numerals.milliseconds(medianMilliseconds)) ms or less\(tail); the longest "
        + "\(Numerals.milliseconds(worst.milliseconds)) ms, computing for "
        + "\(Numerals.milliseconds(worst.processorMilliseconds)) ms (\(worst.image))"
    ] + slow
  }
}

extension SoakReport.Subject {
  /// The thing that grows.
  var words: String {
    switch self {
    case .memory: "memory"
    case .descriptors: "descriptors"
    case .time: "time per decode"
    }
  }

  /// An amount of it.
  func amount(_ value: Double) -> String {
    switch self {
    case .memory: "\(Numerals.decimal(value / 1_048_576, places: 2)) MB"
    case .descriptors: Numerals.count(Int(value))
    case .time: "\(Numerals.decimal(value, places: 2)) ×"
    }
  }

  /// A growth of it.
  func rate(_ value: Double) -> String {
    switch self {
    case .memory: "\(Numerals.telling(value, places: 1)) bytes per decode"
    case .descriptors: "\(Numerals.telling(value * 1000, places: 2)) per 1000 decodes"
    case .time: "\(Numerals.telling(value * 100, places: 1)) %"
    }
  }
}

extension SoakReport.Series {
  /// What grows, to follow the decoder's name.
  fileprivate var grows: String {
    let rate = subject.rate(estimate ?? 0)
    return subject == .time ? "slows down by \(rate)" : "leaks \(subject.words) (\(rate))"
  }

  /// The bound of what does not grow.
  fileprivate var steady: String { "\(subject.words) above \(subject.rate(max(atMost ?? 0, 0)))" }
}

extension SoakReport.Death {
  /// The death in a sentence.
  fileprivate var sentence: String {
    let end =
      switch kind {
      case .hang:
        "no answer in \(Numerals.seconds(waitedSeconds)), and the processor stood still, as in a deadlock"
      case .endless:
        "no answer in \(Numerals.seconds(waitedSeconds)), though it used the processor for "
          + Numerals.percentage(processorShare)
      case .crash: detail ?? "it ended"
      }
    return "After \(Numerals.counted(decodes, "decode", "decodes")), at \(image): \(end)"
  }
}
