import Base
import Corpora
import DecoderKit
import Drawing
import Reporting
import Results
import Sessions
import Symbols

/// The search for the stored thresholds that a distance follows from.
struct DistanceSession {
  private let catalog: CorpusCatalog
  private let names: [CameraParameter: String]
  private let sizes: ThresholdSource

  /// Finds the runs.
  ///
  /// - Parameters:
  ///   - names: Runs or folders as typed, at most one for each parameter: module size, defocus, motion, tilt. For
  ///     what is not named, the run with the most trials below `reports/` counts that certifies the decoder.
  ///   - catalog: The corpora.
  /// - Throws: ``RequestError`` for a run that cannot be used.
  init(against names: [String], catalog: CorpusCatalog) throws {
    var byAxis: [CameraParameter: String] = [:]
    for name in names {
      let known = [.moduleSize] + DistanceCondition.allCases.map(\.axis)
      let axes = try ThresholdSource.axes(ofRun: name).intersection(known)
      guard !axes.isEmpty else {
        throw RequestError(
          "\(name) has no finished run over module size, defocus, motion or tilt, which distances need"
        )
      }
      for axis in axes.sorted(by: { $0.rawValue < $1.rawValue }) {
        guard byAxis.updateValue(name, forKey: axis) == nil else {
          throw RequestError("two runs over \(axis.rawValue) are named: leave one out")
        }
      }
    }
    self.catalog = catalog
    self.names = byAxis
    sizes = try ThresholdSource(byAxis[.moduleSize], catalog: catalog)
  }

  /// Finds the thresholds of module sizes for a code.
  ///
  /// Groups of symbols of the same size count, whichever run they are in; if no run has any, those of the next smaller
  /// and the next larger size. Smaller symbols alone say nothing about a larger one, which fails earlier.
  ///
  /// - Parameter tilt: The angle by which the code leans. Groups of symbols that lean by it come before upright ones,
  ///   and those that lean otherwise do not count.
  /// - Throws: ``RequestError`` if there are none of the symbology, or of symbols that are as large.
  func evidence(for code: PrintedCode, tiltDegrees tilt: Double) throws -> DistanceEvidence {
    guard let found = try found(sizes, code, prefersClean: true, takesSmaller: false) else {
      let smaller = try found(sizes, code, prefersClean: false, takesSmaller: true)
      throw RequestError(smaller == nil ? missing(code) : tooLarge(code))
    }
    var evidence = try Self.evidence(found.parts, of: found.main.run, for: code, tilt)
    evidence.passedOver = found.passedOver
    evidence.others = found.others.compactMap { stored in
      let decoders = stored.scores.decoders.map { $0.reference ?? $0.label }
      return try? Self.evidence([(stored, Set(decoders))], of: stored.run, for: code, tilt)
    }.filter { !$0.thresholds.isEmpty }
    return evidence
  }

  private static func evidence(
    _ parts: [Part], of main: ThresholdRun, for code: PrintedCode, _ tilt: Double
  ) throws(RequestError) -> DistanceEvidence {
    let (thresholds, otherSize) = Self.thresholds(parts, of: main, for: code, takesSmaller: false)
    guard tilt > 0 else {
      return DistanceEvidence(run: main, thresholds: thresholds, otherSize: otherSize)
    }
    let corpora = Dictionary(parts.map { ($0.stored.run, $0.stored.corpus) }) { first, _ in first }
    let (own, leaning) = Self.suited(thresholds, toTilt: tilt) { threshold in
      corpora[threshold.ownRun ?? main].flatMap { $0?.tilt(ofGroup: threshold.group) }
    }
    guard !own.isEmpty || leaning.isEmpty else {
      throw RequestError(
        "all symbols of \(main.store), run \(main.number), lean by themselves, by other angles than \(Numerals.digits(tilt))°, and "
          + "what that takes would count twice: leave --tilt out, or name a run of upright symbols")
    }
    var evidence = DistanceEvidence(run: main, thresholds: own, otherSize: otherSize)
    evidence.leaning = leaning
    return evidence
  }

  /// Takes, for each decoder, the thresholds of symbols that lean by an angle; without any, those of upright symbols.
  ///
  /// - Parameter angles: The angles by which a threshold's symbols lean; `nil` for upright ones.
  /// - Returns: The thresholds, and the groups that are left out because they lean otherwise.
  static func suited(
    _ thresholds: [DecoderThreshold], toTilt tilt: Double,
    angles: (DecoderThreshold) -> ClosedRange<Double>?
  ) -> (thresholds: [DecoderThreshold], leaning: [String]) {
    let tilted = thresholds.map { threshold in
      var threshold = threshold
      threshold.isTilted = angles(threshold) == tilt...tilt
      if threshold.isTilted {
        threshold.harms?.removeAll { $0 == CameraParameter.tilt.rawValue }
      }
      return threshold
    }
    let measured = Set(tilted.filter(\.isTilted).map(\.reference))
    let own = tilted.filter {
      $0.isTilted || (!measured.contains($0.reference) && angles($0) == nil)
    }
    return (own, tilted.filter { !$0.isTilted && angles($0) != nil }.map(\.group).uniqued())
  }

