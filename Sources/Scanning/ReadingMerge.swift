import DecoderKit
import Judging
import Measuring

/// Readings of several decoders that are of one symbol, with its place.
public struct MergedReadings: Hashable, Sendable {
  /// One decoder's reading.
  public struct Entry: Hashable, Sendable {
    /// The decoder's index.
    public let decoder: Int
    /// The reading.
    public let reading: Reading
  }

  /// The readings, in the order of the decoders; at least one.
  public fileprivate(set) var entries: [Entry]
  /// The best measurement of any of them.
  public fileprivate(set) var measurement: SymbolMeasurement

  /// The reading that stands for all: of those that name their symbology, the first of the ones that say most
  /// about the data.
  public var representative: Reading {
    let named = entries.map(\.reading).filter { $0.symbology != nil }
    return named.max { $0.knowledge < $1.knowledge } ?? entries[0].reading
  }

  /// The symbology: that of the symbol that was measured, else the one that is named.
  public var symbology: Symbology? { measurement.symbology ?? representative.symbology }

  /// The first reading of a decoder; `nil` if it did not read the symbol.
  public func reading(of decoder: Int) -> Reading? {
    entries.first { $0.decoder == decoder }?.reading
  }
}

/// The merging of readings into symbols.
///
/// Readings are of one symbol if they have the same contents by the rules of truth matching and lie
/// at the same place. Equal symbols at different places stay apart. A reading without any place joins
/// an equal symbol that its decoder has not read yet.
public enum ReadingMerge {
  /// Merges the readings of one image.
  ///
  /// - Parameters:
  ///   - readings: Each decoder's readings.
  ///   - measure: Measures readings of one decoder, as `SymbolGauge` does. Readings that
  ///     lie on a symbol that is measured already are not measured again.
  /// - Returns: The symbols, from the top down, then from the left; those without a place last.
  public static func merge(
    _ readings: [[Reading]], measure: ([Reading]) -> [SymbolMeasurement]
  ) -> [MergedReadings] {
    var symbols: [MergedReadings] = []
    for (decoder, own) in readings.enumerated() {
      var unmeasured: [Reading] = []
      for reading in own {
        let known = symbols.firstIndex { symbol in
          symbol.measurement.source == .measured && symbol.isAtPlace(of: reading.corners)
            && symbol.hasContents(of: reading)
        }
        if let known {
          symbols[known].entries.append(.init(decoder: decoder, reading: reading))
        } else {
          unmeasured.append(reading)
        }
      }
      guard !unmeasured.isEmpty else { continue }
      for (reading, measurement) in zip(unmeasured, measure(unmeasured)) {
        add(.init(decoder: decoder, reading: reading), measurement, to: &symbols)
      }
    }
    return symbols.sorted(by: isBefore)
  }

  private static func add(
    _ entry: MergedReadings.Entry, _ measurement: SymbolMeasurement,
    to symbols: inout [MergedReadings]
  ) {
    let equal = symbols.indices.filter { symbols[$0].hasContents(of: entry.reading) }
    let here = equal.first { symbols[$0].isAtPlace(of: measurement.outline) }
    // Without a place on one of the two sides there is nothing to tell equal symbols apart.
    let elsewhere = equal.first { index in
      (symbols[index].measurement.outline == nil || measurement.outline == nil)
        && symbols[index].reading(of: entry.decoder) == nil
    }
    guard let index = here ?? elsewhere else {
      symbols.append(MergedReadings(entries: [entry], measurement: measurement))
      return
    }
    symbols[index].entries.append(entry)
    if measurement.rank > symbols[index].measurement.rank {
      symbols[index].measurement = measurement
    }
  }

  private static func isBefore(_ one: MergedReadings, _ other: MergedReadings) -> Bool {
    switch (one.measurement.outline?.centre, other.measurement.outline?.centre) {
    case (let a?, let b?): (a.y, a.x) < (b.y, b.x)
    case (.some, nil): true
    default: false
    }
  }

  /// True if two readings have the same contents by the rules of truth matching.
  package static func isSameContents(_ one: Reading, _ other: Reading) -> Bool {
    TruthMatching.isSameContents(one, other)
  }
}

extension MergedReadings {
  fileprivate func hasContents(of reading: Reading) -> Bool {
    ReadingMerge.isSameContents(reading, representative)
  }

  fileprivate func isAtPlace(of corners: Corners?) -> Bool {
    guard let own = measurement.outline, let corners else { return false }
    return own.isAtPlace(of: corners)
  }
}

extension SymbolMeasurement {
  /// The amount that is known: more for a measured place than for a decoder's, and nothing for none.
  fileprivate var rank: Int {
    switch source {
    case .measured: 2
    case .decoder: 1
    case .none: 0
    }
  }
}
