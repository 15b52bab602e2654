import Base
import Corpora
import DecoderKit
import PluginHost
import Results

/// A decoder that takes part in a comparison: identified, configured, and started once as a check.
package struct ConfiguredDecoder: Hashable, Sendable {
  /// The name in tables: a label given by hand, or the canonical reference, options included.
  package var label: String { baseLabel + suffix }
  /// The canonical reference, whatever the label: `zxing:try-harder=false`.
  package var reference: String { baseReference + suffix }
  /// The hint that it is given with each image; `nil` for the corpus's own.
  package private(set) var hints: HintSetting?
  /// The way in which it selects among its readings; `none` keeps them all.
  package private(set) var selection: SelectionStrategy = .none
  /// The identity that the decoder reports.
  package let identity: DecoderIdentity
  /// Its options, every one with its value.
  package let options: DecoderOptions
  /// The settings of its workers; for a decoder chain, one per member, in the order in which they
  /// are tried.
  package let members: [WorkerSettings]
  /// The identity across runs.
  package var fingerprint: DecoderFingerprint {
    let hinted = hints.map(baseFingerprint.hinted) ?? baseFingerprint
    return selection == .none ? hinted : hinted.selecting(selection)
  }

  /// By program, the identity that its workers must report: that of the plan, which names the results. A
  /// chain's members each have one of their own, which the plan does not keep.
  var plannedIdentities: [String: DecoderIdentity] {
    guard let member = members.first, members.count == 1 else { return [:] }
    return [member.program.label: identity]
  }

  private let baseLabel: String
  private let baseReference: String
  private let baseFingerprint: DecoderFingerprint

  /// Makes a configured decoder; without a reference, its label is one.
  package init(
    label: String, reference: String? = nil, identity: DecoderIdentity, options: DecoderOptions,
    members: [WorkerSettings], fingerprint: DecoderFingerprint
  ) {
    baseLabel = label
    baseReference = reference ?? label
    self.identity = identity
    self.options = options
    self.members = members
    baseFingerprint = fingerprint
  }

  /// The decoder as `--decoder` takes it, with its label if it has one.
  package var argument: String {
    baseLabel == baseReference ? label : "\(baseLabel)=\(reference)"
  }

  /// Hint and way to select, as they stand behind names.
  private var suffix: String {
    (hints.map { "@\($0)" } ?? "") + (selection == .none ? "" : "@\(selection.rawValue)")
  }

  /// The decoder with its own option for a purpose switched on, and that setting as it is typed: `profile=tuned`.
  ///
  /// A profile is taken where one sets the option. `nil` for a chain, or without such an option that is off.
  package func switchingOn(
    _ purpose: OptionSpecification.Purpose
  ) -> (setting: String, decoder: ConfiguredDecoder)? {
    guard members.count == 1,
      let option = identity.options.first(where: { $0.purpose == purpose && $0.kind == .flag }),
      !options.flag(option.name)
    else { return nil }
    let profile = identity.profiles.filter { profile in
      profile.settings[option.name].flatMap(option.canonical) == "true"
    }.min { $0.settings.count < $1.settings.count }
    let (key, value) = profile.map { (DecoderOptions.profileKey, $0.name) } ?? (option.name, "true")
    var settings = members[0]
    settings.options[option.name] = nil
    settings.options[key] = value
    guard let options = try? DecoderOptions(resolving: settings.options, for: identity) else {
      return nil
    }
    let decoder = ConfiguredDecoder(
      label: label, reference: reference, identity: identity, options: options,
      members: [settings], fingerprint: fingerprint)
    return ("\(key)=\(value)", decoder)
  }

  /// Returns the same decoder with a hint of its own: `zxing@symbologies`.
  ///
  /// - Precondition: It has none yet.
  package func hinted(_ setting: HintSetting) -> ConfiguredDecoder {
    precondition(hints == nil, "a decoder has one hint")
    var hinted = self
    hinted.hints = setting
    return hinted
  }

  /// Returns the same decoder with a way to select among its readings: `zxing@filter`.
  ///
  /// - Precondition: It has none yet.
  package func selecting(_ strategy: SelectionStrategy) -> ConfiguredDecoder {
    precondition(selection == .none, "a decoder selects in one way")
    var selecting = self
    selecting.selection = strategy
    return selecting
  }

  /// Returns the same decoder under a name of its own, whose stored results are nobody else's.
  ///
  /// - Parameter origin: What tells it from others that run from the same files.
  package func named(_ name: String, apartBy origin: String) -> ConfiguredDecoder {
    var named = ConfiguredDecoder(
      label: name, reference: "\(name)=\(baseReference)", identity: identity, options: options,
      members: members,
      fingerprint: DecoderFingerprint(
        sha256: ContentHash.sha256(ofParts: [origin, baseFingerprint.sha256]),
        files: baseFingerprint.files))
    (named.hints, named.selection) = (hints, selection)
    return named
  }

  /// True if it can read any of a group's symbols. A group without symbols, or of unknown ones, is
  /// for every decoder.
  package func supports(_ group: CorpusGroup) -> Bool {
    group.symbologies.isEmpty || group.symbologies.contains(where: identity.supports)
  }
}