  /// Finds the thresholds of a condition for a code, or the corpora that would measure them.
  ///
  /// Symbols count by their size as they do for module sizes; if there are only smaller ones, the largest of them.
  func evidence(
    of condition: DistanceCondition, for code: PrintedCode
  ) throws -> ConditionEvidence {
    let source = try ThresholdSource(
      names[condition.axis], catalog: catalog, axis: condition.axis)
    guard let found = try found(source, code, prefersClean: false, takesSmaller: true) else {
      return ConditionEvidence(
        missing: condition, corpora: source.corpora(with: code.symbology))
    }
    let (thresholds, otherSize) = Self.thresholds(
      found.parts, of: found.main.run, for: code, takesSmaller: true)
    return ConditionEvidence(
      condition, run: found.main.run, thresholds: thresholds, otherSize: otherSize,
      passedOver: found.passedOver)
  }

  // MARK: Runs

  private typealias Part = (stored: ThresholdSource.StoredScores, decoders: Set<String>)

  private func found(
    _ source: ThresholdSource, _ code: PrintedCode, prefersClean: Bool, takesSmaller: Bool
  ) throws -> ThresholdSource.Evidence? {
    try source.evidence(for: code.symbology, prefersClean: prefersClean) { groups, corpus in
      Self.suited(groups, in: corpus, to: code, takesSmaller: takesSmaller)
    }
  }

  /// The groups of a run that count for a code: those of its own size, else of the next smaller and the next larger
  /// one; `nil` if there are none.
  ///
  /// - Parameter takesSmaller: True if symbols count of which all are smaller than the code.
  static func suited(
    _ groups: [CorpusRecord.Group], in corpus: Corpus?, to code: PrintedCode, takesSmaller: Bool
  ) -> ThresholdSource.SuitedGroups? {
    let own = groups.filter { isAbout(code.symbology, $0) }.map(\.id)
    guard !own.isEmpty else { return nil }
    guard code.sizeName != nil, let wanted = code.columns else { return .init(ids: Set(own)) }
    let sized = own.compactMap { id in columns(of: id, in: corpus).map { (id: id, columns: $0) } }
    guard !sized.isEmpty else { return .init(ids: Set(own), remoteness: unknownSize) }
    let larger = sized.map(\.columns).filter { $0 >= wanted }.min()
    let smaller = sized.map(\.columns).filter { $0 <= wanted }.max()
    guard larger != nil || takesSmaller else { return nil }
    let sizes = [smaller, larger].compactMap(\.self).uniqued()
    return .init(
      ids: Set(sized.filter { sizes.contains($0.columns) }.map(\.id)),
      otherColumns: sizes.filter { $0 != wanted },
      remoteness: larger.map { Int($0 - wanted) } ?? (onlySmaller + Int(wanted - (smaller ?? 0))))
  }

  /// The remoteness of symbols that are all smaller, without their modules; no symbol has as many across.
  private static let onlySmaller = 1000
  /// The remoteness of symbols whose size is not known.
  private static let unknownSize = 10000

  /// The thresholds of runs for a code, with the sizes of their symbols where those are not the code's.
  private static func thresholds(
    _ parts: [Part], of main: ThresholdRun, for code: PrintedCode, takesSmaller: Bool
  ) -> (thresholds: [DecoderThreshold], otherSize: String?) {
    var thresholds: [DecoderThreshold] = []
    var columns: Set<Double> = []
    var strangers: Set<String> = []
    for (stored, decoders) in parts {
      let groups = suited(
        stored.scores.corpus.groups, in: stored.corpus, to: code, takesSmaller: takesSmaller)
      guard let groups else { continue }
      let own = Self.thresholds(
        stored, of: decoders, groups: groups.ids, ownRun: stored.run == main ? nil : stored.run)
      thresholds += own
      guard !own.isEmpty, !groups.otherColumns.isEmpty else { continue }
      columns.formUnion(groups.otherColumns)
      strangers.formUnion(own.map(\.decoder))
    }
    guard !columns.isEmpty else { return (thresholds, nil) }
    let sizes = columns.sorted().map { "\(Int($0))" }.joined(separator: " or ")
    let isOfAll = thresholds.allSatisfy { strangers.contains($0.decoder) }
    return (
      thresholds,
      "\(sizes) modules across"
        + (isOfAll ? "" : " (\(strangers.sorted().joined(separator: ", ")))")
    )
  }

