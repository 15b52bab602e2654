import DecoderKit

/// A decoder as a person names it: `zbar`, or with options `zxing:profile=tuned,max-symbols=1`.
public struct DecoderReference: Hashable, Sendable, CustomStringConvertible {
  /// The decoder's name.
  public let name: String
  /// The options as typed.
  public let options: [String: String]

  /// Makes a reference.
  public init(name: String, options: [String: String] = [:]) {
    self.name = name
    self.options = options
  }

  /// Reads what was typed.
  ///
  /// - Throws: ``PluginError`` when it is not `NAME` or `NAME:OPTION=VALUE,…`.
  public init(parsing text: String) throws(PluginError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard !name.isEmpty, !name.contains("/") else {
      throw PluginError(
        .badReference,
        "\"\(text)\" does not name a decoder; write NAME or NAME:OPTION=VALUE,…")
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

  /// The reference in its canonical spelling: options sorted by name.
  public var description: String {
    guard !options.isEmpty else { return name }
    let settings = options.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return name + ":" + settings.joined(separator: ",")
  }
}
