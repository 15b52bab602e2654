extension PluginSearch {
  /// Says which recommended decoders stored thresholds do not have, and how they would have them.
  ///
  /// - Parameters:
  ///   - references: The decoders that they have, as they were asked for.
  ///   - command: The command that measures them again.
  /// - Returns: A sentence for each, without its full stop, as a comparison says it.
  package func leftOut(besides references: [String], again command: String) -> [String] {
    let known = references.compactMap { try? DecoderReference(parsing: $0) }
    let names = known.flatMap(\.parts).map(\.name)
    return ((try? locations()) ?? []).compactMap { location in
      guard let name = location.name, !names.contains(name),
        let recommended = location.manifest?.recommended, let missing = location.recommendation
      else { return nil }
      let reason =
        if case .success = location.program {
          "it has no thresholds in these runs. \(recommended); measure it with: \(command)"
        } else {
          "\(missing), then measure it with: \(command)"
        }
      return Location.leftOut(name, because: reason)
    }
  }
}
