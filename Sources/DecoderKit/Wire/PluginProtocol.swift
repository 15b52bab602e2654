/// The numbers that both ends of the plugin protocol agree on; `docs/plugin-protocol.md` is the
/// contract.
public enum PluginProtocol {
  /// The version that this SDK and this host speak.
  public static let version = 1

  /// The prefix of an executable's file name by which it is found as a decoder plugin.
  public static let executablePrefix = "harness-decoder-"

  /// The longest header in bytes; a longer one is refused before anything is allocated.
  public static let maximumHeaderBytes = 1 << 20

  /// The longest payload in bytes; a longer one is refused before anything is allocated.
  public static let maximumPayloadBytes = 1 << 28
}
