import Foundation

/// Writes the folder of a new plugin, which builds, passes the check, and reads nothing yet.
///
/// The files are those of `Templates` and `SDK` in the installation, with the plugin's name in
/// place of the template's.
struct PluginScaffold: Sendable {
  private let folders: [String]

  /// Makes a scaffold.
  ///
  /// - Parameter folders: Folders that may have `Templates` and `SDK` in them; the first that has
  ///   is used.
  init(folders: [String]) {
    self.folders = folders
  }

  /// Writes a plugin's folder, all of it or nothing.
  ///
  /// - Parameters:
  ///   - name: The decoder's name.
  ///   - folder: The folder to write; nothing may be there yet. Folders above it are made.
  /// - Throws: ``ScaffoldError``, with nothing left behind.
  func write(
    _ name: PluginName, in language: PluginLanguage, to folder: String
  ) throws(ScaffoldError) {
    let target = URL(filePath: folder)
    guard !Self.exists(folder) else {
      throw ScaffoldError(
        .occupied, "\(folder) already exists; choose another name or --output FOLDER")
    }
    let files = try files(name, language)
    let parent = target.deletingLastPathComponent()
    let draft = parent.appending(path: ".\(target.lastPathComponent)-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: draft) }
      for file in files { try file.write(below: draft) }
      // The folder appears whole, and never replaces one that is not empty.
      guard rename(draft.path, target.path) == 0 else {
        throw CocoaError(
          .fileWriteUnknown,
          userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))])
      }
    } catch {
      throw ScaffoldError(
        .notWritten, "\(folder) could not be written: \(error.localizedDescription)")
    }
  }

  // MARK: - What is written

  /// One file of a plugin.
  private struct File {
    var path: String
    var contents: Data

    func write(below folder: URL) throws {
      let place = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try contents.write(to: place, options: .withoutOverwriting)
      // A script must be executable, however the installation was copied here.
      if contents.starts(with: Data("#!".utf8)) {
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: place.path)
      }
    }
  }

  private func files(
    _ name: PluginName, _ language: PluginLanguage
  ) throws(ScaffoldError) -> [File] {
    let template = try located(["Templates/\(language.template)"], language)
    var files = try Self.files(below: template).map { file in
      var (path, contents) = (file.path, String(decoding: file.contents, as: UTF8.self))
      if language == .cpp {
        path = path.replacing(/^plugin\.c$/, with: "plugin.cpp")
        if path == "README.md" {
          contents = contents.replacing("plugin.c`", with: "plugin.cpp`")
            .replacing("in C11", with: "in C++20")
        }
      }
      return File(path: Self.named(path, name), contents: Data(Self.named(contents, name).utf8))
    }
    for part in language.sdk {
      let source = try located(part.sources, language)
      for file in try Self.files(below: source) {
        let path = file.path.isEmpty ? part.destination : part.destination + "/" + file.path
        files.append(File(path: path, contents: file.contents))
      }
    }
    return files
  }

  /// Replaces the template's names by the plugin's own.
  private static func named(_ text: String, _ name: PluginName) -> String {
    text.replacing("template-name", with: name.text).replacing("TemplateName", with: name.typeName)
      // The template's file has no dot: a hidden file would be easily missed there.
      .replacing(/^gitignore$/, with: ".gitignore")
  }

  /// Finds the first of these paths that any of the folders has.
  private func located(
    _ sources: [String], _ language: PluginLanguage
  ) throws(ScaffoldError) -> String {
    for folder in folders {
      for source in sources where Self.exists(folder + "/" + source) {
        return folder + "/" + source
      }
    }
    throw ScaffoldError(
      .incompleteInstallation,
      "the files for \(language.rawValue) plugins are missing: no \(sources[0]) in "
        + folders.joined(separator: ", ") + "; \"make install\" puts them there")
  }

  /// All files in a folder, by their paths relative to it.
  ///
  /// If the path is a file itself, it is the only one and has an empty path.
  private static func files(below path: String) throws(ScaffoldError) -> [File] {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let names =
      isFolder.boolValue
      ? (FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []).sorted()
      : [""]
    var files: [File] = []
    for name in names {
      let place = name.isEmpty ? path : path + "/" + name
      _ = FileManager.default.fileExists(atPath: place, isDirectory: &isFolder)
      guard !isFolder.boolValue else { continue }
      guard let contents = FileManager.default.contents(atPath: place) else {
        throw ScaffoldError(.incompleteInstallation, "\(place) cannot be read")
      }
      files.append(File(path: name, contents: contents))
    }
    return files
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}

