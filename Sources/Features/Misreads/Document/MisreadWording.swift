import Reporting
import Results

/// The words and numbers of a search for misreads.
struct MisreadWording {
  let table: MisreadTable

  /// The question that the search answers.
  static let question = "How often is an answer wrong?"

  /// The corpus and the use, in one line.
  var subtitle: String {
    let cells = Set(table.decoders.flatMap { $0.cells.map { "\($0.group)/\($0.level)" } }).count
    return "\(table.corpus) version \(table.corpusVersion) · "
      + Numerals.counted(cells, "cell", "cells") + " (a level of a group), "
      + (table.isEvenlyWeighted ? "all equally frequent" : "as frequent as the weights say")
  }

  /// A range of the rate: `37 to 290`.
  static func range(_ rate: RateRecord) -> String {
    "\(Numerals.perMillion(rate.atLeast, .down)) to \(Numerals.perMillion(rate.atMost, .up))"
  }

  /// The results, one or two sentences for each decoder, without full stops.
  var headlines: [String] { table.decoders.map(headline) }

  private func headline(_ decoder: DecoderMisreads) -> String {
    let name = versioned(decoder)
    guard decoder.attempts > 0 else {
      return "\(name): no round is complete, so there is no result yet"
    }
    guard decoder.reads + decoder.misreads > 0 else {
      return "\(name) read nothing of \(table.corpus)"
    }
    // A bound of all answers is none.
    guard decoder.perAnswer.atMost < 1 else {
      return
        "\(name) misread \(decoder.misreads == 0 ? "none" : Numerals.count(decoder.misreads)) of "
        + "\(samples(decoder)) of \(table.corpus): too few to say how many answers are wrong"
    }
    let most = "at most \(Numerals.perMillion(decoder.perAnswer.atMost, .up)) of a million answers"
    guard decoder.misreads > 0 else {
      // Misreads of a round that is not complete are listed below the table.
      let more =
        decoder.foundCount > 0
        ? " (\(Numerals.count(decoder.foundCount)) in an unfinished round "
          + "\(decoder.foundCount == 1 ? "is" : "are") not counted)" : ""
      return
        "\(name) misread none of \(samples(decoder)) of \(table.corpus)\(more): \(most) are wrong"
    }
    return "About "
      + "\(Numerals.perMillion(decoder.perAnswer.estimate, .toNearestOrAwayFromZero)) of a million "
      + "answers by \(name) on \(table.corpus) are wrong, "
      + "at most \(Numerals.perMillion(decoder.perAnswer.atMost, .up))"
  }

  /// The label with the version that the number is about.
  private func versioned(_ decoder: DecoderMisreads) -> String {
    VersionedName.text(decoder.decoder, library: decoder.library, version: decoder.version)
  }

  private func samples(_ decoder: DecoderMisreads) -> String {
    Numerals.counted(decoder.attempts, "sample", "samples")
  }

  /// The answers to the limit that was asked about, without full stops.
  var verdicts: [String] {
    guard let below = table.below else { return [] }
    let limit = "\(Numerals.perMillion(below, .toNearestOrAwayFromZero)) of a million"
    return table.decoders.map { decoder in
      switch decoder.isAtMost(below) {
      case true: "\(decoder.decoder): it is shown that at most \(limit) answers are wrong"
      case false: "\(decoder.decoder): it is shown that more than \(limit) answers are wrong"
      case nil:
        "\(decoder.decoder): not decided whether more than \(limit) answers are wrong; a larger --budget may "
          + "decide it"
      }
    }
  }

  /// The things to know about the numbers, without full stops.
  var remarks: [String] {
    let certainty = Numerals.percent(table.confidence).replacing(".0", with: "")
    var remarks = [
      "Each bound holds with \(certainty)\(Numerals.narrowSpace)% confidence, whenever you stop; cells with "
        + "misreads get more samples, and weights correct for that"
    ]
    for decoder in table.decoders where decoder.coverage < 1 {
      remarks.append(
        "\(decoder.decoder) reads only a part of the groups, "
          + "\(Numerals.percentage(decoder.coverage)) of the use: its rate is for "
          + "that part only; do not compare it with the others' rates")
    }
    if let payloads = table.payloads {
      remarks.append(
        payloads == 1
          ? "A group has a single payload: the rates hold only for that payload"
          : "Trials take turns with up to \(Numerals.count(payloads)) payloads: the rates hold only "
            + "for these payloads")
    }
    for decoder in table.decoders where decoder.uncounted > 0 {
      remarks.append(
        "\(decoder.decoder): the last \(Numerals.counted(decoder.uncounted, "sample", "samples")) belong to an unfinished round; its misreads are listed but not counted"
      )
    }
    remarks += table.unsupported.map { "\($0): unsupported, it reads none of the symbologies" }
    remarks += table.outcome.givenUp.map { "\($0) was given up after too many crashes or timeouts" }
    return remarks
  }
}
