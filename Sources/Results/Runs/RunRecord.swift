import DecoderKit

/// The description of a run before its first sample: enough to compute scores from observations.
public struct RunRecord: Hashable, Sendable, Codable {
  /// The corpus that was drawn.
  public var corpus: CorpusRecord
  /// The decoders that took part, in the order of the observations' decoder index.
  public var decoders: [DecoderRecord]
  /// The decoders that were asked for and could not take part.
  public var unavailable: [UnavailableDecoder]
  /// The settings of the run.
  public var settings: RunSettings
  /// The slice of the samples that the run takes.
  public var shard: Shard
  /// Plugins given by hand, as absolute paths; `nil` for none.
  public var plugins: [String]?
  /// The absolute path of the corpus; `nil` when its name is enough.
  public var corpusFile: String?
  /// The seed given by hand; `nil` when it is the corpus's own.
  public var givenSeed: UInt64?
  /// The machine, system and time of the run.
  public var provenance: Provenance

  package init(
    corpus: CorpusRecord, decoders: [DecoderRecord],
    unavailable: [UnavailableDecoder], settings: RunSettings, shard: Shard = .whole,
    plugins: [String]? = nil, corpusFile: String? = nil, givenSeed: UInt64? = nil,
    provenance: Provenance
  ) {
    self.corpus = corpus
    self.decoders = decoders
    self.unavailable = unavailable
    self.settings = settings
    self.shard = shard
    self.plugins = plugins
    self.corpusFile = corpusFile
    self.givenSeed = givenSeed
    self.provenance = provenance
  }

  /// The number of decodes that the run's slice asks for.
  public var planned: Int {
    let perGroup = corpus.numbering.sampleCounts(in: shard)
    return decoders.reduce(0) { sum, configured in
      sum + zip(configured.supportedGroups, perGroup).reduce(0) { $0 + ($1.0 ? $1.1 : 0) }
    }
  }

  /// True if a run with this record does the same work as one with another. Time, machine, paths
  /// and the number of samples processed at the same time do not matter; nor do angles and conditions
  /// that older records do not give, and names of photos, as the samples' hashes tell them apart.
  public func hasSamePlan(as other: RunRecord) -> Bool {
    var mine = self
    mine.provenance = other.provenance
    mine.settings.jobs = other.settings.jobs
    mine.plugins = other.plugins
    mine.corpusFile = other.corpusFile
    mine.givenSeed = other.givenSeed
    mine.corpus.conditions = other.corpus.conditions
    mine.corpus.axisISOName = other.corpus.axisISOName
    for (index, decoder) in other.decoders.enumerated() where mine.decoders.indices.contains(index)
    {
      mine.decoders[index].breadth = decoder.breadth
    }
    for (index, group) in other.corpus.groups.enumerated()
    where mine.corpus.groups.indices.contains(index) {
      mine.corpus.groups[index].turnDegrees = group.turnDegrees
      mine.corpus.groups[index].photoNames = group.photoNames
    }
    return mine == other
  }

  /// The names in stored files, which outlive those in the code.
  private enum CodingKeys: String, CodingKey {
    case corpus, settings, shard, plugins, corpusFile, givenSeed, provenance
    case decoders = "contestants"
    case unavailable = "absentees"
  }
}

/// The part of a decoder that distinguishes it from others.
public struct DecoderRecord: Hashable, Sendable, Codable {
  /// The name in tables.
  public var label: String
  /// The decoder as it was asked for, if its label does not say so: `zxing:try-harder=false`.
  public var reference: String?
  /// The hint that it is given, if it is its own: `none`, `symbologies`, or `formats:` and a list;
  /// `nil` for the corpus's.
  public var hints: String?
  /// The way in which it selects among its readings, such as `filter`; `nil` if it keeps them all.
  public var selection: String?
  /// The decoder's name.
  public var name: String
  /// The decoding library.
  public var library: String
  /// The library's version.
  public var version: String
  /// Every option with its value.
  public var options: [String: String]
  /// By index of the corpus's groups: true if the decoder can read any symbol of the group.
  public var supportedGroups: [Bool]
  /// The corpus's symbologies that the decoder can read; `nil` in records from before there was this
  /// list.
  public var symbologies: [Symbology]?
  /// Every symbology that the decoder can read, where the corpus has codes of unknown symbology; `nil`
  /// elsewhere, and in older records.
  public var breadth: [Symbology]?
  /// The identity across runs.
  public var fingerprint: DecoderFingerprint

