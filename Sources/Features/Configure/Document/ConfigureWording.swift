import DecoderKit
import Reporting

/// The words of a configuration: needs, questions and settings.
enum ConfigureWording {
  /// The question as it is asked.
  static func prompt(_ question: Question) -> String {
    switch question {
    case .symbologies: "Which symbologies should be read?"
    case .several: "Does every code of an image count?"
    case .lengths: "Which lengths of data are right?"
    case .addOns: "Do add-ons of EAN and UPC count?"
    case .checkDigits: "Should Code 39 and ITF without a valid check digit be refused?"
    case .reject: "Which codes never count?"
    case .stopAfterCodes: "After how many different codes does a scan end?"
    case .stopAfterSeconds: "After how many seconds does a scan end?"
    case .scanArea: "Which part of the image is scanned?"
    case .viewFinder: "What should the viewfinder look like?"
    case .values: "Should payloads be parsed into links, contacts, products …?"
    case .goal: "What matters most: reach, speed or safety?"
    case .language: "In which languages should the program be written?"
    }
  }

  /// The possible answers, and what they do.
  static func help(_ question: Question, languages: [String]) -> String {
    switch question {
    case .symbologies:
      "Names with commas between them, such as qr-code, ean-13; all takes those of the samples. A decoder that "
        + "does not read one of them is left out"
    case .several: "yes, or no: the first code alone"
    case .lengths: "any; or, in bytes, code-128:8-12 or itf:14. Codes of other lengths are refused"
    case .addOns: "none, allowed, or required: the 2 or 5 digits beside an EAN or UPC code"
    case .checkDigits: "yes, or no. Check digits make misreads rare; yes refuses codes without one"
    case .reject:
      "nothing; or, with semicolons between them, sample:FILE, exact:TEXT, prefix:TEXT, pattern:EXPRESSION"
    case .stopAfterCodes: "never, or a number: 1 ends the scan at the first code"
    case .stopAfterSeconds: "never, or a number of seconds"
    case .scanArea:
      "all; middle; or left, top, right and bottom from 0 to 1, such as 0, 0.4, 1, 0.6. A small area is quicker, "
        + "and keeps other codes out"
    case .viewFinder: "none, frame or laser; with its size from 0 to 1: frame:0.6x0.6, laser:0.8"
    case .values: "yes: the program gets links, contacts and products, not only text; or no"
    case .goal:
      "reach reads as many codes as possible; speed takes as little time as possible; safety returns nothing wrong"
    case .language: "all; or some of \(languages.joined(separator: ", ")), with commas between them"
    }
  }

  /// An answer as it was understood.
  static func understood(_ question: Question, _ answers: Answers) -> String {
    switch question {
    case .symbologies: Words.list(answers.symbologies.map(\.description))
    case .several: answers.several ? "every code of an image" : "the first code of an image alone"
    case .goal:
      switch answers.goal {
      case .reach: "as many codes as possible"
      case .speed: "as little time as possible"
      case .safety: "nothing wrong"
      }
    case .language:
      answers.languages.isEmpty ? "every language that there is" : Words.list(answers.languages)
    case .scanArea:
      answers.scanArea.map { area in
        "from \(percent(area.left)) to \(percent(area.right)) of the width, "
          + "\(percent(area.top)) to \(percent(area.bottom)) of the height"
      } ?? "the whole image"
    default: answers.words(question).joined(separator: ", ")
    }
  }

  private static func percent(_ share: Double) -> String {
    Numerals.decimal(share * 100, places: 0) + " %"
  }

  /// A refused answer, as a sentence.
  static func sentence(_ error: AnswerError) -> String {
    let shown = error.accepted.count > 6 ? error.accepted.prefix(6) + ["…"] : error.accepted[...]
    return "\"\(error.given)\" is not a valid answer: write \(shown.joined(separator: ", "))"
  }

  /// The part of a frame and its pixels.
  static func capture(_ capture: Capture) -> String {
    let part = capture.isCut ? "the scan area" : "the whole frame"
    return capture.scale == 1
      ? part : part + " at \(Numerals.decimal(capture.scale * 100, places: 0)) % of the sides"
  }

