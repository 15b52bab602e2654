import DecoderKit
import Judging
import Measuring
import Symbols

/// The readings of one image, each with what backs it and what contradicts it.
///
/// A reading counts if the truth beside the photo has its contents, if unlike decoders agree on them,
/// or if the symbol that the value would draw is there. That unlike decoders agree says nothing of changed images
/// with symbols whose parts look like whole ones. Of readings that contradict one another at one
/// place, only the one that is backed best counts, and none if two are backed equally well.
public struct ReadingEvidence: Hashable, Sendable {
  /// A reading with the decoder that answers for it and the symbol as it was measured.
  public struct Claim: Hashable, Sendable {
    /// The decoder.
    public let decoder: ScanDecoder
    /// The reading, with its corners in the image.
    public let reading: Reading
    /// The symbol that the gauge found for it.
    public let measurement: SymbolMeasurement
    /// True for a reading of an image that was changed until a decoder read something.
    public let isOfChangedImage: Bool

    public init(
      decoder: ScanDecoder, reading: Reading, measurement: SymbolMeasurement,
      isOfChangedImage: Bool = false
    ) {
      self.decoder = decoder
      self.reading = reading
      self.measurement = measurement
      self.isOfChangedImage = isOfChangedImage
    }

    /// True if a part of a symbol may have been made to look like a whole one, to every decoder alike.
    fileprivate var mayBePart: Bool {
      isOfChangedImage && reading.symbology?.carrier.partsLookWhole ?? false
    }
  }

  /// The readings.
  public let claims: [Claim]
  /// The support of each of them; `nil` for those that do not count.
  public let supports: [ReadingSupport?]
  /// By claim: the others with other contents at the same place.
  public let contradictions: [[Int]]

  /// Judges the readings of an image.
  public init(_ claims: [Claim], truth: WrittenTruth = .unknown) {
    self.claims = claims
    func isSame(_ one: Int, _ other: Int) -> Bool {
      ReadingMerge.isSameContents(claims[one].reading, claims[other].reading)
    }
    let contradictions = claims.indices.map { one in
      claims.indices.filter { claims[one].isAtPlace(of: claims[$0]) && !isSame(one, $0) }
    }
    let supports = claims.indices.map { one in
      Self.support(of: one, among: claims, truth) { isSame(one, $0) }
    }
    self.contradictions = contradictions
    self.supports = claims.indices.map { one in
      guard let own = supports[one] else { return nil }
      let isOutdone = contradictions[one].contains { other in
        claims[one].hasPlace && claims[other].hasPlace
          && supports[other].map { $0 >= own } ?? false
      }
      return isOutdone ? nil : own
    }
  }

  private static func support(
    of index: Int, among claims: [Claim], _ truth: WrittenTruth, isSame: (Int) -> Bool
  ) -> ReadingSupport? {
    let claim = claims[index]
    if truth != .unknown { return truth.backs(claim.reading) ? .truth : nil }
    let agree = claims.indices.contains { other in
      claim.decoder.isUnlike(claims[other].decoder) && isSame(other)
        && !(claim.mayBePart && claims[other].mayBePart)
    }
    if agree { return .agreement }
    let hasStructure = claims.indices.contains { other in
      claims[other].measurement.hasStructure(of: claims[other].reading) && isSame(other)
    }
    return hasStructure ? .structure : nil
  }
}

extension ReadingEvidence.Claim {
  fileprivate var hasPlace: Bool { measurement.outline != nil }

  /// True if two readings are of one place; a reading without any place may be anywhere.
  fileprivate func isAtPlace(of other: ReadingEvidence.Claim) -> Bool {
    guard let here = measurement.outline, let there = other.measurement.outline else { return true }
    return here.isAtPlace(of: there)
  }
}

extension ScanDecoder {
  /// True for decoders of different libraries: neither versions nor settings of one, nor its ports to
  /// other languages, which err together.
  public func isUnlike(_ other: ScanDecoder) -> Bool { family != other.family }

  /// The first word of the library's name.
  private var family: String {
    let word = library.lowercased().prefix { $0.isLetter || $0.isNumber }
    return word.isEmpty ? library : String(word)
  }
}

extension WrittenTruth {
  /// True if the written contents are those of the reading, by the rules of truth matching.
  func backs(_ reading: Reading) -> Bool {
    guard case .contents(let bytes, let isText) = self else { return false }
    return TruthMatching.match(
      reading,
      ExpectedSymbol(
        symbology: nil, bytes: bytes, corners: nil,
        certainty: isText ? .writtenText : .writtenBytes)) != nil
  }
}
