import Results

/// The work that several decoders share: the images, and in images with several symbols the
/// symbols, that each of them supports.
///
/// Ranks stand on shared work alone. Images without a symbol count where there are no others, and so do codes
/// of which nobody wrote down the symbology, if the decoders do not read the same ones.
struct SharedWork: Sendable {
  /// Indices of the groups with shared work.
  private(set) var groups: [Int]
  /// By group, scene by scene: the shared places; `nil` where an image counts as a whole.
  private let places: [[[Int]]?]
  private let corpus: CorpusRecord
  private let symbols: SymbolLayout

  /// Finds the work that some of a run's decoders share.
  init(of decoders: [Int], in run: RunRecord) {
    let symbols = SymbolLayout(run.corpus)
    let content: GroupContent =
      run.corpus.groups.contains { $0.content == .symbols } ? .symbols : .nothing
    let leavesOut =
      run.hasUnequalBreadths
      && run.corpus.groups.contains { $0.content == .symbols && $0.hasNamedSymbols }
    let places = run.corpus.groups.indices.map { group in
      symbols.scenes(ofGroup: group)?.map { scene in
        scene.indices.filter { place in
          !(leavesOut && scene[place] == nil)
            && decoders.allSatisfy { run.decoders[$0].supports(scene[place]) }
        }
      }
    }
    groups = run.corpus.groups.indices.filter { index in
      let group = run.corpus.groups[index]
      guard group.content == content else { return false }
      if leavesOut, !group.hasNamedSymbols { return false }
      if let places = places[index] { return places.contains { !$0.isEmpty } }
      // Older records do not say which symbols an image with several symbologies holds.
      return group.symbologies.count <= 1
        && decoders.allSatisfy { run.decoders[$0].supportedGroups[index] }
    }
    self.places = places
    self.symbols = symbols
    corpus = run.corpus
  }

  /// Returns the part of the work that is in one of its groups.
  func limited(to group: Int) -> SharedWork {
    var part = self
    part.groups = groups.filter { $0 == group }
    return part
  }

  /// True if the unit is the symbol: some shared image holds several.
  var countsSymbols: Bool {
    groups.contains { places[$0]?.contains { $0.count > 1 } ?? false }
  }

  /// The number of units at one level of all groups: how wide the work is.
  var unitsPerLevel: Int {
    groups.reduce(0) { sum, group in
      guard let places = places[group] else { return sum + corpus.groups[group].trials }
      let trials = corpus.groups[group].trials
      return sum + (0..<trials).reduce(0) { $0 + places[$1 % places.count].count }
    }
  }

  /// True if a group's images count as wholes, each with a payload of its own.
  func isPlain(_ group: Int) -> Bool {
    places[group] == nil && corpus.groups[group].photoPayloads == nil
      && corpus.groups[group].payloads ?? 1 < 2 && !corpus.sharesScenes
  }

  /// True if a group's images hold several symbols, or differ in them.
  func hasScenes(_ group: Int) -> Bool { places[group] != nil }

  /// Returns the number of units in an image.
  func units(_ place: SamplePlace) -> Int {
    places[place.group].map { $0[place.trial % $0.count].count } ?? 1
  }

  /// Returns the number of an image's units that a decoder read.
  func reads(_ tally: DecoderTally, _ place: SamplePlace, sample: Int) -> Int {
    guard let places = places[place.group] else { return tally.succeeded.contains(sample) ? 1 : 0 }
    let first = symbols.first(place)
    return places[place.trial % places.count].count { tally.symbolReads.contains(first + $0) }
  }

  /// Returns the number of an image's units that both decoders read.
  func readByBoth(_ a: DecoderTally, _ b: DecoderTally, _ place: SamplePlace, sample: Int) -> Int {
    guard let places = places[place.group] else {
      return a.succeeded.contains(sample) && b.succeeded.contains(sample) ? 1 : 0
    }
    let first = symbols.first(place)
    return places[place.trial % places.count].count {
      a.symbolReads.contains(first + $0) && b.symbolReads.contains(first + $0)
    }
  }

  /// Images that depend on each other: those of one payload or one scene, else each image by itself.
  enum Cluster: Hashable {
    case image(Int)
    case payload(group: Int, Int)
    case scene(group: Int, trial: Int)
  }

  /// Returns the cluster of an image.
  func cluster(_ place: SamplePlace, sample: Int) -> Cluster {
    let group = corpus.groups[place.group]
    if let payloads = group.photoPayloads, place.trial < payloads.count {
      return .payload(group: -1, payloads[place.trial])
    }
    guard let payloads = group.payloads, payloads > 1 else {
      return corpus.sharesScenes
        ? .scene(group: place.group, trial: place.trial) : .image(sample)
    }
    return .payload(group: place.group, place.trial % payloads)
  }
}
