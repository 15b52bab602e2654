import Results
import Statistics

extension Baseline {
  /// Makes a baseline from a finished run.
  ///
  /// Reads the run's observations once more; they are the same as those of its score table.
  ///
  /// - Throws: Errors from the store, or ``ScorerError`` for a run without an outcome or
  ///   with trials that it chose itself.
  package init(ofRun number: Int, in store: some ObservationSource) throws {
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    guard let outcome = matrix.outcome else { throw ScorerError.runNotFinished(number) }
    // The record tells it too: merged stores may hold such a run without its curves.
    guard outcome.curves == nil, matrix.run.settings.aim == nil else {
      throw ScorerError.trialsNotFixed(number)
    }
    self.init(matrix, outcome)
  }

  /// Makes the outcomes of a run that need not be finished.
  package init(_ matrix: VerdictMatrix, _ outcome: RunOutcome?) {
    let run = matrix.run
    // Times of an earlier run may be from another machine, or from a day with another load.
    let isTimed = outcome?.reused == 0 && run.provenance.otherMachines == nil
    let axis = EasinessAxis(run.corpus)
    let decoders = run.decoders.enumerated().map { index, configured in
      let supported = run.corpus.groups.indices.filter { configured.supportedGroups[$0] }
      return DecoderCurves(
        label: configured.label, reference: configured.reference, name: configured.name,
        library: configured.library, version: configured.version, options: configured.options,
        fingerprint: configured.fingerprint.sha256,
        isGivenUp: outcome?.isOutOf(configured.label) ?? false,
        groups: supported.map { group in
          let levels = run.corpus.levels.indices.map { level in
            LevelOutcomes(
              level: run.corpus.levels[level],
              trials: (0..<run.corpus.groups[group].trials).map { trial in
                let place = SamplePlace(group: group, level: level, trial: trial)
                return matrix.verdict(index, place).map(SampleOutcome.init) ?? .untried
              })
          }
          let phantoms = run.corpus.levels.enumerated().map { level, value in
            let trials = (0..<run.corpus.groups[group].trials).filter {
              matrix.hasPhantom(index, SamplePlace(group: group, level: level, trial: $0))
            }
            return (value.text, trials)
          }.filter { !$1.isEmpty }
          // As in the score table, where a timeout is a sample not read.
          let state = CurveState(
            levels.map { $0.trials.map { $0 == .excluded ? .missed : $0 } }, on: axis)
          return Curve(
            group: run.corpus.groups[group].id, meanThreshold: state.meanThreshold,
            threshold: state.threshold,
            readLatency: isTimed
              ? TypicalLatency(
                nanoseconds: matrix.times(index, group: group) {
                  SampleOutcome($0) == .read
                }.filter { $0 > 0 }) : nil,
            levels: levels, phantoms: Dictionary(uniqueKeysWithValues: phantoms))
        })
    }
    self.init(
      schemaVersion: Self.currentSchemaVersion, corpus: DrawnCorpus(run.corpus),
      decoders: decoders, acknowledged: [], provenance: run.provenance)
  }
}

extension Baseline.DrawnCorpus {
  package init(_ corpus: CorpusRecord) {
    self.init(
      name: corpus.name, version: corpus.version, sha256: corpus.sha256, seed: corpus.seed,
      axis: corpus.axis, unit: corpus.unit, harder: corpus.harder, levels: corpus.levels,
      groups: corpus.groups.map {
        Group(id: $0.id, trials: $0.trials, cellHashes: $0.cellHashes, photoNames: $0.photoNames)
      })
  }
}
