import CodeGeneration
import DecoderKit

/// The answers to all questions: those that were given, and for the others what the samples suggest.
struct Answers: Hashable, Sendable {
  /// The symbologies to read.
  var symbologies: [Symbology]
  /// True if all codes of an image count.
  var several: Bool
  /// The accepted lengths of data, in bytes, by symbology; those left out have any.
  var lengths: [Symbology: ClosedRange<Int>]
  /// The treatment of add-ons.
  var addOns: ScannerConfiguration.AddOns
  /// True if only right check digits count.
  var checkDigits: Bool
  /// Payloads that never count.
  var rejections: [ScannerConfiguration.Rejection]
  /// The end of a scan.
  var stopRule: ScannerConfiguration.StopRule
  /// The part of the frame that is scanned; `nil` for all.
  var scanArea: FrameBox?
  /// The shape of the view-finder.
  var viewFinder: ScannerConfiguration.ViewFinder
  /// True to parse payloads into values.
  var values: Bool
  /// The property that matters most.
  var goal: Goal
  /// The languages of the generated programs; empty for those that the decoder has.
  var languages: [String]

  /// The treatment of add-ons, if any symbology that is asked for has some.
  var demandedAddOns: ScannerConfiguration.AddOns {
    symbologies.contains { [.ean13, .upcA, .upcE].contains($0) } ? addOns : .none
  }

  /// The number of samples from which on a length that never changes is taken for a rule.
  static let enoughForRules = 10
  /// The border around the samples' symbols in a suggested scan area, in fractions of the frame.
  static let areaBorder = 0.05
  /// The share of the frame below which a scan area is suggested.
  static let smallArea = 0.5

  /// Suggests answers that fit the needs.
  init(suggestedBy needs: SampleNeeds, goal: Goal = .reach, languages: [String] = []) {
    symbologies = needs.symbologies.map(\.symbology)
    several = needs.severalCount > 0
    lengths = needs.symbologies.reduce(into: [:]) { lengths, need in
      let isRule =
        need.symbolCount >= Self.enoughForRules
        && need.lengths.lowerBound == need.lengths.upperBound && need.symbology.hasFreeLength
      if isRule { lengths[need.symbology] = need.lengths }
    }
    let retail = needs.symbologies.filter { [.ean13, .upcA, .upcE].contains($0.symbology) }
    let count = retail.reduce(0) { $0 + $1.symbolCount }
    addOns =
      needs.addOnCount == 0
      ? .none
      : needs.addOnCount == count && count >= Self.enoughForRules ? .required : .allowed
    let checked = needs.symbologies.filter { CheckDigit.of($0.symbology) != nil }
    checkDigits =
      !checked.isEmpty
      && checked.allSatisfy { $0.endsInCheckDigit && $0.symbolCount >= Self.enoughForRules }
    rejections = []
    stopRule = ScannerConfiguration.StopRule(uniqueCodes: several ? nil : 1)
    let box = needs.extent?.expanded(by: Self.areaBorder)
    scanArea = nil
    // Outlines end before an add-on, which an area after them would cut off.
    if let box, box.area < Self.smallArea, needs.imageCount >= Self.enoughForRules,
      needs.addOnCount == 0
    {
      scanArea = box
    }
    viewFinder =
      several
      ? .none
      : needs.isLinearOnly ? .laser(width: 0.8) : .frame(width: 0.6, height: 0.6)
    values = needs.valueTypes.keys.contains { ![.text, .binary].contains($0) }
    self.goal = goal
    self.languages = languages
  }
}

extension Symbology {
  /// True if symbols of it can hold data of different lengths.
  var hasFreeLength: Bool {
    switch self {
    case .ean13, .ean8, .upcA, .upcE, .itf14, .dataBar, .dataBarLimited, .dataBarStacked,
      .aztecRune:
      false
    default: true
    }
  }
}
