import DecoderKit
import Measuring

/// An image and the least changes with which decoders read it.
public struct Explanation: Hashable, Sendable {
  /// A change that was enough for one decoder.
  public struct Success: Hashable, Sendable {
    /// The decoder's name.
    public let decoder: String
    /// The smallest change of its kind that was enough.
    public let change: ImageChange
    /// The reading of the changed image.
    public let reading: Reading
    /// The thing that backs the reading; `nil` if nothing does, so that the change is no cure.
    public let support: ReadingSupport?

    public init(
      decoder: String, change: ImageChange, reading: Reading, support: ReadingSupport?
    ) {
      self.decoder = decoder
      self.change = change
      self.reading = reading
      self.support = support
    }
  }

  /// One fault with the changes that mend it.
  public struct Finding: Hashable, Sendable {
    /// The sureness of a fault besides the changes that were enough: many a change helps by luck.
    public enum Evidence: String, CaseIterable, Hashable, Sendable, Codable {
      /// It is measured in the unchanged image, or is nothing but what decoders do, such as being distracted.
      case shown
      /// It is not measured, or too slight to be plain.
      case possible
      /// The symbol was measured, and does not have it, or the opposite change was enough, too: its change helped for
      /// another reason.
      case ruledOut = "ruled-out"
    }

    /// The fault.
    public let fault: ImageFault
    /// By decoder, the smallest change that was enough; empty for a fault that is only measured.
    public let successes: [Success]
    /// The fault as it is measured in the unchanged image; `nil` if it is not there, or cannot be measured.
    public let sign: FaultSign?
    /// The sureness of the fault.
    public let evidence: Evidence
  }

  /// A symbol of the unchanged image that some decoder reads, and another one misses that reads a symbol of it.
  public struct Missed: Hashable, Sendable {
    /// The first reading of it.
    public let reading: Reading
    /// The decoders that read it.
    public let readers: [String]
    /// The decoders that miss it, although they read its symbology.
    public let decoders: [String]

    package init(reading: Reading, readers: [String], decoders: [String]) {
      (self.reading, self.readers, self.decoders) = (reading, readers, decoders)
    }

    /// Compares what decoders read in the unchanged image.
    ///
    /// - Parameters:
    ///   - readings: Each with the decoder's place among all, and whether something backs it.
    ///   - decoders: The decoders of the scan.
    package static func all(
      _ readings: [(decoder: Int, reading: Reading, isBacked: Bool)], decoders: [ScanDecoder]
    ) -> [Missed] {
      let backed = readings.filter(\.isBacked)
      let atWork = Set(backed.map(\.decoder))
      var found: [Missed] = []
      for one in backed {
        guard let symbology = one.reading.symbology,
          !found.contains(where: { ReadingMerge.isSameContents($0.reading, one.reading) })
        else { continue }
        let own = Set(
          readings.filter { ReadingMerge.isSameContents($0.reading, one.reading) }
            .map(\.decoder))
        func labels(where isWanted: (Int) -> Bool) -> [String] {
          decoders.indices.filter(isWanted).map { decoders[$0].label }
        }
        found.append(
          Missed(
            reading: one.reading, readers: labels(where: own.contains),
            decoders: labels {
              atWork.contains($0) && !own.contains($0) && decoders[$0].reads(symbology)
            }))
      }
      return found.filter { !$0.decoders.isEmpty }
    }
  }

  /// What a witness, a decoder that was not asked for, reads in the unchanged image.
  package struct Testimony: Hashable, Sendable {
    /// The witness's name.
    package let witness: String
    /// The reading.
    package let reading: Reading
    /// The thing that backs the reading; `nil` if nothing does, so that it is no more than a claim.
    package let support: ReadingSupport?

    package init(witness: String, reading: Reading, support: ReadingSupport?) {
      (self.witness, self.reading, self.support) = (witness, reading, support)
    }
  }

  /// A setting of a decoder with which it reads the unchanged image, as it does after a change that amounts to it, or
  /// where nothing else was enough with a change.
  package struct Setting: Hashable, Sendable {
    /// The decoder's name.
    package let decoder: String
    /// The setting as it is typed: `profile=tuned`.
    package let setting: String
    /// The fault that is no hindrance with it.
    package let fault: ImageFault
    /// The change that it takes besides; `nil` if it reads the unchanged image.
    package let change: ImageChange?
    /// The reading.
    package let reading: Reading

    package init(
      decoder: String, setting: String, fault: ImageFault, change: ImageChange? = nil,
      reading: Reading
    ) {
      (self.decoder, self.setting, self.fault) = (decoder, setting, fault)
      (self.change, self.reading) = (change, reading)
    }
  }

