import Corpora
import DecoderKit
import Results

extension CorpusRecord {
  package init(_ corpus: Corpus) {
    self.init(
      name: corpus.name, version: corpus.version, title: corpus.title, question: corpus.question,
      sha256: corpus.sha256, seed: corpus.seed, axis: corpus.sweep.axis.rawValue,
      unit: corpus.sweep.unit, harder: corpus.sweep.harder, levels: corpus.sweep.levels,
      groups: corpus.groups.map { group in
        Group(
          id: group.id, symbologies: group.symbologies, content: GroupContent(group.content),
          trials: group.trialCount, payloads: group.payloadCount, scenes: group.scenes,
          photoPayloads: group.photoPayloads, photoNames: group.photoNames,
          turnDegrees: group.turnDegrees,
          cellHashes: corpus.sweep.levels.map { corpus.cellHash(group: group, level: $0) })
      }, usesSymbologyHints: corpus.usesSymbologyHints,
      selection: corpus.selection.map(SelectionRecord.init),
      claims: corpus.claims.isEmpty ? nil : corpus.claims.map(ClaimRecord.init),
      bands: corpus.bands?.rawValue, maps: MapRecord(corpus),
      conditions: ConditionRecord.all(of: corpus), axisISOName: corpus.sweep.axis.isoName)
  }
}

extension SelectionRecord {
  fileprivate init(_ selection: CorpusSelection) {
    let (region, margins) = (selection.region, selection.region.margins)
    let shape: String? =
      switch region.selection {
      case .all: nil
      case .radius(let radius): "radius:\(radius)"
      case .rectangle(let width, let height): "rectangle:\(width)x\(height)"
      case .rectangleWidth(let width, let aspect): "width:\(width):\(aspect)"
      case .rectangleHeight(let height, let aspect): "height:\(height):\(aspect)"
      }
    self.init(
      view: selection.view.map { "\($0.width)x\($0.height)@\($0.scale)" },
      margins: [margins.left, margins.top, margins.right, margins.bottom].map(\.description),
      pointOfInterest: [region.pointOfInterest.x, region.pointOfInterest.y].map(\.description),
      shape: shape, edge: region.selectionEdge.rawValue, areaEdge: region.areaEdge.rawValue)
  }
}

extension MapRecord {
  /// Makes the record of a corpus's maps; `nil` if it has none.
  fileprivate init?(_ corpus: Corpus) {
    guard let second = corpus.sweep.second, !corpus.sweep.isOfStreams else { return nil }
    self.init(
      axis: second.axis.rawValue, unit: second.axis.unit, levels: second.levels,
      fields: corpus.maps.map {
        Field(recipe: $0.recipe, condition: $0.condition, groups: Array($0.groups))
      })
  }
}

extension ClaimRecord {
  fileprivate init(_ claim: Claim) {
    self.init(
      name: claim.name, author: claim.author, source: claim.source, statement: claim.statement,
      promise: Promise(claim.promise), axis: claim.axis.rawValue, value: claim.value,
      groups: claim.groups.map { Place(group: $0.group, level: $0.level) })
  }
}

extension ClaimRecord.Promise {
  fileprivate init(_ promise: Claim.Promise) {
    self =
      switch promise {
      case .reliably: .reliably
      case .always: .always
      }
  }
}

extension GroupContent {
  fileprivate init(_ content: CorpusGroup.Content) {
    self =
      switch content {
      case .symbols: .symbols
      case .nothing: .nothing
      case .unknown: .unknown
      }
  }
}

extension RunRecord {
  /// Makes the record of a run that has not begun.
  ///
  /// - Parameter again: What leads to the same samples and decoders once more.
  package init(
    _ corpus: Corpus, _ decoders: [ConfiguredDecoder], unavailable: [UnavailableDecoder] = [],
    settings: RunSettings, shard: Shard = .whole, again: ReproduceOptions? = nil,
    provenance: Provenance
  ) {
    let record = CorpusRecord(corpus)
    self.init(
      corpus: record, decoders: decoders.map { DecoderRecord($0, corpus, record) },
      unavailable: unavailable, settings: settings, shard: shard,
      plugins: again.flatMap { $0.plugins.isEmpty ? nil : $0.plugins },
      corpusFile: again?.corpusFile, givenSeed: again?.seed, provenance: provenance)
  }
}

extension DecoderRecord {
  package init(_ decoder: ConfiguredDecoder, corpus: Corpus) {
    self.init(decoder, corpus, CorpusRecord(corpus))
  }

  fileprivate init(_ decoder: ConfiguredDecoder, _ corpus: Corpus, _ record: CorpusRecord) {
    self.init(
      label: decoder.label,
      reference: decoder.reference == decoder.label ? nil : decoder.reference,
      hints: decoder.hints?.description,
      selection: decoder.selection == .none ? nil : decoder.selection.rawValue,
      name: decoder.identity.name, library: decoder.identity.library,
      version: decoder.identity.version, options: decoder.options.values,
      supportedGroups: corpus.groups.map(decoder.supports),
      symbologies: record.symbologies.filter(decoder.identity.supports),
      breadth: record.groups.contains(where: \.hasNamelessSymbols)
        ? Symbology.allCases.filter(decoder.identity.supports) : nil,
      fingerprint: decoder.fingerprint)
  }
}

extension SampleNumbering {
  package init(of corpus: Corpus) {
    self.init(
      levelCount: corpus.sweep.levels.count, trialCounts: corpus.groups.map(\.trialCount))
  }
}
