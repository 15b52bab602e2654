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

  /// The cause with its number of images and the command that shows the first of them.
  func sentence(decoder: String) -> String {
    let command = ReproduceCommand.line(key: firstSample, decoder: decoder, options: "")
    return "\(Numerals.counted(count, "image", "images")): \(words); \(command) shows the first"
  }
}

extension DecoderScore {
  /// The largest number of causes that a report names.
  private static let namedCauses = 5

  /// A sentence for each of the most frequent causes of errors.
  var causeSentences: [String] {
    let causes = causes ?? []
    let rest = causes.count - Self.namedCauses
    return causes.prefix(Self.namedCauses).map { "\(label), " + $0.sentence(decoder: argument) }
      + (rest > 0
        ? ["\(label): \(Numerals.counted(rest, "more cause", "more causes")), in scores.json"] : [])
  }
}