  /// The decoders of the scan.
  public let decoders: [ScanDecoder]
  /// The decoders that read something without any change, with their first reading that is backed.
  public let unchanged: [String: Reading]
  /// Readings without any change that nothing backs, by decoder.
  public let unbackedUnchanged: [String: Reading]
  /// The symbols of the unchanged image that some decoders read and others miss.
  public package(set) var missed: [Missed] = []
  /// Readings with a change that nothing backs: no cures.
  public let unbacked: [Success]
  /// Places that look like a symbol which nobody has read, with what stands in the way.
  public let potential: [PotentialSymbol]
  /// The faults, the likeliest first. Where nothing was read they are only measured, at the first of the
  /// ``potential`` places, and there is no cure.
  public let findings: [Finding]
  /// The decoders for which no change was enough.
  public let unmoved: [String]
  /// The symbol in the unchanged image, measured with what was read with a change; `nil` if nothing was
  /// read.
  public let measurement: SymbolMeasurement?
  /// Attempts that ended in an error, by decoder.
  public let errors: [String: Int]
  /// The errors with which decoders ended on the image as it is, such as a crash, by decoder.
  package var failures: [String: ScanAttempt] = [:]
  /// True if the truth beside the image is known, so that nothing else confirms a value.
  package var hasTruth = false
  /// The faults against which there are changes to try in this image.
  package var tried = Set(ImageFault.allCases.filter { !$0.isWithoutChange })
  /// The settings with which decoders read the image as it is; where no decoder reads it after a change either, also
  /// those that read it after one. Something backs each.
  package var settings: [Setting] = []
  /// The usable decoders that were not asked for; empty if all were.
  package var witnesses: [ScanDecoder] = []
  /// What the witnesses read where no decoder reads the unchanged image for certain: what is backed comes first, and of
  /// that what some decoder supports.
  package var testimonies: [Testimony] = []
  /// The faults that have changes for which there was no time, by decoder; of no account where it read something.
  public let untried: [String: Set<ImageFault>]

  /// The symbology of what was read for certain, with a change or without, else by a witness; `nil` if nothing was.
  public var symbology: Symbology? {
    findings.lazy.flatMap(\.successes).compactMap(\.reading.symbology).first
      ?? decoders.lazy.compactMap { unchanged[$0.label]?.symbology }.first
      ?? testimonies.first { $0.support != nil }?.reading.symbology
  }

  /// True for a reading of a symbology that none of the decoders reads.
  package func isForeign(_ reading: Reading) -> Bool {
    reading.symbology.map { symbology in !decoders.contains { $0.reads(symbology) } } ?? false
  }

  /// The code of an image that no decoder reads, because none supports it; `nil` if none is known, or witnesses claim
  /// to read one that some decoder supports.
  package var foreign: Testimony? {
    guard !isRead, let first = testimonies.first,
      first.support != nil || unbackedUnchanged.isEmpty
    else { return nil }
    let claims = first.support != nil ? [first] : testimonies
    return claims.allSatisfy { isForeign($0.reading) } ? first : nil
  }

  /// The witnesses that read what the first of ``testimonies`` says.
  package var witnessReaders: [String] {
    guard let first = testimonies.first else { return [] }
    return testimonies.filter { ReadingMerge.isSameContents($0.reading, first.reading) }
      .map(\.witness).uniqued()
  }

  /// Those of ``unmoved`` that do not read the symbology.
  public var unsupported: [String] {
    guard let symbology else { return [] }
    return decoders.filter { unmoved.contains($0.label) && !$0.reads(symbology) }.map(\.label)
  }

  /// The reason for which a decoder is one of ``unmoved``.
  package enum Unmoved: String, CaseIterable, Sendable {
    /// It does not read the symbology that others read.
    case unsupported
    /// It read something, and nothing backs that.
    case notBacked = "not-backed"
    /// There was no time for some changes, and none of the others was enough.
    case notTried = "not-tried"
    /// It was given all changes, and none was enough.
    case noChangeEnough = "no-change-enough"
  }

  /// Tells why a decoder is one of ``unmoved``.
  package func reason(_ decoder: String) -> Unmoved {
    if unsupported.contains(decoder) { return .unsupported }
    let isRead =
      unbackedUnchanged[decoder] != nil || unbacked.contains { $0.decoder == decoder }
    if isRead { return .notBacked }
    return untried[decoder] == nil ? .noChangeEnough : .notTried
  }