  package init(
    label: String, reference: String? = nil, hints: String? = nil, selection: String? = nil,
    name: String, library: String,
    version: String, options: [String: String], supportedGroups: [Bool],
    symbologies: [Symbology]? = nil, breadth: [Symbology]? = nil,
    fingerprint: DecoderFingerprint
  ) {
    self.breadth = breadth
    self.symbologies = symbologies
    self.label = label
    self.reference = reference
    self.hints = hints
    self.selection = selection
    self.name = name
    self.library = library
    self.version = version
    self.options = options
    self.supportedGroups = supportedGroups
    self.fingerprint = fingerprint
  }
}

extension DecoderRecord {
  /// The decoder as `--decoder` takes it, with its label if it has one of its own.
  public var argument: String { reference.map { "\(plainLabel)=\($0)" } ?? label }

  /// The name in tables without the hint in it.
  public var unhintedLabel: String { plainLabel + (selection.map { "@\($0)" } ?? "") }

  /// The name in tables without hint and way of selecting behind it.
  private var plainLabel: String {
    let suffix = [hints, selection].compactMap(\.self).map { "@\($0)" }.joined()
    return label.hasSuffix(suffix) ? String(label.dropLast(suffix.count)) : label
  }
}

/// A decoder that was found and cannot be used.
public struct UnavailableDecoder: Hashable, Sendable, Codable {
  /// The name in tables.
  public var label: String
  /// The reason, in a sentence.
  public var reason: String

  package init(label: String, reason: String) {
    self.label = label
    self.reason = reason
  }
}

/// The settings of a run.
public struct RunSettings: Hashable, Sendable, Codable {
  /// The deadline of one decode unless another is asked for, in nanoseconds.
  public static let usualTimeoutNanoseconds = 5_000_000_000
  /// The address space of a worker unless another is asked for, in bytes.
  public static let usualMemoryLimitBytes = 2 << 30

  /// The number of samples processed at the same time.
  public var jobs: Int
  /// The deadline of one decode, in seconds.
  public var timeoutSeconds: Double
  /// Bytes of address space for a worker; `nil` for no limit.
  public var memoryLimitBytes: Int?
  /// The number of fatal images in a row after which a decoder is given up.
  public var deathsBeforeGivingUp: Int
  /// The goal of a run that chose its own trials; `nil` where they were fixed.
  public var aim: AdaptiveAim?
  /// The rules by which streams are watched; `nil` for corpora of other images.
  public var stream: StreamRules?
  /// True if the informed reader reads the samples too; `nil` for no.
  public var informed: Bool?
  /// The sandbox that was asked for, `none` or `strict`; `nil` for the usual one.
  public var sandbox: String?
  /// The release that the run keeps to, whose images were redrawn and found alike; `nil` for none.
  public var release: ReleaseRecord?

  package init(
    jobs: Int, timeoutSeconds: Double, memoryLimitBytes: Int?, deathsBeforeGivingUp: Int,
    aim: AdaptiveAim? = nil, stream: StreamRules? = nil, informed: Bool? = nil
  ) {
    self.stream = stream
    self.informed = informed
    self.jobs = jobs
    self.timeoutSeconds = timeoutSeconds
    self.memoryLimitBytes = memoryLimitBytes
    self.deathsBeforeGivingUp = deathsBeforeGivingUp
    self.aim = aim
  }
}

/// The machine, system and time of a run.
public struct Provenance: Hashable, Sendable, Codable {
  public var harnessVersion: String
  /// The commit checked out in the harness's working directory; `nil` outside a repository.
  public var commit: String?
  /// Start, ISO 8601 in UTC.
  public var startedAt: String
  /// Operating system and version.
  public var system: String
  /// Processor model.
  public var processor: String
  /// Cores that the harness may use.
  public var cores: Int
  /// Other machines that processed slices of the run, each with its cores; `nil` where there were
  /// none.
  public var otherMachines: [String]?

  package init(
    harnessVersion: String, commit: String?, startedAt: String, system: String, processor: String,
    cores: Int
  ) {
    self.harnessVersion = harnessVersion
    self.commit = commit
    self.startedAt = startedAt
    self.system = system
    self.processor = processor
    self.cores = cores
  }

  /// The machine, as far as times depend on it: times of runs with the same text are comparable.
  public var machine: String { "\(processor) with \(cores) \(cores == 1 ? "core" : "cores")" }
}

