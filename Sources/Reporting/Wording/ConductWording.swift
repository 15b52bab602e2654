import Results

/// The words for what no single sample shows: answers that do not repeat, readings where nothing is, and times
/// that cannot be.
struct ConductWording {
  private let table: ScoreTable

  init(_ table: ScoreTable) { self.table = table }

  private var all: [DecoderConduct] { table.outcome.conduct ?? [] }

  /// The conduct of a decoder; `nil` where it was not watched.
  func conduct(of label: String) -> DecoderConduct? { all.first { $0.label == label } }

  /// True if a column of answers that differ has something to say.
  var hasDifferences: Bool { all.contains { $0.different > 0 } }

  /// The samples that got a different answer the second time, of those decoded twice: `2 of 44`.
  func differences(of decoder: DecoderScore) -> String {
    guard let conduct = conduct(of: decoder.label), conduct.repeated > 0 else {
      return Numerals.absent
    }
    return "\(Numerals.count(conduct.different)) of \(Numerals.count(conduct.repeated))"
  }

  /// True if the decoder surely flips.
  func isFlipping(_ label: String) -> Bool { conduct(of: label)?.flipping.isEmpty == false }

  /// The decoders whose numbers are to be doubted, a sentence for each reason.
  var warnings: [String] {
    let flipping = all.filter { !$0.flipping.isEmpty }.map(\.label)
    let seers = all.filter { $0.readBlanks > 0 }.map(\.label)
    let clocks = all.filter { $0.impossibleTimes > 0 }.map(\.label)
    func sentence(_ labels: [String], _ one: String, _ more: String) -> String? {
      labels.isEmpty ? nil : "\(Words.list(labels)) \(labels.count == 1 ? one : more)."
    }
    return [
      sentence(
        flipping, "gives different answers to the same image: differences from it may be chance",
        "give different answers to the same image: differences from them may be chance"),
      sentence(seers, "reads something in empty images", "read something in empty images"),
      sentence(clocks, "reports impossible times", "report impossible times"),
    ].compactMap(\.self)
  }

  /// The numbers behind the warnings, and differences too few to warn of.
  var sentences: [String] {
    all.flatMap { conduct -> [String] in
      [repeats(conduct), blanks(conduct), times(conduct)].compactMap { part in
        part.map { "\(conduct.label): \($0)" }
      }
    }
  }

  private func repeats(_ conduct: DecoderConduct) -> String? {
    let shares = conduct.repeats.filter { $0.different > 0 }
    guard !shares.isEmpty else { return nil }
    return Words.list(shares.map(share))
  }

  private func share(_ share: RepeatShare) -> String {
    let counts =
      "\(Numerals.count(share.different)) of \(Numerals.count(share.repeated)) \(Self.names(share.choice)) "
      + "got a different answer the second time"
    let lower = Numerals.percent(share.lowerBound)
    let space = Numerals.narrowSpace
    guard let upper = share.upperBound else {
      return counts + " (at least \(lower)\(space)% of all answers at such levels)"
    }
    return counts + " (\(lower) to \(Numerals.percent(upper))\(space)% of all answers)"
  }

  private static func names(_ choice: RepeatShare.Choice) -> String {
    switch choice {
    case .random: "samples chosen at random"
    case .unreadAmongRead: "samples not read at levels where nearly all are read"
    case .readAmongUnread: "samples read at levels where nearly none are read"
    }
  }

  private func blanks(_ conduct: DecoderConduct) -> String? {
    guard conduct.readBlanks > 0 else { return nil }
    return "it read something in \(Numerals.count(conduct.readBlanks)) of "
      + "\(Numerals.counted(conduct.blanks, "empty image", "empty images")) that were mixed in"
  }

  private func times(_ conduct: DecoderConduct) -> String? {
    guard conduct.impossibleTimes > 0 else { return nil }
    return Numerals.counted(conduct.impossibleTimes, "answer", "answers")
      + " with times below 0, longer than the answer took, or with more CPU time than all processors had; "
      + "they are limited to what is possible"
  }
}