  /// True for a decoder that reads some code of the kind that the likeliest place looks like; of no account where the
  /// code is known.
  package func suitsLikeliestPlace(_ decoder: String) -> Bool {
    guard let kind = potential.first?.kind,
      let symbologies = decoders.first(where: { $0.label == decoder })?.symbologies
    else { return true }
    return symbologies.contains { $0.carrier.hasOneRow == (kind == .linear) }
  }

  /// True if there was no time for some change of a fault with a decoder that may need it.
  package func isUntried(_ fault: ImageFault) -> Bool {
    unmoved.contains { untried[$0]?.contains(fault) ?? false }
  }

  /// True for a fault against which changes were tried, all of its kind, and none was enough.
  package func isTriedInVain(_ finding: Finding) -> Bool {
    finding.successes.isEmpty && tried.contains(finding.fault) && !isUntried(finding.fault)
  }

  /// The decoders that read the symbology of what others read in the image as it is, but nothing there themselves.
  package var missing: [String] {
    guard !unchanged.isEmpty, let symbology else { return [] }
    return decoders.filter {
      unchanged[$0.label] == nil && unbackedUnchanged[$0.label] == nil && $0.reads(symbology)
    }.map(\.label)
  }

  /// True for a change that helped nobody but decoders that end in an error on the image as it is, and whose fault is
  /// not measured: it shows a way round the error, and no fault of the image.
  package func isWayRound(_ finding: Finding) -> Bool {
    finding.evidence != .shown && !finding.successes.isEmpty
      && finding.successes.allSatisfy { failures[$0.decoder] != nil }
  }

  /// True if the gravest fault is measured, and the change that removes it was enough: then the image is read in spite
  /// of all others.
  package var isExplained: Bool {
    findings.first.map { $0.evidence == .shown && !$0.successes.isEmpty } ?? false
  }

  /// True if two readings that nothing backs, or one and a backed one, have different contents.
  public var hasContradictions: Bool {
    let doubtful = Array(unbackedUnchanged.values) + unbacked.map(\.reading)
    let all = doubtful + Array(unchanged.values) + findings.flatMap { $0.successes.map(\.reading) }
    return doubtful.contains { one in all.contains { !ReadingMerge.isSameContents(one, $0) } }
  }

  /// The first measurement that fits, of those made in the unchanged image; `nil` if there are none.
  ///
  /// A symbol that was read lies in the image: a fit that reaches out of it is taken only if there is no
  /// other.
  public static func measurement(
    among found: [SymbolMeasurement], in image: GrayImage
  ) -> SymbolMeasurement? {
    let fits = found.filter { $0.source == .measured }
    return fits.first { $0.outline.map(image.holds) ?? false } ?? fits.first ?? found.first
  }

  /// True if a decoder reads the image as it is, or with a change or a setting of its own, and something backs it.
  public var isRead: Bool {
    !unchanged.isEmpty || !settings.isEmpty || findings.contains { !$0.successes.isEmpty }
  }

  /// The symbology of a reading: for retail codes that of the symbol as it was measured, if all that is backed has
  /// these contents, else the one that the decoder names. Decoders call UPC-E by the EAN-13 that it stands for.
  package func symbology(of reading: Reading) -> Symbology? {
    let backed = Array(unchanged.values) + findings.flatMap { $0.successes.map(\.reading) }
    let retail: [Symbology] = [.ean13, .ean8, .upcA, .upcE]
    guard let measured = measurement?.symbology, !backed.isEmpty, retail.contains(measured),
      reading.symbology.map(retail.contains) ?? false,
      (backed + [reading]).allSatisfy({ ReadingMerge.isSameContents($0, backed[0]) })
    else { return reading.symbology }
    return measured
  }

  /// The severity above which a fault is plain without a change that mends it.
  private static let plainSeverity = 0.1