  private static func isAbout(_ symbology: Symbology, _ group: CorpusRecord.Group) -> Bool {
    group.scenes == nil && group.symbologies.map(\.carrier) == [symbology.carrier]
  }

  /// The thresholds of some decoders of a run.
  private static func thresholds(
    _ stored: ThresholdSource.StoredScores, of decoders: Set<String>, groups: Set<String>,
    ownRun: ThresholdRun?
  ) -> [DecoderThreshold] {
    let levels = stored.scores.corpus.levels.map(\.value)
    let tested = (levels.min() ?? 0)...(levels.max() ?? 0)
    let own = stored.scores.decoders.filter { decoders.contains($0.reference ?? $0.label) }
    return own.flatMap { decoder in
      decoder.groups.filter { groups.contains($0.group) && $0.total.tried > 0 }.map {
        DecoderThreshold(
          decoder: decoder.label, reference: decoder.reference ?? decoder.label,
          library: decoder.library, version: decoder.version, group: $0.group,
          score: $0.threshold, tested: tested, ownRun: ownRun,
          moduleSizePixels: stored.corpus?.moduleSizePixels(ofGroup: $0.group),
          harms: stored.corpus?.harms(ofGroup: $0.group),
          columns: columns(of: $0.group, in: stored.corpus),
          rates: $0.levels.compactMap { level in
            Double(level.level).map {
              DecoderThreshold.Rate(value: $0, reads: level.counts.read, tried: level.counts.tried)
            }
          })
      }
    }
  }

  /// The modules across of a group's symbols; `nil` if they differ or the corpus is not at hand.
  private static func columns(of group: String, in corpus: Corpus?) -> Double? {
    corpus?.recipes.first { group.hasPrefix($0.name + "/") }?.symbols.first?.options.columns
  }

  // MARK: What to run

  private func tooLarge(_ code: PrintedCode) -> String {
    (names[.moduleSize].map { "\($0) has" } ?? "stored runs have")
      + " only smaller symbols of \(code.symbology) than \(Int(code.columns ?? 0)) modules across, which say nothing "
      + "about larger ones. "
      + (names[.moduleSize] == nil ? "" : "Without --against all stored runs are looked at. ")
      + Self.advice(
        corpora(atLeast: code), otherwise: "Write a corpus of them that sweeps module-size")
  }

  private func missing(_ code: PrintedCode) -> String {
    let known = sizes.carriers.map(\.description).sorted().joined(separator: ", ")
    return "there are no thresholds of \(code.symbology)"
      + (known.isEmpty
        ? "" : ": stored runs have only those of \(known), which say nothing about it")
      + ". "
      + Self.advice(
        corpora(atLeast: code), otherwise: "Write a corpus of it that sweeps module-size")
  }

  /// The corpora of symbols that are as large as a code's, as far as its size is known.
  private func corpora(atLeast code: PrintedCode) -> [SuitedCorpus] {
    sizes.corpora(with: code.symbology) { corpus in
      guard code.sizeName != nil, let columns = code.columns else { return true }
      return corpus.recipes.compactMap { $0.symbols.first?.options }.contains {
        $0.symbology.carrier == code.symbology.carrier && $0.columns ?? 0 >= columns
      }
    }
  }

  private static func advice(_ corpora: [SuitedCorpus], otherwise: String) -> String {
    corpora.isEmpty
      ? otherwise : "Run \(corpora.command())"
  }
}

extension DistanceCondition {
  /// The parameter that a run with its thresholds sweeps.
  var axis: CameraParameter {
    switch self {
    case .defocus: .defocus
    case .motion: .motion
    case .tilt: .tilt
    }
  }
}

extension Corpus {
  /// The angles by which a group's symbols lean, from the smallest to the largest; `nil` for upright ones.
  fileprivate func tilt(ofGroup id: String) -> ClosedRange<Double>? {
    guard let group = groups.first(where: { $0.id == id }),
      let value = conditions.first(where: { $0.name == group.condition })?.values[.tilt]
    else { return nil }
    let angles =
      switch value {
      case .fixed(let angle): angle...angle
      case .list(let angles): (angles.min() ?? 0)...(angles.max() ?? 0)
      case .random(let low, let high): low...high
      }
    return angles == 0...0 ? nil : angles
  }
}

extension SymbolOptions {
  /// The modules across of every symbol with these options; `nil` where it depends on the payload.
  fileprivate var columns: Double? {
    switch self {
    case .qrCode(let version, _, _, _), .gs1QRCode(let version, _, _): Double(17 + 4 * version)
    case .microQRCode(let version, _, _): Double(9 + 2 * version)
    case .rMQRCode(let size, _): Double(size.columns)
    case .dataMatrix(let size), .gs1DataMatrix(let size): Double(size.columns)
    case .aztec(let size): Double(size.side)
    case .pdf417(let columns, _, _, _): Double(17 * columns + 69)
    default: nil
    }
  }
}