/// The facts about a run known only at its end.
public struct RunOutcome: Hashable, Sendable, Codable {
  /// Wall-clock seconds from the first sample to the last.
  public var wallSeconds: Double
  /// The time spent, by kind of work.
  public var cost: RunCost
  /// Labels of the decoders that were given up for too many fatal images in a row.
  public var givenUp: [String]
  /// The decoders whose programs were no longer there during the run; `nil` if there were none. Their
  /// observations until then are kept.
  public var lost: [UnavailableDecoder]?
  /// True if the run was stopped before its last sample.
  public var wasStopped: Bool
  /// The number of observations reused from before, of this run or of earlier ones.
  public var reused: Int
  /// The reason sampling of each curve ended; `nil` where the trials were fixed.
  public var curves: [CurveRecord]?
  /// The photos that could not be read, sorted by file; `nil` if there were none. No decoder has
  /// observations of them.
  public var unreadable: [UnreadablePhoto]?
  /// The streams that were watched in real time; `nil` where the clock was virtual.
  public var streams: [StreamPassage]?
  /// The informed reader's reads; `nil` where it was not asked.
  public var informed: InformedOutcome?
  /// By decoder, how it answered questions with known answers; `nil` in records from before they were
  /// asked.
  public var conduct: [DecoderConduct]?
  /// The processes of plugins that could not be ended; `nil` if there were none.
  public var survivors: [SurvivingProcess]?
  /// The screen that samples were read from; `nil` where decoders got their pixels.
  public var screen: ScreenRecord?

  package init(
    wallSeconds: Double, cost: RunCost, givenUp: [String], wasStopped: Bool, reused: Int = 0,
    curves: [CurveRecord]? = nil, unreadable: [UnreadablePhoto]? = nil
  ) {
    self.unreadable = unreadable
    self.reused = reused
    self.curves = curves
    self.wallSeconds = wallSeconds
    self.cost = cost
    self.givenUp = givenUp
    self.wasStopped = wasStopped
  }

  /// True if a decoder was given up or lost in mid-run.
  public func isOutOf(_ label: String) -> Bool {
    givenUp.contains(label) || (lost ?? []).contains { $0.label == label }
  }
}

/// A process of a plugin that could not be ended, because the kernel did not end it yet.
public struct SurvivingProcess: Hashable, Sendable, Codable {
  /// The name of the decoder that started it.
  public var decoder: String
  /// The process id.
  public var process: Int
  /// The process's own name, which it can choose.
  public var name: String

  package init(decoder: String, process: Int, name: String) {
    (self.decoder, self.process, self.name) = (decoder, process, name)
  }
}

/// A photo that no decoder was given, because its file could not be read.
public struct UnreadablePhoto: Hashable, Sendable, Codable {
  /// The file's path.
  public var file: String
  /// The reason, worded to follow the file's name.
  public var reason: String

  package init(file: String, reason: String) {
    (self.file, self.reason) = (file, reason)
  }

  /// Makes records from reasons by file, sorted by file.
  public static func sorted(_ reasons: [String: String]) -> [UnreadablePhoto] {
    reasons.map { UnreadablePhoto(file: $0, reason: $1) }.sorted { $0.file < $1.file }
  }
}

/// The time spent by a run, by kind of work, summed over all lanes, in nanoseconds.
public struct RunCost: Hashable, Sendable, Codable {
  /// CPU time for encoding symbols.
  public var encodeNanoseconds = 0
  /// CPU time for drawing images.
  public var renderNanoseconds = 0
  /// CPU time inside decode calls, as the workers measured it.
  public var decodeNanoseconds = 0
  /// Wall-clock time from sending images to receiving answers, less the decode calls.
  public var transportNanoseconds = 0
  /// Wall-clock time for writing observations, including waiting for the store.
  public var storeNanoseconds = 0
  /// The number of samples drawn.
  public var samples = 0
  /// The number of images given to decoders.
  public var decodes = 0

  public init() {}

  /// Adds another lane's cost. Sums that no number can hold stop at the largest: records may be forged.
  public static func += (total: inout RunCost, part: RunCost) {
    func add(_ number: WritableKeyPath<RunCost, Int>) {
      let sum = total[keyPath: number].addingReportingOverflow(part[keyPath: number])
      total[keyPath: number] = sum.overflow ? .max : sum.partialValue
    }
    add(\.encodeNanoseconds)
    add(\.renderNanoseconds)
    add(\.decodeNanoseconds)
    add(\.transportNanoseconds)
    add(\.storeNanoseconds)
    add(\.samples)
    add(\.decodes)
  }

  /// Returns the share of the machine's time used by decoders, 0 to 1: CPU time inside decode calls
  /// over wall time × cores.
  public func efficiency(wallSeconds: Double, cores: Int) -> Double {
    let available = wallSeconds * Double(cores) * 1e9
    return available > 0 ? Double(decodeNanoseconds) / available : 0
  }
}