  /// Orders what was found.
  ///
  /// The gravest fault comes first; a change that was enough adds to what is measured. Faults that are equally
  /// grave, or not measured, are in the order of `ImageFault`. Faults that are ruled out come last, even if
  /// their change was enough. Faults that are measured are listed even if no change of
  /// their kind was enough: it does not bring back what was lost.
  ///
  /// The signs are the faults that are measured in the unchanged image, at the place of what was read, or at the
  /// likeliest place if nothing was.
  public init(
    decoders: [ScanDecoder], unchanged: [String: Reading], successes: [Success],
    measurement: SymbolMeasurement?, errors: [String: Int] = [:],
    untried: [String: Set<ImageFault>] = [:],
    unbackedUnchanged: [String: Reading] = [:], potential: [PotentialSymbol] = [],
    signs: [FaultSign] = []
  ) {
    unbacked = successes.filter { $0.support == nil }
    let successes = successes.filter { $0.support != nil }
    self.unbackedUnchanged = unbackedUnchanged
    self.potential = potential
    self.decoders = decoders
    self.unchanged = unchanged
    self.measurement = measurement
    self.errors = errors
    self.untried = untried
    let names = Set(successes.map(\.decoder))
    unmoved = decoders.map(\.label).filter { unchanged[$0] == nil && !names.contains($0) }
    let carrier =
      (successes.lazy.compactMap(\.reading.symbology).first ?? measurement?.symbology)?.carrier
    let measured = measurement?.faults(carrier: carrier)
    let all = FaultSign.ordered(
      FaultSign.withoutConsequences(
        (measured ?? [])
          + signs.filter { !(measurement?.overrules($0.fault) ?? false) },
        of: Self.consequences))
    var faults = Dictionary(grouping: successes, by: \.change.fault)
    if !successes.isEmpty || unchanged.isEmpty {
      // Where something is read, a negative or paper would have mended what they mend.
      let isRead = !successes.isEmpty
      for sign in all
      where sign.severity > Self.plainSeverity && !(isRead && sign.fault.isMendedByItsChange) {
        faults[sign.fault, default: []] += []
      }
    }
    // What is read larger as well as smaller says nothing about size: it was drawn anew.
    let sizes: [ImageFault] = [.tooSmall, .tooLarge]
    let isAnySizeEnough = sizes.allSatisfy { !(faults[$0]?.isEmpty ?? true) }
    let found = faults.map { fault, successes in
      let sign = all.first { $0.fault == fault }
      return Finding(
        fault, successes, sign: sign,
        isRuledOut: measurement?.rulesOut(fault, carrier: carrier) ?? false
          || isAnySizeEnough && sign == nil && sizes.contains(fault))
    }
    let isMended = found.contains {
      !$0.successes.isEmpty && $0.sign?.severity ?? 0 > Self.plainSeverity
    }
    let weights = Dictionary(
      uniqueKeysWithValues: found.map { ($0.fault, $0.weight(isMended: isMended)) })
    findings = found.sorted { one, other in
      let (a, b) = (weights[one.fault] ?? 0, weights[other.fault] ?? 0)
      return a == b ? one.fault < other.fault : a > b
    }
  }

  /// The faults that those of an image as a whole bring about at the symbol's place: what is left of colours in
  /// grey, and what the blocks of files add.
  private static let consequences: [ImageFault: [ImageFault]] = [
    .colours: [.inverted, .lowContrast, .damage, .unevenLight],
    .jpeg: [.unevenLight, .damage, .motion, .perspective],
  ]
}

extension Explanation.Finding {
  fileprivate init(
    _ fault: ImageFault, _ successes: [Explanation.Success], sign: FaultSign?, isRuledOut: Bool
  ) {
    let isShown = sign != nil || fault.isOfDecoders
    self.init(
      fault: fault, successes: successes, sign: sign,
      evidence: isRuledOut ? .ruledOut : isShown ? .shown : .possible)
  }

  /// The severity to which a change amounts that was enough: less than that of a fault that is plainly there,
  /// and least where the fault is not measured, as many a change helps by luck.
  private static let (measuredCure, mereCure) = (0.5, 0.25)
  /// The severity that each further decoder adds for which it was enough, if the fault is measured.
  private static let furtherCure = 0.1
  /// The most that a fault without any change counts for where the symbol is read in spite of it.
  private static let bearable = 0.45

  /// The fault's weight among those of an image.
  ///
  /// - Parameter isMended: True if the change of some fault that is measured was enough: then what no change takes
  ///   away, such as damage, was bearable.
  fileprivate func weight(isMended: Bool) -> Double {
    guard evidence != .ruledOut else { return -1 }
    let severity = sign?.severity ?? 0
    guard !successes.isEmpty else {
      return isMended && fault.isWithoutChange ? min(severity, Self.bearable) : severity
    }
    guard sign != nil else { return Self.mereCure }
    return severity + Self.measuredCure + Self.furtherCure * Double(successes.count - 1)
  }
}

extension GrayImage {
  /// True for an outline that lies in the image, but for a few pixels.
  fileprivate func holds(_ outline: Corners) -> Bool {
    let slack = 4.0
    return outline.points.allSatisfy {
      $0.x > -slack && $0.y > -slack && $0.x < Double(width) + slack
        && $0.y < Double(height) + slack
    }
  }
}
