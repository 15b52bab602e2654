import DecoderKit

/// The reason a plugin cannot be used, in a sentence for the person who asked for it.
package struct PluginError: Error, Hashable, CustomStringConvertible {
  /// The kinds of problem, which decide the exit code.
  package enum Code: Hashable, Sendable {
    /// The text typed is not a decoder reference.
    case badReference
    /// No plugin of that name was found.
    case unknownDecoder
    /// The decoder does not know the option, or does not take that value.
    case badOption
    /// The plugin was found and cannot be used: it breaks the protocol or says so.
    case unavailable
    /// The plugin is in a place that every user of the system can write to, and is not run.
    case refused
    /// The plugin's manifest is not valid.
    case badManifest
    /// The system did not start a process: the file is no program, or a resource has run out.
    case notStarted
  }

  /// The kind of problem.
  package let code: Code
  /// A sentence that says what is wrong and what would be right.
  package let message: String

  /// True if the worker was not ready yet when a signal ended it that no library sends itself.
  package var wasKilledFromOutside = false

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the error for a name that no plugin has, with the names that are known.
  package static func unknownDecoder(_ name: String, known: [String]) -> PluginError {
    PluginError(
      .unknownDecoder,
      "unknown decoder \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
        + " Known: \(known.joined(separator: ", ")). Others can be named with --plugin PATH.")
  }

  /// Makes the error for a plugin whose releases cannot be had one by one.
  static func noReleases(of location: PluginSearch.Location) -> PluginError {
    PluginError(
      .badReference,
      location.manifest == nil
        ? "\(location.path) is one executable; a plugin.yaml with \"releases\" says how other releases "
          + "of a library are installed"
        : "\(location.path) does not say with \"releases\" how releases are listed and installed "
          + "(docs/adapters.md)")
  }

  package var description: String { message }

  /// True if the user can correct the error by typing something else.
  package var isUsageError: Bool { [.badReference, .unknownDecoder, .badOption].contains(code) }
}

