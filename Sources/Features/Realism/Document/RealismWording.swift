import Measuring
import Reporting
import Statistics

/// The words of the comparison of drawn and real, the same in all its reports.
enum RealismWording {
  static func gap(_ gap: GaugeFailure) -> String {
    switch gap {
    case .unknownSymbology: "the truth names no symbology"
    case .unsupportedSymbology: "the gauge does not know the symbology"
    case .notFound: "no place looks like the symbol"
    case .poorFit: "the symbol fits the image badly"
    }
  }

  /// The work that was done before an interruption, and how to go on.
  static func interrupted(
    at step: RealismSession.Step?, corpora names: [String], folder: String
  ) -> String {
    let place: String
    let name: String?
    switch step {
    case .decoding(let corpus, _): (place, name) = (" while decoding \(corpus)", corpus)
    case .measuring(let corpus, let done, let all):
      (place, name) = (" while measuring \(corpus) (\(done) of \(all))", corpus)
    case nil: (place, name) = ("", nil)
    }
    let done = name.flatMap(names.firstIndex) ?? 0
    return
      "interrupted\(place): \(done) of \(names.count) corpora \(done == 1 ? "is" : "are") done, and forecasts "
      + "need all. To carry on, give the same command again: \(folder) keeps the decodes"
  }

  static func coverage(_ report: RealismReport) -> String {
    let photos = report.coverage
    var text =
      "\(Numerals.counted(photos.count, "symbol", "symbols")) of known data in photos, of which "
      + "\(Numerals.count(photos.measured)) could be measured"
    if !photos.gaps.isEmpty {
      let reasons = GaugeFailure.allCases.compactMap { gap in
        photos.gaps[gap].map { "\(Numerals.count($0)): \(Self.gap(gap))" }
      }
      text += " (not measured: \(reasons.joined(separator: "; ")))"
    }
    var left: [String] = []
    if !report.unreadable.isEmpty {
      left.append("\(Numerals.count(report.unreadable.count)) that could not be read")
    }
    if report.withoutTruth > 0 {
      left.append("\(Numerals.count(report.withoutTruth)) whose truth is not known")
    }
    if report.withoutCode > 0 {
      left.append("\(Numerals.count(report.withoutCode)) without a code")
    }
    return text + "."
      + (left.isEmpty ? "" : " Left out of the photos: \(left.joined(separator: ", ")).")
  }

  static func training(_ report: RealismReport) -> String {
    "The chances come from \(Numerals.count(report.drawn.measured)) measured symbols of "
      + "\(Numerals.count(report.drawn.count)) drawn ones (\(report.drawnCorpora.joined(separator: ", "))); "
      + "the photos' outcomes are not used."
  }

  static func skill(_ decoder: DecoderRealism) -> String {
    guard let skill = decoder.score?.skill else { return Numerals.absent }
    let ends = decoder.skillInterval.map {
      " [\(Numerals.decimal($0.lower, places: 2)) – \(Numerals.decimal($0.upper, places: 2))]"
    }
    return Numerals.decimal(skill, places: 2) + (ends ?? "")
  }

  /// The answer, to be quoted: what the forecasts are worth beside a decoder's average rate, and who has none.
  static func answer(_ report: RealismReport) -> String {
    let known = report.decoders.compactMap { decoder in
      decoder.score.flatMap { score in score.skill.map { (decoder, score.count, $0) } }
    }
    guard !known.isEmpty else {
      return report.decoders.allSatisfy { $0.score == nil }
        ? "No decoder has forecasts for these photos: \(missing(report))."
        : "All outcomes are alike: forecasts from drawn symbols have no skill to show."
    }
    let parts = known.enumerated().map { place, one in
      let (decoder, count, skill) = one
      let photos = Numerals.counted(count, "photo", "photos")
      let rate = place == 0 ? "its average rate does" : "its rate"
      return "\(decoder.label)’s \(place == 0 ? "reads of" : "of") \(photos) "
        + worth(skill, decoder.skillInterval, beside: rate, equal: "as well as")
    }
    let rest = report.decoders.filter { $0.score == nil }.map(\.label)
    return "Photo by photo, drawn symbols forecast " + Words.first(parts).joined(separator: "; ")
      + (rest.isEmpty ? "" : "; no forecasts for \(Words.list(rest))") + "."
  }

  /// The reason that no decoder has forecasts.
  private static func missing(_ report: RealismReport) -> String {
    if report.coverage.measured == 0 { return "no symbol in them could be measured" }
    return report.decoders.allSatisfy { $0.sampleCount == 0 }
      ? "too few samples of both outcomes were drawn; draw more with --trials"
      : "none of the measured ones has a symbology that was drawn and that a decoder reads"
  }

  /// A few sentences: what the forecasts of a decoder are worth.
  static func verdict(_ decoder: DecoderRealism) -> String {
    guard decoder.sampleCount > 0 else {
      return "\(decoder.label): too few drawn samples of both outcomes for a model."
    }
    guard let score = decoder.score else {
      return "\(decoder.label): no measured photo of a symbology that it reads and that was drawn."
    }
    let rate =
      "\(Numerals.percent(score.baseRate)) % of \(Numerals.counted(score.count, "photo", "photos"))"
    guard let skill = score.skill else {
      return
        "\(decoder.label) read \(rate): all outcomes are alike, so that forecasts have no skill to show."
    }
    let mean = decoder.forecasts.reduce(0) { $0 + $1.chance } / Double(score.count)
    var text =
      "\(decoder.label): from drawn symbols alone, \(Numerals.percent(mean)) % of these photos were forecast to be "
      + "read; it read \(rate). Photo by photo, forecasts are \(worth(skill, decoder.skillInterval))."
    if let best = decoder.skillIfRight {
      text += " If every chance were right, they would be \(Numerals.percent(best)) % better."
    }
    if let check = decoder.folderCheck, let skill = check.score.skill {
      text +=
        " After a correction learnt from the other folders' photos (\(Numerals.count(check.folderCount)) "
        + "folders), they are "
        + "\(worth(skill, check.skillInterval))."
    }
    if let error = decoder.worstBinError {
      text +=
        " In bins of \(DecoderRealism.fewestOfBin) photos or more, the forecast is off by up to "
        + "\(Numerals.decimal(100 * error, places: 1)) points."
    }
    return text
  }

