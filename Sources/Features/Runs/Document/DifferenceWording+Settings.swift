import Reporting

extension DifferenceWording {
  /// The settings that differ, a sentence each.
  var settings: [String] { difference.settings.map(sentence) + timing }

  /// The reason no times are compared.
  private var timing: [String] {
    let cells = difference.decoders.flatMap(\.cells)
    if difference.isSameRun == true {
      return ["both are the same run, or copies of it: nothing can differ"]
    }
    guard !cells.isEmpty, cells.allSatisfy({ $0.latency == nil }) else { return [] }
    let few = "one of the runs has too few reads, or takes results from earlier runs"
    let changed = Set(difference.settings.map(\.setting))
    // Of other corpora no more settings are listed.
    let reason =
      changed.contains(.machine)
      ? "the runs are from different machines"
      : changed.contains(.corpus) ? "the runs are from different machines, or \(few)" : few
    return ["times are not compared: \(reason)"]
  }

  private func sentence(_ change: SettingChange) -> String {
    let (before, after) = (change.before, change.after)
    let place = change.group.map { "\($0): " } ?? ""
    switch change.setting {
    case .levels, .groups:
      let parts = [
        before.isEmpty ? nil : "only the first run has \(Self.listed(before.components))",
        after.isEmpty ? nil : "only the second run has \(Self.listed(after.components))",
      ].compactMap(\.self)
      return "\(change.setting.rawValue): \(parts.joined(separator: "; "))"
    case .corpusFile: return "the corpus's file differs, with the same version number"
    case .drawing:
      return "\(place)drawn differently at \(after) of \(before) levels"
    case .commit:
      return "commit \(before.isEmpty ? "unknown" : String(before.prefix(12))) → "
        + (after.isEmpty ? "unknown" : String(after.prefix(12)))
    default: return "\(place)\(Self.word(change.setting)) \(before) → \(after)"
    }
  }

  private static func word(_ setting: SettingChange.Setting) -> String {
    switch setting {
    case .corpusVersion: "corpus version"
    case .hints: "symbology hints"
    case .memoryLimit: "memory limit"
    case .givingUp: "consecutive crashes or timeouts before a decoder is given up:"
    case .harness: "harness version"
    case .trials: "trials at each level"
    default: setting.rawValue
    }
  }

  /// The groups that could not be compared, a sentence for each reason.
  var uncompared: [String] {
    difference.decoders.flatMap { decoder in
      UncomparedGroup.Reason.allCases.compactMap { reason -> String? in
        let groups = decoder.uncompared.filter { $0.reason == reason }.map(\.group)
        guard !groups.isEmpty else { return nil }
        return "\(decoder.after.label) on \(Self.listed(groups)): \(Self.words(reason))"
      }
    }
  }

  /// A list of which only the first items are named if it is long.
  private static func listed(_ items: [String]) -> String {
    let named = 6
    guard items.count > named else { return Words.list(items) }
    return Words.list(
      Array(items.prefix(named)) + ["\(Numerals.count(items.count - named)) more"])
  }

  private static func words(_ reason: UncomparedGroup.Reason) -> String {
    switch reason {
    case .missingBefore: "only the second run has results"
    case .missingAfter: "only the first run has results"
    case .otherCorpus: "the corpora have different names and share no samples"
    case .otherSweep: "the sweeps have different axes or directions and share no samples"
    case .otherLevels: "the runs share neither samples nor levels"
    case .notTried: "no sample was judged in both runs"
    }
  }
}

extension String {
  /// The items of a list that is joined by commas.
  fileprivate var components: [String] { split(separator: ", ").map(String.init) }
}