/// A programming language in which a new plugin can be written.
enum PluginLanguage: String, CaseIterable, Hashable, Sendable {
  /// Swift, with a copy of `DecoderKit`.
  case swift
  /// Python, with a copy of its SDK's one file.
  case python
  /// C, with a copy of its SDK's header and source.
  case c
  /// C++, with the SDK for C and its template.
  case cpp
  /// Java, one source file that holds the protocol too.
  case java

  /// The language as typed: `c++` is `cpp`, too.
  init?(argument: String) { self.init(rawValue: argument == "c++" ? "cpp" : argument) }

  /// The folder of its template.
  var template: String { self == .cpp ? "c" : rawValue }

  /// The command that builds the plugin in its folder; `nil` where nothing is built.
  var buildCommand: String? {
    switch self {
    case .swift: "swift build -c release"
    case .python: nil
    case .c, .cpp: "make"
    case .java: "javac -d classes Plugin.java"
    }
  }

  /// The executable's path, relative to the plugin's folder.
  func executable(ofPlugin name: String) -> String {
    (self == .swift ? ".build/release/" : "") + "harness-decoder-" + name
  }

  /// The path of the file to fill in, relative to the plugin's folder.
  func sourceFile(ofPlugin name: PluginName) -> String {
    switch self {
    case .swift:
      "Sources/harness-decoder-\(name.text)/\(name.typeName)Decoder.swift"
    case .python: executable(ofPlugin: name.text)
    case .c: "plugin.c"
    case .cpp: "plugin.cpp"
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
    case .c, .cpp:
      [
        (["SDK/c/harness_decoder.h"], "harness_decoder.h"),
        (["SDK/c/harness_decoder.c"], "harness_decoder.c"),
      ]
    case .java: []
    }
  }
}

/// A valid name of a plugin: as typed after `--decoder`, in file names and in programs.
struct PluginName: Hashable, Sendable {
  /// The name as typed: `my-reader`.
  let text: String

  /// Checks a name.
  ///
  /// - Throws: ``ScaffoldError`` that says what a name may be.
  init(_ text: String) throws(ScaffoldError) {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
    }
    let startsWell = text.first?.isLetter == true
    guard isPlain, startsWell, text.count <= 64, text.last != "-", !text.contains("--") else {
      throw ScaffoldError(
        .badName,
        "\"\(text.prefix(80))\" is no name for a plugin: lower-case letters, digits and single "
          + "hyphens, a letter first, 64 at most" + Self.suggestion(for: text))
    }
    self.text = text
  }

  /// The name as a type: `MyReader`.
  var typeName: String {
    text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The nearest valid name.
  private static func suggestion(for text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .drop { $0.first?.isLetter != true }
    var name = words.joined(separator: "-")
    if name.hasPrefix("harness-decoder-") { name = String(name.dropFirst(16)) }
    return name.isEmpty || name == text || name.count > 64 ? "" : "; how about \(name)?"
  }
}

/// The reason a new plugin could not be written.
struct ScaffoldError: Error, Equatable, CustomStringConvertible {
  /// The kinds of problem, which decide the exit code.
  enum Code: Hashable, Sendable {
    /// The name is not valid for a plugin.
    case badName
    /// Something is already there where the plugin's folder would go.
    case occupied
    /// The installation lacks the files that a new plugin is made from.
    case incompleteInstallation
    /// A file or folder could not be written.
    case notWritten
  }

  /// The kind of problem.
  let code: Code
  /// A sentence that says what is wrong and what would be right.
  let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// True if the user can correct the error by typing something else.
  var isUsageError: Bool { code == .badName || code == .occupied }
}
