import Foundation

/// A file that a plugin could not read because nothing opens it, as far as the plugin's own words tell.
enum RefusedRead {
  /// A sentence that follows the report of a failed start; empty unless a path in it is there and closed.
  ///
  /// - Parameter text: The words of the plugin, standard error among them.
  static func note(in text: String, of program: PluginProgram) -> String {
    sentence(in: text, of: program, isDenied: isDenied(text)).map { "; \($0)" } ?? ""
  }

  /// The text of a failure in mid-run with the sentence behind it, as another line if the text has several; the
  /// text alone unless it says that something was denied.
  static func completed(_ text: String, of program: PluginProgram) -> String {
    guard isDenied(text), let sentence = sentence(in: text, of: program, isDenied: true) else {
      return text
    }
    // The end of a long text is cut off where it is stored.
    return text.contains("\n") ? "\(text.suffix(1 << 11))\n\(sentence)" : "\(text); \(sentence)"
  }

  private static func isDenied(_ text: String) -> Bool {
    ["ermission denied", "EACCES", "AccessDenied"].contains(where: text.contains)
  }

  private static func sentence(
    in text: String, of program: PluginProgram, isDenied: Bool
  ) -> String? {
    let reading = PluginReading.known(of: program)
    guard let path = paths(in: text, program).first(where: { !reading.covers($0) }) else {
      return nil
    }
    let real = RealPath.of(path) ?? path
    if let reason = reading.refused[path] ?? ClosedPlaces.reason(against: real) {
      return isDenied ? "the sandbox keeps \(path) closed: \(reason)" : nil
    }
    // A build has no manifest.
    return program.isTool && program.label == program.executable
      ? "it cannot read \(path); --sandbox none lets it"
      : "it cannot read \(path): not declared; add reads: [\(path)] to its plugin.yaml"
  }

  /// The paths that a text names and that are there. Words end at blanks, quotation marks and brackets.
  private static func paths(in text: String, _ program: PluginProgram) -> [String] {
    let ends: Set<Character> = [
      " ", "\n", "\t", "'", "\"", "`", "(", ")", "[", "]", "<", ">", ",", ";",
    ]
    let folder = program.workingFolder ?? "/"
    return text.suffix(1 << 13).split(whereSeparator: ends.contains).suffix(1024).compactMap {
      word in
      var path = String(word)
      while let last = path.last, ":.!".contains(last) { path.removeLast() }
      guard path.contains("/"), path.count > 1 else { return nil }
      let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
      return RealPath.isThere(whole) ? whole : nil
    }
  }
}