  /// The needs, a sentence each.
  static func needs(_ needs: SampleNeeds, in survey: SampleSurvey) -> [String] {
    let (unread, unreadable, copies) = (
      survey.unread.count, survey.unreadable.count, survey.copyCount
    )
    var lines = [
      "\(counted(needs.imageCount, "image", "images")), "
        + "\(counted(needs.symbolCount, "symbol", "symbols"))"
        + (needs.mostSymbols > 1
          ? "; \(counted(needs.severalCount, "image has", "images have")) several, "
            + "\(needs.mostSymbols) at most" : "")
        + "."
    ]
    if unread > 0 {
      lines.append("No symbol was read with certainty in \(counted(unread, "image", "images")).")
    }
    if unreadable > 0 {
      lines.append("\(counted(unreadable, "file is not an image", "files are not images")).")
    }
    if copies > 0 {
      lines.append(
        counted(copies, "copy of another image does", "copies of other images do") + " not count.")
    }
    lines += seen(needs)
    return lines
  }

  private static func seen(_ needs: SampleNeeds) -> [String] {
    func range(
      _ name: String, _ spread: Spread?, _ unit: String, _ places: Int, _ factor: Double = 1
    )
      -> String?
    {
      spread.map {
        let ends = [$0.least, $0.median, $0.most].map {
          Numerals.decimal($0 * factor, places: places)
        }
        guard ends[0] != ends[2] else { return "\(name) \(ends[0])\(unit)" }
        return "\(name) \(ends[0]) to \(ends[2])\(unit), median \(ends[1])"
      }
    }
    var lines: [String] = []
    if needs.invertedCount > 0 {
      lines.append(
        "\(counted(needs.invertedCount, "symbol is", "symbols are")) light on dark.")
    }
    if needs.addOnCount > 0 {
      lines.append("\(counted(needs.addOnCount, "symbol has an add-on", "symbols have add-ons")).")
    }
    let figures = [
      range("Turned by", needs.turns, "° from upright", 0),
      range("blur", needs.blurs, " px", 2),
      range("contrast", needs.contrasts, " %", 0, 100),
      range("uneven light", needs.gradients, " %", 0, 100),
      range("noise", needs.noises, " grey levels", 1),
      range("quiet zone", needs.quietZones, " modules", 1),
    ].compactMap(\.self)
    if !figures.isEmpty { lines.append(figures.joined(separator: "; ") + ".") }
    if let gaps = needs.gaps, gaps.least < 0.1 {
      lines.append(
        "Codes lie close together, \(Numerals.percent(gaps.least)) % of the frame apart: a scan area or "
          + "a selection tells them apart.")
    }
    return lines
  }

  /// A setting in words.
  static func setting(_ setting: Candidate.Setting, of candidate: Candidate) -> String {
    switch setting {
    case .option(let name, let value): "\(name)=\(value)"
    case .formats: "formats " + candidate.formats.map(\.description).joined(separator: ", ")
    }
  }

  /// An effect: `reads 3.1 % more of the images [+1.2, +5.4], takes 0.42 × the time [0.40, 0.45]`.
  static func effect(_ effect: Effect) -> String {
    let interval =
      "[\(signed(effect.rateInterval.lower)), \(signed(effect.rateInterval.upper))]"
    let isSure = effect.rateInterval.lower > 0 || effect.rateInterval.upper < 0
    let chance = isSure ? "" : " here, which may be chance"
    let reads =
      effect.gained != effect.lost
      ? "reads \(Numerals.decimal(abs(effect.rateDifference) * 100, places: 1)) % "
        + "\(effect.rateDifference < 0 ? "fewer" : "more") of the images\(chance) \(interval)"
      : effect.gained == 0
        ? "reads the same images" : "reads as many images, but not the same ones: 0.0 % \(interval)"
    let time = effect.timeRatio.map {
      ", takes \(Numerals.decimal($0.medianRatio, places: 2)) × the time "
        + "[\(ratio($0.medianRatioInterval.lower)), \(ratio($0.medianRatioInterval.upper))]"
    }
    let wrong = effect.falseGained - effect.falseLost
    let falses =
      effect.falseGained + effect.falseLost == 0
      ? ""
      : wrong == 0
        ? ", wrong on as many images, but not the same ones"
        : ", wrong on \(counted(abs(wrong), wrong < 0 ? "image fewer" : "image more", wrong < 0 ? "images fewer" : "images more"))"
    return reads + (time ?? "") + falses
  }

  private static func ratio(_ value: Double) -> String {
    value.isFinite ? Numerals.decimal(value, places: 2) : Numerals.unbounded
  }

  private static func signed(_ share: Double) -> String {
    let text = Numerals.decimal(share * 100, places: 1)
    return share > 0 && text != "0.0" ? "+" + text : text
  }

  static func counted(_ count: Int, _ one: String, _ many: String) -> String {
    Numerals.counted(count, one, many)
  }

