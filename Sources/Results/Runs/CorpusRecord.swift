import Base
import DecoderKit
import Statistics

/// The knowledge about the symbols in a group's images.
public enum GroupContent: String, CaseIterable, Hashable, Sendable, Codable {
  /// The symbols that the images hold are known.
  case symbols
  /// The images hold no symbols: every reading is wrong.
  case nothing
  /// Nothing is known: readings are counted and not judged.
  case unknown
}

/// The part of a corpus that scores depend on.
public struct CorpusRecord: Hashable, Sendable, Codable {
  /// One recipe under one condition.
  public struct Group: Hashable, Sendable, Codable {
    /// `recipe/condition`.
    public var id: String
    /// The symbologies in its images, each once; empty for images without symbols, and for photos
    /// whose folder does not say.
    public var symbologies: [Symbology]
    /// The kind of truth known about its images.
    public var content: GroupContent
    /// Trials at each level.
    public var trials: Int
    /// The number of payloads that its trials cycle through; `nil` where every trial has its own.
    public var payloads: Int?
    /// The symbologies of the symbols in each image, in the order of its truth: one list for every
    /// trial alike, or a list for each trial.
    ///
    /// `nil` where every image has one symbol of the group's one symbology, or none; a symbology that
    /// nobody wrote down is `nil` in a list.
    public var scenes: [[Symbology?]]?
    /// By trial: a number that photos with the same payload share, in all groups; `nil` for drawn
    /// images.
    public var photoPayloads: [Int]?
    /// By trial: the photo's file name in its folder, which takes the number's place in keys; `nil` for drawn
    /// images, and in records from before names were written down.
    public var photoNames: [String]?
    /// The largest angle by which its condition turns symbols, 0 to 180 degrees; `nil` for photos, and
    /// in records from before this was written down.
    public var turnDegrees: Double?
    /// The cell hash of each level, in the order of levels; see ``Corpus/cellHash(group:level:)``.
    public var cellHashes: [String]

    package init(
      id: String, symbologies: [Symbology], content: GroupContent = .symbols, trials: Int,
      payloads: Int? = nil, scenes: [[Symbology?]]? = nil, photoPayloads: [Int]? = nil,
      photoNames: [String]? = nil,
      turnDegrees: Double? = nil, cellHashes: [String]
    ) {
      self.payloads = payloads
      self.scenes = scenes
      self.photoPayloads = photoPayloads
      self.photoNames = photoNames
      self.turnDegrees = turnDegrees
      self.id = id
      self.symbologies = symbologies
      self.content = content
      self.trials = trials
      self.cellHashes = cellHashes
    }
  }

  /// The corpus's name.
  public var name: String
  /// The corpus's version; scores of different versions do not compare.
  public var version: Int
  /// A short name for headings.
  public var title: String
  /// The question that the scores answer.
  public var question: String
  /// SHA-256 of the corpus file, as `sha256sum` prints it.
  public var sha256: String
  /// The seed from which all randomness is derived.
  public var seed: UInt64
  /// The sweep's axis, such as `module-size`.
  public var axis: String
  /// The unit of the levels, such as `px`.
  public var unit: String
  /// The direction in which the sweep gets harder: `smaller`, `larger` or `unordered`.
  public var harder: SweepDirection
  /// The levels as written, the smallest first.
  public var levels: [Level]
  /// The groups in order.
  public var groups: [Group]
  /// True if decoders were told which symbology to expect.
  public var usesSymbologyHints: Bool
  /// The aim at one symbol of each image; `nil` if all symbols are to be found.
  public var selection: SelectionRecord?
  /// The documented minima that it puts to the test; `nil` where there are none.
  public var claims: [ClaimRecord]?
  /// The bands that results are summed by, such as `article`; `nil` for none.
  public var bands: String?
  /// The second axis and the maps; `nil` where the sweep has one axis.
  public var maps: MapRecord?
  /// The conditions in the file's order; `nil` for photos, and in records from before they were written
  /// down.
  public var conditions: [ConditionRecord]?
  /// The axis's name in bar code print quality standards, with the standard; `nil` if it has none.
  public var axisISOName: String?

