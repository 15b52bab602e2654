import Reporting

/// A recommendation in sections of sentences and tables, for every writer.
struct RecommendationSections {
  let recommendation: Recommendation

  /// The sections that have something to say.
  var all: [Section] {
    [summary, settings, compared, resolution, needs, uncertain, unread, tried].compactMap(\.self)
  }

  /// A section of whole sentences and a table.
  private func section(
    _ title: String, _ sentences: [String], table: DataTable? = nil
  ) -> Section {
    let id = title.lowercased().split { !$0.isLetter }.joined(separator: "-")
    let lines = sentences.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
    return Section(id, title, [.lines(lines)] + (table.map { [.table($0)] } ?? []))
  }

  /// A table of plain cells, of which the first names a row.
  private func plain(titles: [String], numbers: Set<Int>, rows: [[String]]) -> DataTable {
    let columns = titles.enumerated().map {
      DataTable.Column($0.element, isNumber: numbers.contains($0.offset))
    }
    var table = DataTable(
      "By " + titles[0], keys: [columns[0]], Array(columns.dropFirst()))
    for row in rows { table.add(row.map { .init($0) }) }
    return table
  }

  private var verdict: SearchVerdict? { recommendation.verdict }

  private var summary: Section {
    guard let verdict, let decoder = recommendation.decoder else {
      let nothing =
        recommendation.space.decoders.isEmpty
        ? "No decoder here "
          + (recommendation.languageCosts.isEmpty
            ? "" : "with a program in \(ConfigureWording.languages(recommendation.answers)) ")
          + "reads all that is asked for, so none is recommended."
        : "Nothing that is asked for was read in the samples or in twins like them, so no decoder is "
          + "recommended."
      return section("Recommendation", [nothing] + languageCosts)
    }
    var sentences = ConfigureWording.missed(recommendation)
    switch verdict.outcome {
    case .better:
      sentences.append(
        "Use \(decoder.name) with the settings below. Compared with \(decoder.name)'s default settings, it "
          + ConfigureWording.effect(verdict.effect) + ".")
    case .noBetter:
      sentences.append(
        "Use \(decoder.name) with default settings"
          + (verdict.choice.formats.isEmpty ? "" : ", restricted to the formats asked for")
          + ": none of the settings tried did significantly better.")
    }
    sentences += ConfigureWording.readsMore(verdict) + languageCosts
    sentences.append(
      "Goal: \(recommendation.answers.goal.rawValue). " + ConfigureWording.evidence(recommendation))
    sentences.append(
      "\(decoder.library) \(decoder.version). \(decoder.summary)"
        + (decoder.platforms.isEmpty
          ? "" : " Published for \(decoder.platforms.joined(separator: ", "))."))
    return section("Recommendation", sentences)
  }

  private var languageCosts: [String] {
    recommendation.languageCosts.map { ConfigureWording.languageCost($0, in: recommendation) }
  }

  private var settings: Section? {
    guard let verdict, !verdict.settings.isEmpty else { return nil }
    return section(
      "Settings, each with its own effect",
      [
        "Each line compares the recommendation with and without one setting, on images that the search "
          + "had not seen."
      ],
      table: plain(
        titles: ["setting", "effect", "why"], numbers: [],
        rows: verdict.settings.map {
          [
            ConfigureWording.setting($0.setting, of: verdict.choice),
            ConfigureWording.effect($0.effect), why($0.setting),
          ]
        }))
  }

  /// The need behind a setting, as far as the samples show one.
  private func why(_ setting: Candidate.Setting) -> String {
    let needs = recommendation.needs
    guard case .option(let name, _) = setting else { return "only these are asked for" }
    let option = recommendation.decoder?.options.first { $0.name == name }
    switch option?.purpose {
    case .inverted:
      return needs.invertedCount > 0
        ? "\(needs.invertedCount) of \(needs.symbolCount) symbols are light on dark"
        : "no symbol is light on dark"
    case .symbolCount:
      return needs.mostSymbols > 1
        ? "up to \(needs.mostSymbols) codes in an image" : "one code in each image"
    case .turned: return ConfigureWording.quarters(needs.quarters)
    case .addOns, .checkDigit: return "asked for"
    case .output, nil: return "measured"
    }
  }

  private var compared: Section? {
    guard let verdict else { return nil }
    // The rate of drawn images alone says nothing of the samples.
    let isDrawn = verdict.standings.allSatisfy { $0.samples == 0 }
    let own = recommendation.missed.map {
      "Of the samples themselves, the recommendation reads \($0.tried - $0.samples.count) of \($0.tried): the "
        + "rates here are those of fresh images."
    }
    return section(
      "Finalists on the same images",
      [
        "The best of each decoder that returns what was asked for is among them. Images are the samples that were held out, and drawn twins. "
          + "Rate and time are weighted as the samples are; * marks those that no other one beats in rate, false answers and time alike."
      ] + (own.map { [$0] } ?? [])
        + verdict.rivals.map {
          "Compared with the recommendation, \($0.standing.candidate.argument) "
            + ConfigureWording.effect($0.effect) + "."
        },
      table: plain(
        titles: [
          "decoder and settings", isDrawn ? "rate on twins, %" : "rate, %", "samples", "twins",
          "false (≤)", "ms", "front",
        ],
        numbers: [1, 2, 3, 4, 5],
        rows: verdict.standings.map { one in
          [
            one.candidate.argument, Numerals.percent(one.rate), "\(one.sampleReads)/\(one.samples)",
            "\(one.twinReads)/\(one.twins)",
            "\(one.falseAnswers) (\(Numerals.upperPercent(one.falseUpperBound)) %)",
            Numerals.milliseconds(one.milliseconds),
            verdict.front.contains(one.candidate) ? "*" : "",
          ]
        }))
  }

