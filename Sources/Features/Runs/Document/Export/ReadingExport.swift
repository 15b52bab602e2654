import DecoderKit
import Reporting
import Results

/// The export of a run's kept readings, one row each, in pieces that fit in memory.
struct ReadingExport {
  /// The observations behind an export.
  struct Summary: Hashable, Sendable {
    /// The number of observations whose readings are printed.
    var printed = 0
    /// The number of observations that have readings of which none is kept.
    var notKept = 0
    /// The number of observations from before readings were counted.
    var notCounted = 0

    /// The sentence about what is not printed; `nil` if everything is.
    var remark: String? {
      var parts: [String] = []
      if notKept > 0 {
        parts.append(
          "\(Numerals.counted(notKept, "observation has", "observations have")) readings that were "
            + "not kept")
      }
      if notCounted > 0 {
        parts.append(
          "\(Numerals.counted(notCounted, "observation is", "observations are")) from before "
            + "readings were counted")
      }
      guard !parts.isEmpty else { return nil }
      return parts.joined(separator: ", ") + "; harness compare --keep-readings all keeps them"
    }
  }

  private let sample: String?
  private let parameters: SampleParameters

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - sample: The key of the only sample to export; `nil` for all.
  ///   - parameters: The parameters that become columns of their own.
  init(sample: String? = nil, parameters: SampleParameters = .none) {
    (self.sample, self.parameters) = (sample, parameters)
  }

  /// Writes all kept readings of a run, decoder by decoder.
  ///
  /// - Returns: The numbers of observations with readings that are printed, and that are not.
  func write(
    run: Int, of store: some ObservationSource, to writer: inout some ExportWriter
  ) throws -> Summary {
    let (record, _) = try store.record(ofRun: run)
    let symbologies = Symbology.allCases.map(\.rawValue)
    let columns = ExportColumns.of(ExportColumns.reading, record, parameters).map {
      $0.name == "symbology" ? $0.among(symbologies) : $0
    }
    try writer.begin(columns, ExportDescription("readings", run: run, record))
    var summary = Summary()
    var cells: [ExportCell] = []
    try store.forEachObservation(ofRun: run, withReadings: true) { observation in
      let key = record.corpus.key(of: observation.place)
      guard
        sample == nil || key == sample
          || record.corpus.numberedKey(of: observation.place) == sample
      else { return }
      summary.count(observation)
      for (number, reading) in observation.readings.enumerated() {
        cells.removeAll(keepingCapacity: true)
        Self.fill(&cells, observation, number, reading, key: key)
        cells.append(parametersOf: parameters, at: observation.place)
        try writer.add(cells)
      }
    }
    try writer.end()
    return summary
  }

  private static func fill(
    _ cells: inout [ExportCell], _ observation: borrowing Observation, _ number: Int,
    _ reading: KeptReading, key: String
  ) {
    cells.append(.category(observation.decoder))
    cells.append(.text(key))
    cells.append(.category(Verdict.allCases.firstIndex(of: observation.verdict) ?? 0))
    cells.append(.integer(number + 1))
    cells.append(.integer(observation.readingCount ?? observation.readings.count))
    let symbology = reading.symbology.flatMap(Symbology.allCases.firstIndex(of:))
    cells.append(symbology.map(ExportCell.category) ?? .absent)
    cells.append(.text(reading.bytes.readable))
    cells.append(.integer(reading.cut?.byteCount ?? reading.bytes.count))
    cells.append(ExportCell(reading.cut?.sha256))
    if let corners = reading.corners {
      for point in corners.points { cells += [.real(point.x), .real(point.y)] }
    } else {
      cells += Array(repeating: .absent, count: 8)
    }
    cells.append(.bytes(reading.bytes))
    cells.append(.category(observation.place.group))
    cells.append(.category(observation.place.level))
    cells.append(.integer(observation.place.trial))
  }
}

extension ReadingExport.Summary {
  fileprivate mutating func count(_ observation: borrowing Observation) {
    if !observation.readings.isEmpty {
      printed += 1
    } else if observation.readingCount == nil {
      notCounted += 1
    } else if observation.readingCount != 0 {
      notKept += 1
    }
  }
}
