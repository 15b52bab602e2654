/// A programming language in which a new plugin can be written.
public enum PluginLanguage: String, CaseIterable, Hashable, Sendable {
  /// Swift, with a copy of `DecoderKit`.
  case swift
  /// Python, with a copy of its SDK's one file.
  case python
  /// C, with a copy of its SDK's header and source.
  case c
  /// Java, one source file that holds the protocol too.
  case java

  /// The command that builds the plugin in its folder; `nil` where nothing is built.
  public var buildCommand: String? {
    switch self {
    case .swift: "swift build -c release"
    case .python: nil
    case .c: "make"
    case .java: "javac -d classes Plugin.java"
    }
  }

  /// The executable's path, relative to the plugin's folder.
  public func executable(ofPlugin name: String) -> String {
    (self == .swift ? ".build/release/" : "") + "harness-decoder-" + name
  }

  /// The path of the file to fill in, relative to the plugin's folder.
  public func sourceFile(ofPlugin name: PluginName) -> String {
    switch self {
    case .swift:
      "Sources/harness-decoder-\(name.text)/\(name.typeName)Decoder.swift"
    case .python: executable(ofPlugin: name.text)
    case .c: "plugin.c"
    case .java: "Plugin.java"
    }
  }

  /// The parts of the SDK that the plugin gets a copy of.
  ///
  /// `sources` are places below the folders that have SDKs; the first that exists is copied.
  /// `destination` is a path in the plugin's folder.
  var sdk: [(sources: [String], destination: String)] {
    switch self {
    // An installation has DecoderKit with the other SDKs; a checkout has it as part of the harness.
    case .swift: [(["SDK/swift/DecoderKit", "../Sources/DecoderKit"], "Sources/DecoderKit")]
    case .python: [(["SDK/python/harness_decoder.py"], "harness_decoder.py")]
    case .c:
      [
        (["SDK/c/harness_decoder.h"], "harness_decoder.h"),
        (["SDK/c/harness_decoder.c"], "harness_decoder.c"),
      ]
    case .java: []
    }
  }
}