  static func names(_ symbologies: [Symbology]) -> String {
    symbologies.map(\.description).joined(separator: ", ")
  }

  /// A reason to be careful, as a sentence.
  static func doubt(_ doubt: Recommendation.Doubt) -> String {
    switch doubt {
    case .fewSamples(let count):
      "There \(count == 1 ? "is" : "are") only \(counted(count, "sample", "samples")) with known symbols: the "
        + "settings rest mostly on the drawn twin. Take at least ten samples."
    case .nothingHeldOut:
      "No sample was left to check the choice; it was checked only on drawn twins."
    case .noTwin: "No twin could be drawn, so only the samples decide."
    case .unreadableTwin:
      "Hardly any drawn twin is read, so they say little: twin.yaml may miss what makes the samples "
        + "readable."
    case .agreementIsTruth(let count):
      "The truth of \(counted(count, "sample", "samples")) is what decoders read: a misread that they "
        + "share stays hidden. Truth files beside the images (name.txt) would show it."
    case .contradictions(let count):
      "Decoders contradict each other on \(counted(count, "symbol", "symbols"))."
    case .undrawn(let symbologies): "The twin has no \(names(symbologies))."
    case .rare(let symbologies):
      "\(names(symbologies)): fewer than three symbols each, so their figures say little."
    }
  }

  /// A decoder that cannot be recommended, as a sentence.
  static func exclusion(_ exclusion: SearchSpace.Exclusion) -> String {
    switch exclusion.reason {
    case .doesNotRead(let symbologies):
      "\(exclusion.decoder) does not read \(names(symbologies))"
    case .noAddOns: "\(exclusion.decoder) does not return add-ons"
    case .noProgram(let languages):
      "\(exclusion.decoder) has no program in \(Words.list(languages, joinedBy: "or"))"
    }
  }

  /// The search's step before its first round is done.
  static func search(_ candidates: Int) -> String {
    "trying \(counted(candidates, "setting", "settings")) on half of the samples and on drawn ones; the first "
      + "round takes longest"
  }

  /// The step of a search that begins.
  static func step(_ step: SearchSession.Step) -> String {
    switch step {
    case .withoutProgram(let gap): gapSentence(gap)
    case .searching(let candidates): search(candidates)
    case .explaining(let samples):
      "looking for what keeps \(samples == 1 ? "an image" : "\(samples) images") from being read"
    case .round(let number, let candidates, let trials, let kept):
      round(number, candidates: candidates, trials: trials, kept: kept)
    case .leading(let standing): "in front so far: " + leader(standing)
    case .judging(let candidates): "judging \(candidates) settings on held-out images"
    case .captures(let candidates):
      "trying \(candidates) settings in the scan area and with fewer pixels"
    }
  }

  /// The candidate that is in front, with what speaks for it.
  static func leader(_ standing: Standing) -> String {
    let reads = [
      standing.samples > 0 ? "\(standing.sampleReads) of \(standing.samples) samples" : nil,
      standing.twins > 0 ? "\(standing.twinReads) of \(standing.twins) drawn images" : nil,
    ].compactMap(\.self).joined(separator: " and ")
    return "\(standing.candidate.argument) reads \(reads), in "
      + "\(Numerals.decimal(standing.milliseconds, places: 1)) ms each, and is wrong on "
      + "\(standing.falseAnswers) of \(standing.images)"
  }

  /// The decoders by how many of the samples they read, before any setting was tried; empty while nobody read one.
  static func leaders(_ survey: SampleSurvey) -> [String] {
    let reads = survey.decoders.map { decoder in
      (
        name: decoder.label,
        count: survey.images.count { image in
          image.symbols.contains { $0.decoders.contains(decoder.label) }
        }
      )
    }.filter { $0.count > 0 }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    guard let best = reads.first else { return [] }
    let others = reads.dropFirst().map { "\($0.name) \($0.count)" }.joined(separator: ", ")
    let text =
      "\(best.name) reads most: \(best.count) of \(counted(survey.images.count, "sample", "samples"))"
    return [
      text + (others.isEmpty ? "" : "; \(others)")
        + ". Every format is on, and no setting has been tried."
    ]
  }

  /// The question whether there should be more questions.
  static func others(_ count: Int) -> String {
    "The samples suggest answers to \(count) more questions. Begin, or ask them?"
  }

  /// A step of the search, as a line.
  static func round(_ number: Int, candidates: Int, trials: Int, kept: Int) -> String {
    "round \(number): \(candidates) settings, \(counted(trials, "trial", "trials")) at each level; "
      + "the best \(kept) go on"
  }
}
