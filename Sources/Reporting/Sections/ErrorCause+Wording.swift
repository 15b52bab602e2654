import Results

extension ErrorCause {
  /// The cause in words: ``killed by SIGABRT (abort): Assertion `n == 1' failed.``
  var words: String {
    switch (verdict, signature.isEmpty) {
    case (.timeout, true): "no answer in time"
    case (_, true): "no message"
    case (_, false): signature.hasSuffix(".") ? String(signature.dropLast()) : signature
    }
  }

  /// The cause with its number of images, and below it the first image and how to decode it again.
  func statement(decoder: String) -> Section.Sentence {
    Section.Sentence(
      "\(decoder), \(Numerals.counted(count, "image", "images")): \(words)",
      lines: [command] + (reproducer.map { [$0] } ?? []))
  }
}

extension DecoderScore {
  /// The largest number of causes that a report names.
  private static let namedCauses = 5

  /// A statement for each of the most frequent causes of errors.
  var causeStatements: [Section.Sentence] {
    let causes = causes ?? []
    let rest = causes.count - Self.namedCauses
    return causes.prefix(Self.namedCauses).map { $0.statement(decoder: label) }
      + (rest > 0
        ? [
          Section.Sentence(
            "\(label): \(Numerals.counted(rest, "more cause", "more causes")), in scores.json")
        ] : [])
  }
}
