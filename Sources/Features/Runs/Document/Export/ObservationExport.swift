import Foundation
import Results

/// The export of a run's observations, one row each, in pieces that fit in memory.
struct ObservationExport {
  /// The format of text.
  enum Format: String, CaseIterable, Sendable {
    /// Comma-separated values with a heading (RFC 4180).
    case csv
    /// One JSON object a line.
    case jsonl
  }

  private let parameters: SampleParameters

  /// Makes an export.
  ///
  /// - Parameter parameters: The parameters that become columns of their own.
  init(parameters: SampleParameters = .none) {
    self.parameters = parameters
  }

  /// Writes all observations of a run, decoder by decoder.
  func write(
    run: Int, of store: some ObservationSource, to writer: inout some ExportWriter
  ) throws {
    let (record, _) = try store.record(ofRun: run)
    try writer.begin(
      ExportColumns.of(ExportColumns.observation, record, parameters),
      ExportDescription("observations", run: run, record))
    let verdicts = Dictionary(
      uniqueKeysWithValues: Verdict.allCases.enumerated().map { ($1, $0) })
    var cells: [ExportCell] = []
    try store.forEachObservation(ofRun: run) { observation in
      cells.removeAll(keepingCapacity: true)
      Self.fill(&cells, observation, in: record, verdict: verdicts[observation.verdict] ?? 0)
      cells.append(parametersOf: parameters, at: observation.place)
      try writer.add(cells)
    }
    try writer.end()
  }

  private static func fill(
    _ cells: inout [ExportCell], _ observation: borrowing Observation, in record: RunRecord,
    verdict: Int
  ) {
    let place = observation.place
    cells.append(.category(observation.decoder))
    cells.append(.text(record.corpus.key(of: place)))
    cells.append(.category(place.group))
    cells.append(.category(place.level))
    cells.append(.integer(place.trial))
    cells.append(.category(verdict))
    fill(&cells, observation.finding)
    cells.append(.integer(observation.wallNanoseconds))
    cells.append(.integer(observation.cpuNanoseconds))
    cells.append(.flag(observation.wasRetried))
    cells.append(ExportCell(observation.finding.detail))
    cells.append(ExportCell(observation.finding.printed))
    cells.append(ExportCell(observation.readingCount))
    fillSymbols(&cells, observation.finding)
  }

  private static func fill(_ cells: inout [ExportCell], _ finding: Finding) {
    cells.append(.flag(finding.isStrict))
    let kind = finding.misreadClass.flatMap(MisreadClass.allCases.firstIndex(of:))
    cells.append(kind.map(ExportCell.category) ?? .absent)
    cells.append(ExportCell(finding.symbols))
    cells.append(.integer(finding.extras.duplicates))
    cells.append(.integer(finding.extras.wrong))
    cells.append(.integer(finding.extras.unjudged))
  }

  private static func fillSymbols(_ cells: inout [ExportCell], _ finding: Finding) {
    if let outlines = finding.outlines {
      let symbols = 0..<(finding.symbols?.count ?? 1)
      cells.append(.reals(symbols.map { outlines[$0]?.errorModules }))
      cells.append(.reals(symbols.map { outlines[$0]?.overlap }))
    } else {
      cells.append(.absent)
      cells.append(.absent)
    }
    let meanings = finding.meanings?.map { letter in
      MeaningVerdict(rawValue: letter).flatMap(MeaningVerdict.allCases.firstIndex(of:))
    }
    cells.append(meanings.map(ExportCell.categories) ?? .absent)
  }
}

extension [ExportCell] {
  /// Adds the values of a sample's parameters.
  mutating func append(parametersOf parameters: SampleParameters, at place: SamplePlace) {
    for index in parameters.facts.indices {
      append(ExportCell(parameters.value(index, at: place)))
    }
  }
}