  /// The worth of a skill, with what its interval leaves open.
  private static func worth(
    _ skill: Double, _ interval: Interval?, beside rate: String = "that rate for every photo",
    equal: String = "as good as"
  ) -> String {
    let side =
      skill == 0
      ? "\(equal) \(rate)"
      : "\(Numerals.percent(abs(skill))) % \(skill < 0 ? "worse" : "better") than \(rate)"
    guard let interval else { return side }
    let ends =
      "[\(Numerals.percent(interval.lower)) to \(Numerals.percent(interval.upper)) %]"
    return interval.contains(0)
      ? "\(side), but the interval \(ends) includes zero" : "\(side) \(ends)"
  }

  /// The photos of a decoder that its forecasts missed most, by name; none if none is off by more than a
  /// half.
  static func surprises(_ decoder: DecoderRealism, _ report: RealismReport, most: Int) -> [String] {
    decoder.surprises.prefix(most).filter { $0.surprise > 0.5 }.map { forecast in
      "\(report.photos[forecast.photo].shortName): \(Numerals.percent(forecast.chance)) % forecast, "
        + (forecast.isRead ? "read" : "not read")
    }
  }

  static func unmeasured(_ decoder: DecoderRealism) -> String? {
    guard decoder.unmeasured.count > 0 else { return nil }
    let (count, reads) = decoder.unmeasured
    guard let share = decoder.measuredReads else {
      return
        "\(decoder.label) read none of the photos; \(Numerals.count(count)) could not be measured."
    }
    return "\(Numerals.count(decoder.readCount - reads)) of the "
      + "\(Numerals.counted(decoder.readCount, "photo", "photos")) that \(decoder.label) read are measured "
      + "(\(Numerals.percent(share)) %). It read \(Numerals.count(reads)) of the "
      + "\(Numerals.count(count)) that could not be measured and have no forecast."
  }

  static func cells(_ report: RealismReport) -> String {
    guard let rho = report.cellCorrelation else {
      return
        "Fewer than three pairs of decoder and symbology have drawn samples and photos: no rank "
        + "correlation."
    }
    return
      "Over \(Numerals.count(report.cells.count)) pairs of decoder and symbology, the order by drawn mean "
      + "threshold and the order by photos have a rank correlation of \(Numerals.decimal(rho, places: 2))."
  }

  static func axis(_ axis: RealismResidual.Axis) -> String {
    switch axis {
    case .symbology: "symbology"
    case .moduleSize: "module size, px"
    case .blur: "blur, modules"
    case .noise: "noise at module scale, grey levels"
    case .contrast: "symbol contrast, %"
    case .gradient: "light gradient, %"
    case .turn: "turn from the axes, °"
    case .tilt: "tilt, °"
    case .quietZone: "quiet zone, modules"
    case .barGrowth: "bar growth, modules"
    case .polarity: "polarity"
    case .imageSide: "shorter side, px"
    }
  }

  static func range(_ residual: RealismResidual) -> String {
    if let symbology = residual.symbology { return "\(symbology)" }
    guard let range = residual.range else { return "" }
    switch (residual.axis, range.lowerBound) {
    case (.polarity, let code):
      return ["as printed", "inverted", "mirrored", "inverted and mirrored"][Int(code)]
    case (.quietZone, -.infinity): return "cut by the image's edge"
    default: break
    }
    let (low, high) = (range.lowerBound, range.upperBound)
    if low == -.infinity { return "below \(Numerals.level(high))" }
    if high == .infinity { return "\(Numerals.level(low)) and more" }
    return "\(Numerals.level(low)) to \(Numerals.level(high))"
  }

  /// The measured condition of a symbol, in one line.
  static func condition(_ seen: SeenCondition) -> String {
    var parts = [
      "\(seen.symbology)", "\(Numerals.decimal(seen.moduleSizePixels, places: 2)) px per module",
      "blur \(Numerals.decimal(seen.blurSigmaPixels / max(seen.moduleSizePixels, 1e-3), places: 2)) modules",
      "contrast \(Numerals.decimal(100 * (seen.lightReflectance - seen.darkReflectance), places: 0)) %",
      "noise \(Numerals.decimal(seen.moduleNoiseGreyLevels, places: 1)) levels at module scale",
      "gradient \(Numerals.decimal(100 * seen.lightGradient, places: 0)) %",
      "turned \(Numerals.decimal(seen.turnDegrees, places: 0))°",
    ]
    if let tilt = seen.tiltDegrees { parts.append("tilt \(Numerals.decimal(tilt, places: 0))°") }
    parts.append(
      "quiet zone \(ScanWording.quietZone(seen.quietZoneModules)) modules"
        + (seen.isQuietZoneCut ? ", cut by the edge" : ""))
    parts.append("bar growth \(Numerals.decimal(seen.barGrowthModules, places: 2))")
    if seen.isInverted { parts.append("inverted") }
    if seen.isMirrored { parts.append("mirrored") }
    return parts.joined(separator: ", ")
  }
}