  package init(
    name: String, version: Int, title: String, question: String, sha256: String, seed: UInt64,
    axis: String, unit: String, harder: SweepDirection, levels: [Level], groups: [Group],
    usesSymbologyHints: Bool, selection: SelectionRecord? = nil, claims: [ClaimRecord]? = nil,
    bands: String? = nil,
    maps: MapRecord? = nil, conditions: [ConditionRecord]? = nil, axisISOName: String? = nil
  ) {
    self.conditions = conditions
    self.axisISOName = axisISOName
    self.claims = claims
    self.selection = selection
    self.bands = bands
    self.name = name
    self.version = version
    self.title = title
    self.question = question
    self.sha256 = sha256
    self.seed = seed
    self.axis = axis
    self.unit = unit
    self.harder = harder
    self.levels = levels
    self.groups = groups
    self.usesSymbologyHints = usesSymbologyHints
    self.maps = maps
  }

  /// The symbologies in its images, each once, in the order of the groups.
  public var symbologies: [Symbology] {
    groups.flatMap(\.symbologies).uniqued()
  }

  /// True if a trial is one and the same scene at every level: where the sweep is over resolutions or
  /// over time.
  package var sharesScenes: Bool { axis == "resolution" || isOfStreams }

  /// True if trials are streams, and levels the instants of their frames.
  public var isOfStreams: Bool { axis == "time" }

  /// Trials at each level, of the group that has the most.
  public var trials: Int { groups.map(\.trials).max() ?? 0 }

  /// The numbering of the samples.
  public var numbering: SampleNumbering {
    SampleNumbering(levelCount: levels.count, trialCounts: groups.map(\.trials))
  }

  /// The cell hash of the sample with a key; empty for a key of another corpus.
  func cellHash(ofKey key: String) -> String {
    for group in groups where key.hasPrefix("\(name)/\(group.id)/") {
      let rest = key.dropFirst(name.count + group.id.count + 2).split(separator: "/")
      guard let level = levels.firstIndex(where: { $0.text == rest.first ?? "" }) else { continue }
      return group.cellHashes[level]
    }
    return ""
  }

  /// The key of a sample, as `harness reproduce` takes it: a photo's has its file name at the end.
  public func key(of place: SamplePlace) -> String {
    let group = groups[place.group]
    return "\(name)/\(group.id)/\(levels[place.level].text)/\(group.trialName(place.trial))"
  }

  /// The key of a sample with its number at the end, which `harness reproduce` takes as well.
  package func numberedKey(of place: SamplePlace) -> String {
    "\(name)/\(groups[place.group].id)/\(levels[place.level].text)/\(place.trial)"
  }

  /// The key of a sample by its group's name.
  package func key(ofGroup id: String, level: Level, trial: Int) -> String {
    let group = groups.first { $0.id == id }
    return "\(name)/\(id)/\(level.text)/\(group?.trialName(trial) ?? "\(trial)")"
  }
}

extension CorpusRecord.Group {
  /// True if it holds codes of which nobody wrote down the symbology: each decoder is held to support them.
  package var hasNamelessSymbols: Bool {
    content == .symbols
      && (scenes.map { $0.contains { $0.contains(nil) } } ?? symbologies.isEmpty)
  }

  /// True if it holds codes of which somebody wrote down the symbology.
  package var hasNamedSymbols: Bool {
    content == .symbols
      && (scenes.map { $0.contains { $0.contains { $0 != nil } } } ?? !symbologies.isEmpty)
  }

  /// The last part of a key: a photo's file name, else the number of the trial.
  package func trialName(_ trial: Int) -> String {
    guard let photoNames, photoNames.indices.contains(trial) else { return "\(trial)" }
    return photoNames[trial]
  }
}
