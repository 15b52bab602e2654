import Values

/// The needs that the samples show: what a scanner of them has to read, and under which conditions.
struct SampleNeeds: Hashable, Sendable {
  /// The needs by symbology, the most frequent first.
  let symbologies: [SymbologyNeeds]
  /// Samples that are images.
  let imageCount: Int
  /// Samples in which nothing was read.
  let unreadCount: Int
  /// The largest number of symbols in one sample.
  let mostSymbols: Int
  /// Samples with more than one symbol.
  let severalCount: Int
  /// The shortest distance from the edge of one symbol to that of its neighbour, as a share of the
  /// frame's shorter side; `nil` if no sample holds two symbols with outlines.
  let gaps: Spread?
  /// The part of the frame in which all symbols lie; `nil` without outlines.
  let extent: FrameBox?
  /// Degrees by which symbols are turned from the nearest multiple of 90, 0 to 45.
  let turns: Spread?
  /// The quarter turns nearest to symbols' own, from 0 to 3; empty if none was measured.
  let quarters: Set<Int>
  /// The standard deviations of the blur, in pixels.
  let blurs: Spread?
  /// Symbol contrasts, 0 to 1.
  let contrasts: Spread?
  /// The differences of brightness across a symbol, as shares of its mean.
  let gradients: Spread?
  /// The standard deviations of the noise, in grey levels of 255.
  let noises: Spread?
  /// The narrowest margins of each symbol, in modules.
  let quietZones: Spread?
  /// The different payloads of each sample, by its file's name.
  let payloads: [String: [[UInt8]]]

  /// Infers the needs from a survey.
  init(_ survey: SampleSurvey) {
    let images = survey.images
    let symbols = survey.symbols
    symbologies = Set(symbols.map(\.symbology)).map { SymbologyNeeds($0, images) }.sorted {
      ($1.symbolCount, $0.symbology.rawValue) < ($0.symbolCount, $1.symbology.rawValue)
    }
    imageCount = images.count
    unreadCount = survey.unread.count
    mostSymbols = images.map(\.symbols.count).max() ?? 0
    severalCount = images.count { $0.symbols.count > 1 }
    gaps = Spread(images.compactMap(Self.gap))
    extent = FrameBox(of: images)
    let conditions = symbols.compactMap(\.measurement.condition)
    turns = Spread(conditions.map { Self.fromUpright($0.turnDegrees) })
    quarters = Set(conditions.map { Int(($0.turnDegrees / 90).rounded()) % 4 })
    blurs = Spread(conditions.map(\.blurSigmaPixels.value))
    contrasts = Spread(conditions.map { abs($0.symbolContrast) })
    gradients = Spread(conditions.map(\.lightGradient))
    noises = Spread(conditions.map(\.noiseGreyLevels))
    quietZones = Spread(conditions.map(\.quietZone.narrowest))
    payloads = images.reduce(into: [:]) { payloads, image in
      for symbol in image.symbols where !payloads[image.name, default: []].contains(symbol.bytes) {
        payloads[image.name, default: []].append(symbol.bytes)
      }
    }
  }

  /// Returns the distance of an angle from the nearest multiple of 90 degrees.
  static func fromUpright(_ degrees: Double) -> Double {
    abs(degrees - 90 * (degrees / 90).rounded())
  }

  private static func gap(in image: SurveyedImage) -> Double? {
    let boxes = image.symbols.compactMap(\.measurement.outline).map {
      FrameBox(of: [$0], width: image.width, height: image.height)
    }
    let shorter = Double(min(image.width, image.height))
    var least: Double?
    for (index, box) in boxes.enumerated() {
      for other in boxes[(index + 1)...] {
        let across = max(other.left - box.right, box.left - other.right, 0) * Double(image.width)
        let down = max(other.top - box.bottom, box.top - other.bottom, 0) * Double(image.height)
        let gap = (across * across + down * down).squareRoot() / shorter
        least = min(least ?? gap, gap)
      }
    }
    return least
  }

  /// Symbols in all samples.
  var symbolCount: Int { symbologies.reduce(0) { $0 + $1.symbolCount } }
  /// Symbols that are light on dark.
  var invertedCount: Int { symbologies.reduce(0) { $0 + $1.invertedCount } }
  /// Symbols with an add-on.
  var addOnCount: Int { symbologies.reduce(0) { $0 + $1.addOns.values.reduce(0, +) } }
  /// True if all symbols are linear.
  var isLinearOnly: Bool {
    !symbologies.isEmpty && symbologies.allSatisfy { $0.symbology.hasOneRow }
  }
  /// Symbols by the type of their content.
  var valueTypes: [ValueType: Int] {
    symbologies.reduce(into: [:]) { $0.merge($1.valueTypes, uniquingKeysWith: +) }
  }
}
