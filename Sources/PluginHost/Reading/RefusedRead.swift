import Foundation

/// A file that a plugin could not read because nothing opens it, as far as the plugin's own words tell.
enum RefusedRead {
  /// A sentence that follows the report of a failure; empty unless a path in it is there and closed.
  ///
  /// - Parameter text: The words of the plugin, standard error among them.
  static func note(in text: String, of program: PluginProgram) -> String {
    let reading = PluginReading(program)
    let isDenied =
      text.contains("ermission denied") || text.contains("EACCES") || text.contains("AccessDenied")
    guard let path = paths(in: text, program).first(where: { !reading.covers($0) }) else {
      return ""
    }
    let real = RealPath.of(path) ?? path
    if let reason = reading.refused[path] ?? ClosedPlaces.reason(against: real) {
      return isDenied ? "; the sandbox keeps \(path) closed: \(reason)" : ""
    }
    return "; it cannot read \(path): not declared; add reads: [\(path)] to its plugin.yaml"
  }

  /// The paths that a text names and that are there. Words end at blanks, quotation marks and brackets.
  private static func paths(in text: String, _ program: PluginProgram) -> [String] {
    let ends: Set<Character> = [
      " ", "\n", "\t", "'", "\"", "`", "(", ")", "[", "]", "<", ">", ",", ";",
    ]
    let folder = program.workingFolder ?? "/"
    return text.suffix(1 << 13).split(whereSeparator: ends.contains).prefix(1024).compactMap {
      word in
      var path = String(word)
      while let last = path.last, ":.!".contains(last) { path.removeLast() }
      guard path.contains("/"), path.count > 1 else { return nil }
      let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
      return RealPath.isThere(whole) ? whole : nil
    }
  }
}