/// A decoder as typed on the command line.
///
/// It is one decoder, `zbar`; one with options, `zxing:profile=tuned,max-symbols=1`; or a decoder
/// chain, `any:zbar+zxing`, whose members are tried in turn until one reads the image. A label of
/// one's own may stand before each: `fast=zxing:try-harder=false`. A hint may stand behind each:
/// `zxing@symbologies`; and a way to select behind that: `zxing@filter`, `zxing@symbologies@filter`.
/// The number of a release may stand behind a name: `toy@2.1.0`, `toy@2.1.0:fast=true`.
package struct DecoderReference: Hashable, Sendable, CustomStringConvertible {
  /// The reader's own name for it in reports; `nil` if none was given.
  package private(set) var label: String?
  /// The decoder's name.
  package let name: String
  /// The release of its library; `nil` for the one that is installed for everyday use.
  package private(set) var release: VersionNumber?
  /// The options as typed.
  package let options: [String: String]
  /// The members of a decoder chain, in the order in which they are tried; empty for one decoder.
  package let members: [DecoderReference]
  /// The single decoders that it stands for: the members of a chain, or itself.
  package var parts: [DecoderReference] { members.isEmpty ? [self] : members }
  /// The hint that it is given with each image; `nil` for the corpus's own.
  package private(set) var hints: HintSetting?
  /// The way in which it selects among its readings; `nil` for the run's own.
  package private(set) var selection: SelectionStrategy?

  /// The word that stands before the members of a decoder chain.
  package static let chain = "any"

  package init(
    name: String, release: VersionNumber? = nil, options: [String: String] = [:],
    hints: HintSetting? = nil
  ) {
    self.name = name
    self.release = release
    self.options = options
    self.hints = hints
    members = []
  }

  package init(members: [DecoderReference]) {
    name = Self.chain
    options = [:]
    self.members = members
  }

  /// Parses a decoder reference as typed.
  ///
  /// - Throws: ``PluginError`` when it is not `NAME`, `NAME:OPTION=VALUE,…` or `any:` with two or
  ///   more of them joined by `+`, with or without `LABEL=` before it and `@HINT` behind it.
  package init(parsing text: String) throws(PluginError) {
    guard let equals = text.prefix(while: { $0 != ":" }).firstIndex(of: "=") else {
      try self.init(hinted: text)
      return
    }
    let label = String(text[..<equals])
    guard Self.isLabel(label) else {
      throw PluginError(
        .badReference,
        "\"\(label)\" in \"\(text)\" cannot be a label; write up to \(Self.longestLabel) letters, "
          + "digits, \".\", \"-\" and \"_\", the first a letter or digit, and not \"all\" or \"any\""
      )
    }
    try self.init(hinted: String(text[text.index(after: equals)...]))
    self.label = label
  }

  /// Parses decoder references with commas between them: `zbar,zxing:profile=tuned,max-symbols=1,dmtx`.
  ///
  /// A word with "=" behind a decoder with options is its next option.
  ///
  /// - Throws: ``PluginError`` when one is no reference.
  package static func list(parsing text: String) throws(PluginError) -> [DecoderReference] {
    var parts: [String] = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      let name = word.prefix { $0 != ":" }
      let isOption = name.contains("=") && (name.count == word.count || name.contains("+"))
      if let last = parts.last, last.contains(":"), isOption {
        parts[parts.count - 1] = last + "," + word
      } else {
        parts.append(word)
      }
    }
    var references: [DecoderReference] = []
    for part in parts { references.append(try DecoderReference(parsing: part)) }
    return references
  }

  private init(hinted text: String) throws(PluginError) {
    guard let at = text.lastIndex(of: "@"),
      let strategy = SelectionStrategy(rawValue: String(text[text.index(after: at)...])),
      strategy != .none
    else {
      try self.init(onlyHinted: text)
      return
    }
    try self.init(onlyHinted: String(text[..<at]))
    selection = strategy
  }

  private init(onlyHinted text: String) throws(PluginError) {
    guard let at = text.lastIndex(of: "@") else {
      try self.init(withoutLabel: text)
      return
    }
    let hint = String(text[text.index(after: at)...])
    // A hint has no digit in front, a release has one.
    if hint.first?.isNumber == true {
      try self.init(withoutLabel: text)
      return
    }
    // The values of options may hold an "@" of their own.
    guard HintSetting.opens(hint) || !text[..<at].contains(":") else {
      try self.init(withoutLabel: text)
      return
    }
    guard HintSetting.opens(hint) else {
      throw PluginError(
        .badReference,
        "\"\(hint)\" is neither a hint nor a way to select."
          + SpellingSuggestion.sentence(
            for: hint, among: ["none", "symbologies", "formats"] + SelectionStrategy.names)
          + " After \"@\" write none, symbologies or formats:qr-code+ean-13, and then "
          + SelectionStrategy.names.joined(separator: ", "))
    }
    let hints = try HintSetting(parsing: hint)
    try self.init(withoutLabel: String(text[..<at]))
    self.hints = hints
  }

  /// The most characters that a label may have: it stands beside marks and curves.
  static let longestLabel = 24

  private static func isLabel(_ text: String) -> Bool {
    func isPlain(_ character: Character) -> Bool {
      character.isASCII && (character.isLetter || character.isNumber)
    }
    return text.count <= longestLabel && !["all", chain].contains(text.lowercased())
      && text.first.map(isPlain) ?? false && text.allSatisfy { isPlain($0) || ".-_".contains($0) }
  }

  private init(withoutLabel text: String) throws(PluginError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let words = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(words[0])
    let release = words.count > 1 ? VersionNumber(parsing: String(words[1])) : nil
    guard words.count == 1 || release != nil else {
      throw PluginError(
        .badReference,
        "\"\(words[1])\" in \"\(text)\" is not the number of a release; write NAME@2.1.0")
    }
    guard !name.isEmpty, !name.contains("/") else {
      throw PluginError(
        .badReference,
        "\"\(text)\" does not name a decoder; write NAME or NAME:OPTION=VALUE,…")
    }
    if name == Self.chain {
      try self.init(chain: parts.count > 1 ? String(parts[1]) : "", in: text)
      return
    }
    var options: [String: String] = [:]
    for setting in parts.count > 1 ? parts[1].split(separator: ",") : [] {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        // A single word is most often a profile.
        let hint = pair.count == 1 ? ", such as profile=\(setting)" : ""
        throw PluginError(
          .badReference,
          "\"\(setting)\" in \"\(text)\" is not a setting; write OPTION=VALUE\(hint)")
      }
      let replaced = options.updateValue(String(pair[1]), forKey: String(pair[0]))
      guard replaced == nil else {
        throw PluginError(.badReference, "\"\(text)\" sets \"\(pair[0])\" twice")
      }
    }
    self.init(name: name, release: release, options: options)
  }

  private init(chain: String, in text: String) throws(PluginError) {
    var members: [DecoderReference] = []
    for member in chain.split(separator: "+", omittingEmptySubsequences: false) {
      let member = try DecoderReference(parsing: String(member))
      guard member.label == nil else {
        throw PluginError(
          .badReference,
          "\"\(text)\" labels a member of a chain; write LABEL=any:NAME+NAME")
      }
      guard member.hints == nil, member.selection == nil else {
        throw PluginError(
          .badReference,
          "\"\(text)\" gives a hint to a member of a chain; write any:NAME+NAME@HINT")
      }
      guard !members.contains(member) else {
        throw PluginError(
          .badReference, "\"\(text)\" names one decoder twice")
      }
      members.append(member)
    }
    guard members.count > 1 else {
      throw PluginError(
        .badReference, "\"\(text)\" is not a chain of decoders; write any:NAME+NAME")
    }
    self.init(members: members)
  }

  /// The name in tables: the label, or else the canonical spelling; a hint stands behind either.
  package var displayName: String { (label ?? unhinted) + suffix }

  /// The reference in its canonical spelling, without its label: options sorted by name.
  package var description: String { unhinted + suffix }

  private var suffix: String {
    (hints.map { "@\($0)" } ?? "") + (selection.map { "@\($0.rawValue)" } ?? "")
  }

  /// The same without the hint and the way to select.
  package var unhinted: String {
    guard members.isEmpty else {
      return "\(name):" + members.map(\.description).joined(separator: "+")
    }
    let released = name + (release.map { "@\($0)" } ?? "")
    guard !options.isEmpty else { return released }
    let settings = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return released + ":" + settings.joined(separator: ",")
  }
}
