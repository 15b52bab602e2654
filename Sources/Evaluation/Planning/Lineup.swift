import DecoderKit
import PluginHost

/// Finds the decoders that were asked for, starts each once, and settles their options.
public struct Lineup: Sendable {
  /// Those that can take part, in the order asked for.
  public private(set) var contestants: [Contestant] = []
  /// Those that were found and cannot be used.
  public private(set) var absentees: [ComparisonPlan.Absentee] = []
  private var hasher = FileHasher()

  /// What every worker gets whatever the decoder.
  public struct Limits: Hashable, Sendable {
    /// How long one decode may take, in nanoseconds.
    public var decodeDeadlineNanoseconds: Int
    /// Bytes of address space; `nil` for no limit.
    public var memoryLimitBytes: Int?

    /// Makes limits.
    public init(decodeDeadlineNanoseconds: Int, memoryLimitBytes: Int?) {
      self.decodeDeadlineNanoseconds = decodeDeadlineNanoseconds
      self.memoryLimitBytes = memoryLimitBytes
    }

    func settings(_ path: String, _ options: [String: String] = [:]) -> WorkerSettings {
      WorkerSettings(
        executable: path, options: options,
        decodeDeadlineNanoseconds: decodeDeadlineNanoseconds, memoryLimitBytes: memoryLimitBytes)
    }
  }

  /// Makes the lineup.
  ///
  /// - Parameters:
  ///   - references: What was asked for; empty means every decoder given by hand or installed beside
  ///     the harness that does not want to be named.
  ///   - search: Where to look.
  ///   - limits: What every worker gets.
  /// - Throws: ``PluginError`` that the person who typed can mend: an unknown decoder, an unknown
  ///   option, a decoder asked for twice.
  public init(
    _ references: [DecoderReference], search: PluginSearch, limits: Limits
  ) throws(PluginError) {
    let locations = try search.locations()
    if references.isEmpty {
      for location in locations where [.given, .besideHarness].contains(location.source) {
        try admit(location, limits: limits)
      }
    } else {
      let named = Self.named(locations, limits: limits)
      for reference in references {
        guard let location = named[reference.name] else {
          throw Self.unknown(reference.name, known: named.keys.sorted())
        }
        try admit(reference, at: location, limits: limits)
      }
    }
    try rejectDuplicates()
  }

  /// By name. A plugin given by hand under a file name that says nothing is asked for its own.
  private static func named(
    _ locations: [PluginSearch.Location], limits: Limits
  ) -> [String: PluginSearch.Location] {
    var named: [String: PluginSearch.Location] = [:]
    for location in locations {
      let name =
        location.name ?? (try? DecoderWorker.identify(limits.settings(location.path)))?.name
      guard let name, named[name] == nil else { continue }
      named[name] = location
    }
    return named
  }

  private static func unknown(_ name: String, known: [String]) -> PluginError {
    PluginError(
      .unknownDecoder,
      "unknown decoder \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
        + " Known: \(known.joined(separator: ", ")). Others can be named with --plugin PATH.")
  }

  /// Admits a decoder that nobody named, unless it wants to be named.
  private mutating func admit(
    _ location: PluginSearch.Location, limits: Limits
  ) throws(PluginError) {
    do throws(PluginError) {
      let settings = limits.settings(location.path)
      let introduction = try DecoderWorker.introduce(settings)
      guard !introduction.identity.isOptIn || location.source == .given else { return }
      try enter(introduction, as: introduction.identity.name, [:], settings)
    } catch  where !error.isUsageError {
      absentees.append(.init(label: location.name ?? location.path, reason: error.message))
    }
  }

  /// Admits a decoder that was asked for by name.
  private mutating func admit(
    _ reference: DecoderReference, at location: PluginSearch.Location, limits: Limits
  ) throws(PluginError) {
    do throws(PluginError) {
      // Asked without options first: what they may be is only known from the answer.
      var introduction = try DecoderWorker.introduce(limits.settings(location.path))
      let settings = limits.settings(location.path, reference.options)
      if !reference.options.isEmpty {
        _ = try Self.options(reference.options, of: introduction.identity)
        introduction = try DecoderWorker.introduce(settings)
      }
      try enter(introduction, as: reference.description, reference.options, settings)
    } catch  where !error.isUsageError {
      absentees.append(.init(label: reference.description, reason: error.message))
    }
  }

  private mutating func enter(
    _ introduction: Introduction, as label: String, _ requested: [String: String],
    _ settings: WorkerSettings
  ) throws(PluginError) {
    let options = try Self.options(requested, of: introduction.identity)
    contestants.append(
      Contestant(
        label: label, identity: introduction.identity, options: options, settings: settings,
        fingerprint: DecoderFingerprint(
          label: label, introduction: introduction, options: options, settings: settings,
          hasher: &hasher)))
  }

  private static func options(
    _ requested: [String: String], of identity: DecoderIdentity
  ) throws(PluginError) -> DecoderOptions {
    do throws(OptionError) {
      return try DecoderOptions(resolving: requested, for: identity)
    } catch {
      throw PluginError(.badOption, error.description)
    }
  }

  private func rejectDuplicates() throws(PluginError) {
    var seen: Set<String> = []
    for contestant in contestants where !seen.insert(contestant.label).inserted {
      throw PluginError(
        .badReference, "decoder \"\(contestant.label)\" takes part twice; name it once")
    }
  }
}
