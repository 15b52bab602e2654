import DecoderKit

/// The reason that a configuration cannot be meant, or cannot be made a program.
package enum ConfigurationProblem: Equatable, Sendable {
  /// The decoder has no name.
  case noDecoder
  /// The decoder's identity is that of another one.
  case otherDecoder(named: String, identity: String)
  /// An option is unknown or has a wrong value.
  case badOption(OptionError)
  /// The decoder does not read a symbology.
  case symbologyNotRead(Symbology)
  /// A length is negative.
  case badLength(Symbology)
  /// An edge of the scan area lies outside the image, or it has no extent.
  case badScanArea
  /// A selection's point lies outside the scan area, or its shape has no extent.
  case badSelection
  /// The rejection with this index has no bytes.
  case emptyRejection(Int)
  /// The pattern of the rejection with this index cannot be used.
  case badPattern(Int, PayloadPattern.Problem)
  /// A stop rule's limit is not above 0.
  case badStopRule
  /// A capture resolution without pixels.
  case badCaptureResolution
  /// A view-finder's side is not above 0 and 1 at most.
  case badViewFinder
  /// A part of the configuration that the language or library has no code for.
  case notSupported(Part)

  /// A part of a configuration that some languages or libraries cannot express.
  package enum Part: String, CaseIterable, Hashable, Sendable {
    case addOns
    case selection
    case rejectionByPattern
    case valueParsing
  }
}

extension ScannerConfiguration {
  /// Finds what is wrong with the configuration by itself.
  ///
  /// - Returns: All problems, in the order of the fields; none for a usable configuration.
  package func problems() -> [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    if decoder.isEmpty { problems.append(.noDecoder) }
    for (symbology, range) in lengths.sorted(by: { $0.key.rawValue < $1.key.rawValue })
    where range.lowerBound < 0 { problems.append(.badLength(symbology)) }
    if scanArea?.isUsable == false { problems.append(.badScanArea) }
    if selection?.isUsable == false { problems.append(.badSelection) }
    for (index, rejection) in rejections.enumerated() {
      switch rejection {
      case .exact: break
      // An empty prefix would reject everything.
      case .prefix(let bytes): if bytes.isEmpty { problems.append(.emptyRejection(index)) }
      case .pattern(let text):
        do throws(PayloadPattern.Problem) {
          _ = try PayloadPattern(text)
        } catch {
          problems.append(.badPattern(index, error))
        }
      }
    }
    if !stopRule.isUsable { problems.append(.badStopRule) }
    if let resolution = captureResolution, min(resolution.width, resolution.height) < 1 {
      problems.append(.badCaptureResolution)
    }
    if !viewFinder.isUsable { problems.append(.badViewFinder) }
    return problems
  }

  /// Finds what is wrong with the configuration for a decoder.
  ///
  /// - Returns: All problems; those of ``problems()`` first.
  package func problems(for identity: DecoderIdentity) -> [ConfigurationProblem] {
    var problems = problems()
    if decoder != identity.name {
      problems.append(.otherDecoder(named: decoder, identity: identity.name))
    }
    do throws(OptionError) {
      _ = try DecoderOptions(resolving: options, for: identity)
    } catch {
      problems.append(.badOption(error))
    }
    for symbology in symbologies.sorted(by: { $0.rawValue < $1.rawValue })
    where !identity.supports(symbology) {
      problems.append(.symbologyNotRead(symbology))
    }
    return problems
  }
}

extension ScannerConfiguration.ScanArea {
  /// The rounding error that thirds and the like may have.
  private static let tolerance = 1e-9

  fileprivate var isUsable: Bool {
    [left, top, width, height].allSatisfy(\.isFinite) && left >= 0 && top >= 0 && width > 0
      && height > 0 && max(left + width, top + height) <= 1 + Self.tolerance
  }
}

extension ScannerConfiguration.Selection {
  fileprivate var isUsable: Bool {
    guard (0...1).contains(x), (0...1).contains(y) else { return false }
    return switch shape {
    case .circle(let radius): radius.isFinite && radius >= 0
    case .rectangle(let width, let height):
      width.isFinite && height.isFinite && min(width, height) > 0
    }
  }
}

extension ScannerConfiguration.StopRule {
  fileprivate var isUsable: Bool {
    uniqueCodes.map { $0 > 0 } ?? true && seconds.map { $0.isFinite && $0 > 0 } ?? true
  }
}

extension ScannerConfiguration.ViewFinder {
  fileprivate var isUsable: Bool {
    func isSide(_ side: Double) -> Bool { side > 0 && side <= 1 }
    return switch self {
    case .none: true
    case .frame(let width, let height): isSide(width) && isSide(height)
    case .laser(let width): isSide(width)
    }
  }
}