  private var resolution: Section? {
    guard verdict != nil else { return nil }
    var sentences: [String] = []
    if let need = recommendation.resolution {
      sentences += ConfigureWording.sentences(need, likelySmall: recommendation.likelySmall)
    }
    let captures = recommendation.captures
    let rows = (captures?.trials ?? []).map { trial in
      [
        ConfigureWording.capture(trial.candidate.capture), trial.candidate.argument,
        ConfigureWording.effect(trial.effect),
      ]
    }
    if let captures, let effect = captures.effect {
      let isOther = captures.best.taking(.whole) != captures.reference.taking(.whole)
      sentences.append(
        "Best pair: \(captures.best.argument) with \(ConfigureWording.capture(captures.best.capture)). On "
          + "the samples that were held out, beside "
          + (isOther ? captures.reference.argument + " with " : "")
          + "\(ConfigureWording.capture(captures.reference.capture)), it "
          + ConfigureWording.effect(effect) + ".")
    }
    if recommendation.answers.scanArea != nil, recommendation.configuration?.scanArea == nil {
      sentences.append("The scan area lost reads and is left out of the settings.")
    }
    guard !sentences.isEmpty || !rows.isEmpty else { return nil }
    return section(
      "Resolution and scan area", sentences,
      table: rows.isEmpty
        ? nil
        : plain(
          titles: [
            "all samples again", "decoder and settings", "beside the choice on whole frames",
          ],
          numbers: [], rows: rows))
  }

  private var needs: Section {
    let needs = recommendation.needs
    let survey = recommendation.survey
    return section(
      "What the samples show",
      ConfigureWording.needs(needs, in: survey)
        + (survey.unsupported.isEmpty
          ? [] : ["No decoder here reads \(ConfigureWording.names(survey.unsupported))."]),
      table: plain(
        titles: ["symbology", "symbols", "images", "bytes", "px per module"],
        numbers: [1, 2, 3, 4],
        rows: needs.symbologies.map {
          [
            $0.symbology.description, Numerals.count($0.symbolCount), Numerals.count($0.imageCount),
            SurveyText.lengths($0), SurveyText.sizes($0.moduleSizes),
          ]
        }))
  }

  private var uncertain: Section? {
    let doubts = recommendation.doubts.map(ConfigureWording.doubt)
    return doubts.isEmpty ? nil : section("What is uncertain", doubts)
  }

  private var unread: Section? {
    let unread = recommendation.unread
    let broken = recommendation.survey.unreadable
    guard !unread.isEmpty || !broken.isEmpty else { return nil }
    return section(
      "Samples without a certain reading",
      [
        "With default settings no symbol was read in them for certain, before any setting was tried."
      ] + uncounted + ["harness explain IMAGE shows how far each is from being read."],
      table: plain(
        titles: ["sample", "likely faults"], numbers: [],
        rows: unread.map { sample in
          if !sample.guessedBy.isEmpty {
            return [
              sample.path, "read by \(Words.list(sample.guessedBy)), but nothing confirms it",
            ]
          }
          guard let found = sample.faults else { return [sample.path, "not examined"] }
          let faults = found.prefix(3).map(FaultWording.name).joined(separator: ", ")
          return [
            sample.path,
            faults.isEmpty
              ? "none found" : faults + (sample.isMendable ? "" : " (no change was enough)"),
          ]
        } + broken.map { [$0.path, $0.reason] }))
  }

  /// The number of those that the counts leave out, because nobody knows what they hold.
  private var uncounted: [String] {
    let known = Set(
      recommendation.survey.images.filter { !$0.symbols.isEmpty }.map(\.path))
    let count = recommendation.unread.count { !known.contains($0.path) }
    return count == 0
      ? []
      : [
        "\(ConfigureWording.counted(count, "sample has", "samples have")) no known symbol, and no count above "
          + "includes \(count == 1 ? "it" : "them")."
      ]
  }

  private var tried: Section? {
    var sentences = recommendation.space.excluded.map { ConfigureWording.exclusion($0) + "." }
    if let refused = verdict?.refused, !refused.isEmpty {
      sentences += refused.map {
        "\($0.argument) looked better during the search, but was significantly worse than the default on "
          + "unseen images or in dimmer light."
      }
    }
    let settings = recommendation.space.changes.count
    sentences.append(
      settings == 0
        ? "No setting was tried."
        : "\(ConfigureWording.counted(settings, "setting was", "settings were")) tried, and combinations of "
          + "the best.")
    return section("What was tried and dropped", sentences)
  }
}
