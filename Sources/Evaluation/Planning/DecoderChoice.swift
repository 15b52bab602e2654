import Corpora
import DecoderKit
import PluginHost
import Results

/// Finds the decoders that were asked for, starts each once, and resolves their options.
package struct DecoderChoice: Sendable {
  /// Decoders that can take part, in the order asked for.
  package private(set) var decoders: [ConfiguredDecoder] = []
  /// Decoders that were asked for and cannot be used.
  package private(set) var unavailable: [UnavailableDecoder] = []
  /// Decoders that were not asked for by name and cannot be used, as far as a person wants to know.
  package private(set) var passedOver: [UnavailableDecoder] = []
  /// A sentence about each of ``passedOver``: why it is left out and, where its manifest says so, why and how to install it.
  package var leftOut: [String] {
    passedOver.map { PluginSearch.Location.leftOut($0.label, because: $0.reason) }
  }

  /// The limits of every worker, whatever the decoder.
  package struct Limits: Hashable, Sendable {
    /// The deadline of one decode, in nanoseconds.
    package var decodeDeadlineNanoseconds: Int
    /// Bytes of memory for a worker with all that it starts; `nil` for no limit.
    package var memoryLimitBytes: Int?
    /// The rights that plugins keep.
    package var sandbox: SandboxMode

    package init(
      decodeDeadlineNanoseconds: Int, memoryLimitBytes: Int?, sandbox: SandboxMode = .automatic
    ) {
      self.sandbox = sandbox
      self.decodeDeadlineNanoseconds = decodeDeadlineNanoseconds
      self.memoryLimitBytes = memoryLimitBytes
    }

    func settings(
      _ location: PluginSearch.Location, _ options: [String: String] = [:]
    ) throws(PluginError) -> WorkerSettings {
      try WorkerSettings(
        location, options: options, decodeDeadlineNanoseconds: decodeDeadlineNanoseconds,
        memoryLimitBytes: memoryLimitBytes, sandbox: sandbox)
    }
  }

  /// Makes the selection.
  ///
  /// - Parameters:
  ///   - references: The decoders asked for. Empty means every usable decoder that is found, and so does
  ///     `all`, which also tells what cannot be used; an opt-in decoder takes part only if it is given by
  ///     hand.
  ///   - search: The places to look.
  ///   - limits: The limits of every worker.
  /// - Throws: ``PluginError`` that the user can fix: an unknown decoder, an unknown option, a
  ///   decoder asked for twice, a label that names another decoder.
  package init(
    _ references: [DecoderReference], search: PluginSearch, limits: Limits
  ) throws(PluginError) {
    let locations = try search.locations()
    if references.isEmpty {
      for location in locations where location.isExpected { try admit(location, limits: limits) }
      try admitAll(locations.filter { !$0.isExpected }, limits: limits) { $0.recommendation }
    } else {
      let (named, silent) = Self.named(locations, limits: limits)
      for reference in references {
        if reference == Self.all {
          try admitAll(locations, limits: limits)
          continue
        }
        try admit(reference, among: named, silent, search: search, limits: limits)
      }
    }
    try rejectDuplicates()
  }

  /// Makes the choice of decoders that were found apart, such as two builds of one decoder.
  ///
  /// - Precondition: Each has a label of its own.
  package init(_ decoders: [ConfiguredDecoder]) {
    precondition(Set(decoders.map(\.label)).count == decoders.count, "each has its own label")
    self.decoders = decoders
  }

  /// Returns the plugins by decoder name. A plugin given by hand whose file name does not tell is
  /// asked for its name; the reasons of those that do not tell it come with them.
  private static func named(
    _ locations: [PluginSearch.Location], limits: Limits
  ) -> (named: [String: PluginSearch.Location], silent: [PluginError]) {
    var named: [String: PluginSearch.Location] = [:]
    var silent: [PluginError] = []
    for location in locations {
      do throws(PluginError) {
        var name = location.name ?? ""
        if location.name == nil {
          name = try DecoderWorker.identify(limits.settings(location)).name
        }
        if named[name] == nil { named[name] = location }
      } catch {
        if location.source == .given { silent.append(error) }
      }
    }
    return (named, silent)
  }

  /// Admits a decoder that was not asked for by name, unless it is opt-in and was not given by
  /// hand.
  private mutating func admit(
    _ location: PluginSearch.Location, limits: Limits
  ) throws(PluginError) {
    do throws(PluginError) {
      let settings = try limits.settings(location)
      let introduction = try DecoderWorker.introduce(settings)
      guard !introduction.identity.isOptIn || location.source == .given else { return }
      let options = try Self.options([:], of: introduction.identity)
      try enter(
        [Member(introduction: introduction, options: options, settings: settings)],
        as: DecoderReference(name: introduction.identity.name))
    } catch  where !error.isUsageError {
      unavailable.append(.init(label: location.name ?? location.path, reason: error.message))
    }
  }

  /// The reference that asks for every decoder that was found and can be used.
  private static let all = DecoderReference(name: "all")

  /// Admits every usable decoder, opt-in ones only if given by hand. Those that cannot be used are
  /// not an error of a user who named none; they go to ``passedOver``.
  ///
  /// - Parameter word: The words for one that cannot be used instead of its reason; `nil` to be silent
  ///   about it.
  private mutating func admitAll(
    _ locations: [PluginSearch.Location], limits: Limits,
    word: ((PluginSearch.Location) -> String?)? = nil
  ) throws(PluginError) {
    for location in locations where !decoders.contains(where: { $0.reference == location.name }) {
      let missing = unavailable.count
      try admit(location, limits: limits)
      guard unavailable.count > missing else { continue }
      let failed = unavailable.removeLast()
      if let word {
        passedOver += word(location).map { [.init(label: failed.label, reason: $0)] } ?? []
      } else {
        passedOver.append(failed)
      }
    }
  }

  /// Admits a decoder, or a decoder chain, that was asked for by name.
  private mutating func admit(
    _ reference: DecoderReference, among named: [String: PluginSearch.Location],
    _ silent: [PluginError], search: PluginSearch, limits: Limits
  ) throws(PluginError) {
    let references = reference.parts
    // The name of the decoder that it labels is no other decoder's: a new setting may stand for the old one.
    let isOwnName = reference.members.isEmpty && reference.name == reference.label
    if !isOwnName, let label = reference.label,
      let name = named.keys.first(where: { $0.lowercased() == label.lowercased() })
    {
      throw PluginError(
        .badReference,
        "the label \"\(label)\" of \"\(reference)\" is the name of a decoder"
          + (name == label ? "" : ", \(name), but for its case") + "; choose another one")
    }
    do throws(PluginError) {
      var members: [Member] = []
      for reference in references {
        guard var location = named[reference.name] else {
          // It may be the one that does not start.
          if let error = silent.first(where: { !$0.isUsageError }) { throw error }
          throw PluginError.unknownDecoder(reference.name, known: named.keys.sorted())
        }
        if let release = reference.release {
          location = try search.location(location, release: release)
        }
        members.append(try member(reference, at: location, limits: limits))
      }
      try enter(members, as: reference)
    } catch  where !error.isUsageError {
      unavailable.append(.init(label: reference.displayName, reason: error.message))
    }
  }

  /// A decoder that was started once and can take part, alone or in a decoder chain.
  private struct Member {
    let introduction: Introduction
    let options: DecoderOptions
    let settings: WorkerSettings
  }

  private func member(
    _ reference: DecoderReference, at location: PluginSearch.Location, limits: Limits
  ) throws(PluginError) -> Member {
    // Started without options first: the valid options are known only from its answer.
    var introduction = try DecoderWorker.introduce(limits.settings(location))
    let settings = try limits.settings(location, reference.options)
    let options = try Self.options(reference.options, of: introduction.identity)
    if !reference.options.isEmpty { introduction = try DecoderWorker.introduce(settings) }
    return Member(introduction: introduction, options: options, settings: settings)
  }

  private mutating func enter(_ members: [Member], as reference: DecoderReference)
    throws(PluginError)
  {
    let fingerprints = members.map { member in
      DecoderFingerprint(
        reference: reference.unhinted, introduction: member.introduction,
        options: member.options, settings: member.settings)
    }
    let alone = members.count == 1 ? members[0] : nil
    let identity = alone?.introduction.identity ?? .chain(of: members.map(\.introduction.identity))
    let options =
      if let alone { alone.options } else { try Self.options([:], of: identity) }
    let configured = ConfiguredDecoder(
      label: reference.label ?? reference.unhinted, reference: reference.unhinted,
      identity: identity, options: options, members: members.map(\.settings),
      fingerprint: .chain(of: fingerprints))
    let hinted = reference.hints.map(configured.hinted) ?? configured
    decoders.append(reference.selection.map(hinted.selecting) ?? hinted)
  }

  /// Makes each decoder several: one for each setting of hints, in the settings' order.
  ///
  /// A setting that is the corpus's own is the decoder as it is. A decoder that was named with a hint
  /// stays alone.
  ///
  /// - Parameter isOwn: True for a setting that the corpus has itself.
  /// - Throws: ``PluginError`` if a decoder of the same name was asked for.
  package mutating func vary(
    hints settings: [HintSetting], isOwn: (HintSetting) -> Bool
  ) throws(PluginError) {
    decoders = decoders.flatMap { configured in
      guard configured.hints == nil else { return [configured] }
      return settings.map { isOwn($0) ? configured : configured.hinted($0) }
    }
    try rejectDuplicates()
  }

  /// Makes each decoder several: one for each way to select, in their order.
  ///
  /// A decoder that was named with a way to select stays alone.
  ///
  /// - Parameters:
  ///   - strategies: The ways that were asked for; `nil` for the usual ones, where there is something to
  ///     select by.
  ///   - corpus: The corpus whose images are decoded.
  /// - Throws: ``PluginError`` if the corpus aims at no symbol, or a decoder of the same name was asked
  ///   for.
  package mutating func vary(
    strategies: [SelectionStrategy]?, over corpus: Corpus
  ) throws(PluginError) {
    try requireSelection(of: corpus, isAskedFor: strategies != nil)
    guard corpus.selection != nil else { return }
    decoders = decoders.flatMap { configured in
      guard configured.selection == .none else { return [configured] }
      return (strategies ?? SelectionStrategy.usual).map {
        $0 == .none ? configured : configured.selecting($0)
      }
    }
    try rejectDuplicates()
  }

  /// Checks that there is something to select by where a decoder is to select.
  ///
  /// - Parameter isAskedFor: True if all decoders are to select.
  /// - Throws: ``PluginError`` if the corpus aims at no symbol.
  package func requireSelection(
    of corpus: Corpus, isAskedFor: Bool = false
  ) throws(PluginError) {
    guard corpus.selection == nil else { return }
    let asked = decoders.first { $0.selection != .none }.map { "\"\($0.argument)\" selects" }
    guard let asked = asked ?? (isAskedFor ? "--selection asks for a choice" : nil) else { return }
    throw PluginError(
      .badReference,
      "\(asked), and the corpus \"\(corpus.name)\" has no \"selection\" that says which symbols; take "
        + "one that has, such as select-side-by-side")
  }

  /// Resolves options to their values; an option or value that does not fit the decoder is a user
  /// error.
  package static func options(
    _ requested: [String: String], of identity: DecoderIdentity
  ) throws(PluginError) -> DecoderOptions {
    do throws(OptionError) {
      return try DecoderOptions(resolving: requested, for: identity)
    } catch {
      throw PluginError(.badOption, error.description)
    }
  }

  private func rejectDuplicates() throws(PluginError) {
    var labels: [String: ConfiguredDecoder] = [:]
    var references: [String: ConfiguredDecoder] = [:]
    for configured in decoders {
      if let other = references.updateValue(configured, forKey: configured.reference) {
        let names = [other.argument, configured.argument]
        throw PluginError(
          .badReference,
          names[0] == names[1]
            ? "decoder \"\(names[0])\" takes part twice; name it once"
            : "\"\(names[0])\" and \"\(names[1])\" are the same decoder; name it once")
      }
      if let other = labels.updateValue(configured, forKey: configured.label.lowercased()) {
        throw PluginError(
          .badReference,
          "\"\(other.argument)\" and \"\(configured.argument)\" have the same label"
            + (other.label == configured.label ? "" : " but for its case") + "; give each its own")
      }
    }
  }
}

extension PluginSearch.Location {
  /// True if its absence is an error: it was named, or it was built with the harness.
  fileprivate var isExpected: Bool { source == .given || source == .besideHarness }
}

extension DecoderIdentity {
  /// Makes the identity of a decoder chain, whose decoders are tried in turn: it reads what any of
  /// them reads.
  static func chain(of members: [DecoderIdentity]) -> DecoderIdentity {
    DecoderIdentity(
      name: DecoderReference.chain, summary: "The first of several decoders that reads.",
      library: members.map(\.library).joined(separator: " + "),
      version: members.map(\.version).joined(separator: " + "),
      symbologies: members.reduce(into: []) { $0.formUnion($1.symbologies) })
  }
}
