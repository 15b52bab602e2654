import DecoderKit

/// A decoder as typed on the command line.
///
/// It is one decoder, `zbar`; one with options, `zxing:profile=tuned,max-symbols=1`; or a decoder
/// chain, `any:zbar+zxing`, whose members are tried in turn until one reads the image.
public struct DecoderReference: Hashable, Sendable, CustomStringConvertible {
  /// The decoder's name.
  public let name: String
  /// The options as typed.
  public let options: [String: String]
  /// The members of a decoder chain, in the order in which they are tried; empty for one decoder.
  public let members: [DecoderReference]

  /// The word that stands before the members of a decoder chain.
  public static let team = "any"

  /// Makes a reference.
  public init(name: String, options: [String: String] = [:]) {
    self.name = name
    self.options = options
    members = []
  }

  /// Makes a reference to a decoder chain.
  public init(members: [DecoderReference]) {
    name = Self.team
    options = [:]
    self.members = members
  }

  /// Parses a decoder reference as typed.
  ///
  /// - Throws: ``PluginError`` when it is not `NAME`, `NAME:OPTION=VALUE,…` or `any:` with two or
  ///   more of them joined by `+`.
  public init(parsing text: String) throws(PluginError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard !name.isEmpty, !name.contains("/") else {
      throw PluginError(
        .badReference,
        "\"\(text)\" does not name a decoder; write NAME or NAME:OPTION=VALUE,…")
    }
    if name == Self.team {
      try self.init(team: parts.count > 1 ? String(parts[1]) : "", in: text)
      return
    }
    var options: [String: String] = [:]
    for setting in parts.count > 1 ? parts[1].split(separator: ",") : [] {
      let pair = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, !pair[0].isEmpty else {
        throw PluginError(
          .badReference, "\"\(setting)\" in \"\(text)\" is not a setting; write OPTION=VALUE")
      }
      let replaced = options.updateValue(String(pair[1]), forKey: String(pair[0]))
      guard replaced == nil else {
        throw PluginError(.badReference, "\"\(text)\" sets \"\(pair[0])\" twice")
      }
    }
    self.init(name: name, options: options)
  }

  private init(team: String, in text: String) throws(PluginError) {
    var members: [DecoderReference] = []
    for member in team.split(separator: "+", omittingEmptySubsequences: false) {
      let member = try DecoderReference(parsing: String(member))
      guard !members.contains(member) else {
        throw PluginError(
          .badReference, "\"\(text)\" asks one decoder twice")
      }
      members.append(member)
    }
    guard members.count > 1 else {
      throw PluginError(
        .badReference, "\"\(text)\" is no team; write any:NAME+NAME")
    }
    self.init(members: members)
  }

  /// The reference in its canonical spelling: options sorted by name.
  public var description: String {
    guard members.isEmpty else {
      return "\(name):" + members.map(\.description).joined(separator: "+")
    }
    guard !options.isEmpty else { return name }
    let settings = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return name + ":" + settings.joined(separator: ",")
  }
}
