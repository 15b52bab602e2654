import Base
import Corpora
import DecoderKit
import Drawing
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
  /// Groups of symbols of the same size count; if the run has none, those of the next smaller and the next larger size.
  /// Smaller symbols alone say nothing about a larger one, which fails earlier.
  ///
  /// - Throws: ``RequestError`` if there are none of the symbology, or of symbols that are as large.
  func evidence(for code: PrintedCode) throws -> DistanceEvidence {
    let found = try sizes.evidence(for: code.symbology, prefersClean: true) { corpus in
      Self.measures(code, in: corpus)
    }
    guard let found else { throw RequestError(missing(code)) }
    var evidence = Self.evidence(
      found.parts, of: found.main.run, for: code, passedOver: found.passedOver)
    guard !evidence.thresholds.isEmpty else { throw RequestError(tooLarge(code)) }
    evidence.others = found.others.map { stored in
      let decoders = stored.scores.decoders.map { $0.reference ?? $0.label }
      return Self.evidence([(stored, Set(decoders))], of: stored.run, for: code)
    }.filter { !$0.thresholds.isEmpty }
    return evidence
  }

  /// Takes the thresholds of runs for a code; none if their symbols are smaller than it.
  private static func evidence(
    _ parts: [(stored: ThresholdSource.StoredScores, decoders: Set<String>)],
    of main: ThresholdRun, for code: PrintedCode, passedOver: [ThresholdRun] = []
  ) -> DistanceEvidence {
    var others: Set<Double> = []
    let thresholds = parts.flatMap { stored, decoders -> [DecoderThreshold] in
      let groups = stored.scores.corpus.groups.filter { isAbout(code.symbology, $0) }
      let sized = groups.map { (id: $0.id, columns: columns(of: $0.id, in: stored.corpus)) }
      let measured = sized.compactMap(\.columns)
      var taken = sized
      if let columns = code.columns, code.sizeName != nil, !measured.isEmpty {
        let larger = measured.filter { $0 >= columns }.min()
        let smaller = larger.flatMap { _ in measured.filter { $0 <= columns }.max() }
        let sizes = [smaller, larger].compactMap(\.self).uniqued()
        taken = sized.filter { $0.columns.map(sizes.contains) ?? false }
        for size in sizes where size != columns { others.insert(size) }
      }
      return Self.thresholds(
        stored, of: decoders, groups: taken.map(\.id),
        ownRun: stored.run == main ? nil : stored.run)
    }
    let sizes = others.sorted().map { "\(Int($0))" }.joined(separator: " or ")
    return DistanceEvidence(
      run: main, thresholds: thresholds,
      otherSize: others.isEmpty ? nil : sizes + " modules across", passedOver: passedOver)
  }

  /// Finds the thresholds of a condition for a code, or the corpora that would measure them.
  func evidence(
    of condition: DistanceCondition, for code: PrintedCode
  ) throws -> ConditionEvidence {
    let source = try ThresholdSource(
      names[condition.axis], catalog: catalog, axis: condition.axis)
    guard let evidence = try source.evidence(for: code.symbology) else {
      return ConditionEvidence(
        missing: condition, corpora: source.corpora(with: code.symbology))
    }
    let thresholds = evidence.parts.flatMap { stored, decoders in
      Self.thresholds(
        stored, of: decoders,
        groups: stored.scores.corpus.groups.filter { Self.isAbout(code.symbology, $0) }.map(\.id),
        ownRun: stored.run == evidence.main.run ? nil : stored.run)
    }
    return ConditionEvidence(
      condition, run: evidence.main.run, thresholds: thresholds, passedOver: evidence.passedOver)
  }

  // MARK: Runs

  private static func isAbout(_ symbology: Symbology, _ group: CorpusRecord.Group) -> Bool {
    group.scenes == nil && group.symbologies.map(\.carrier) == [symbology.carrier]
  }

  /// The thresholds of some decoders of a run.
  private static func thresholds(
    _ stored: ThresholdSource.StoredScores, of decoders: Set<String>, groups: [String],
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
          harms: stored.corpus?.harms(ofGroup: $0.group))
      }
    }
  }

  /// True if a corpus has symbols of a code's size.
  private static func measures(_ code: PrintedCode, in corpus: Corpus?) -> Bool {
    let options = corpus?.recipes.compactMap { $0.symbols.first?.options } ?? []
    return options.contains {
      $0.symbology.carrier == code.symbology.carrier && $0.columns == code.columns
    }
  }

  /// The modules across of a group's symbols; `nil` if they differ or the corpus is not at hand.
  private static func columns(of group: String, in corpus: Corpus?) -> Double? {
    corpus?.recipes.first { group.hasPrefix($0.name + "/") }?.symbols.first?.options.columns
  }

  // MARK: What to run

  private func tooLarge(_ code: PrintedCode) -> String {
    "stored runs have only smaller symbols of \(code.symbology) than \(Int(code.columns ?? 0)) modules "
      + "across, which say nothing about larger ones. "
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
      ? otherwise : "Run harness compare --corpus \(corpora.choice)"
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
