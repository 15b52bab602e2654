import Base
import Foundation

/// Builds commits of a repository, each once, in a folder of its own in the user's cache.
///
/// Each commit has a clone of its own, so that nothing is written in the repository and builds can ask git for
/// their version. The build command runs under the guard as installers of releases do: it ends with all that it
/// started, writes in its clone alone, reads that, compilers and libraries, and has the environment of plugins and
/// no network, unless the sandbox is switched off.
package struct CommitBuilder: Sendable {
  /// One commit.
  package struct Commit: Hashable, Sendable {
    /// Its full hash.
    package let hash: String
    /// The first line of its message.
    package let subject: String

    /// The hash as people write it, with the subject.
    package var text: String { "\(hash.prefix(10)) \(subject)" }
  }

  private let repository: String
  private let command: String
  private let built: String
  private let root: String
  private let sandbox: SandboxMode
  private let stop: StopSignal

  private static let gitSeconds = 600.0
  private static let buildSeconds = 3600.0
  private static let mostListed = 1 << 24
  private static let builtMark = ".harness-built"

  /// Makes a builder.
  ///
  /// - Parameters:
  ///   - repository: The path of a checkout or of a bare repository.
  ///   - command: The command for `/bin/sh` that builds a commit, in its root folder.
  ///   - built: The plugin, relative to the root folder after the build: its `plugin.yaml`, the folder of that, or
  ///     an executable.
  ///   - environment: The variables `XDG_CACHE_HOME` and `HOME`.
  /// - Throws: ``PluginError`` without a folder for builds.
  package init(
    repository: String, command: String, built: String, environment: [String: String],
    sandbox: SandboxMode, stop: StopSignal
  ) throws(PluginError) {
    let cache =
      environment["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].map { $0 + "/.cache" }
    guard let cache else {
      throw PluginError(.unavailable, "there is no folder for builds: set HOME or XDG_CACHE_HOME")
    }
    self.repository = URL(filePath: repository).standardizedFileURL.path
    (self.command, self.built, self.sandbox, self.stop) = (command, built, sandbox, stop)
    let key = ContentHash.sha256(ofParts: [self.repository, command]).prefix(16)
    root = "\(cache)/barcode-harness/builds/\(key)"
  }

  /// True if nothing more is to be built.
  package var isStopped: Bool { stop.isRequested }

  /// Finds the commit that a branch, tag or hash names.
  ///
  /// - Throws: ``PluginError`` in git's words if there is none.
  package func commit(_ name: String) throws(PluginError) -> Commit {
    let found =
      name.hasPrefix("-")
      ? [] : (try? commits(["-1", name + "^{commit}", "--"], naming: name)) ?? []
    guard let commit = found.first else {
      throw PluginError(.badReference, "\(repository) has no commit \"\(name)\"")
    }
    return commit
  }

  /// Lists the commits from one to another along the first parents, both included, the earliest first.
  ///
  /// - Throws: ``PluginError`` if one is not there, or the second is not reached from the first.
  package func commits(from first: String, to last: String) throws(PluginError) -> [Commit] {
    let (start, end) = (try commit(first), try commit(last))
    let order = ["git", "-C", repository, "merge-base", "--is-ancestor", start.hash, end.hash]
    do throws(PluginError) {
      _ = try run(order, in: repository, fault: "", isOfUser: true, seconds: Self.gitSeconds)
    } catch {
      throw PluginError(.badReference, "\(last) does not come after \(first) in \(repository)")
    }
    let between = try commits(
      ["--first-parent", "--reverse", "\(start.hash)..\(end.hash)", "--"],
      naming: "\(first)..\(last)")
    guard !between.isEmpty else {
      throw PluginError(.badReference, "\(first) and \(last) are one commit of \(repository)")
    }
    return [start] + between
  }

  /// Lists the commits of the branch that a commit merges along their first parents, after the one that both sides
  /// share.
  ///
  /// - Returns: `nil` for a commit that merges no branch, or several.
  public func commits(mergedBy merge: Commit) -> [Commit]? {
    let (own, branch) = ("\(merge.hash)^1", "\(merge.hash)^2")
    guard (try? commit("\(merge.hash)^3")) == nil,
      let base = try? run(
        ["git", "-C", repository, "merge-base", own, branch], in: repository, fault: "",
        isOfUser: true, seconds: Self.gitSeconds)
    else { return nil }
    return try? commits(from: base.trimmingCharacters(in: .whitespacesAndNewlines), to: branch)
  }

  private func commits(_ words: [String], naming name: String) throws(PluginError) -> [Commit] {
    let output = try run(
      // The repository's own settings may name a program that checks signatures.
      ["git", "-C", repository, "log", "--no-show-signature", "--format=%H %s"] + words,
      in: repository,
      fault: "\(repository) has no commit \"\(name)\"", isOfUser: true, seconds: Self.gitSeconds,
      .whole(most: Self.mostListed))
    return output.split(whereSeparator: \.isNewline).compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return parts.first.map {
        Commit(hash: String($0), subject: parts.count > 1 ? String(parts[1]) : "")
      }
    }
  }

  private func folder(of commit: Commit) -> String { "\(root)/\(commit.hash)" }

  /// True if a commit was built to the end.
  package func isBuilt(_ commit: Commit) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder(of: commit))/\(Self.builtMark)")
  }

  /// Builds a commit, if it is not built yet.
  ///
  /// - Returns: The path of its plugin.
  /// - Throws: ``PluginError`` in the words of the build.
  package func build(_ commit: Commit) throws(PluginError) -> String {
    let folder = folder(of: commit)
    if !isBuilt(commit) {
      try writing { () throws(FileError) in try Folder.make(root) }
      try ReleaseFolderLock.hold(root, isStopped: { stop.isRequested }) {
        () throws(PluginError) -> Void in
        // The one that was waited for may have done it.
        if !isBuilt(commit) { try build(commit, in: folder) }
      }
    }
    let plugin = built == "." ? folder : "\(folder)/\(built)"
    guard FileManager.default.fileExists(atPath: plugin) else {
      throw PluginError(.unavailable, "its build makes no \(built)")
    }
    return plugin
  }

  private func build(_ commit: Commit, in folder: String) throws(PluginError) {
    try? FileManager.default.removeItem(atPath: folder)
    do throws(PluginError) {
      _ = try run(
        // With objects that the repository borrows: the build reads the clone alone.
        [
          "git", "clone", "--quiet", "--no-hardlinks", "--dissociate", "--no-checkout", repository,
          folder,
        ],
        in: root,
        fault: "it cannot be cloned", isOfUser: true, seconds: Self.gitSeconds)
      _ = try run(
        ["git", "-C", folder, "checkout", "--quiet", "--detach", commit.hash], in: folder,
        fault: "it cannot be checked out", isOfUser: true, seconds: Self.gitSeconds)
      _ = try run(
        ["/bin/sh", "-c", command], in: folder, fault: "it does not build", isOfUser: false,
        seconds: Self.buildSeconds)
      try writing { () throws(FileError) in
        let mark = try AtomicFile(path: "\(folder)/\(Self.builtMark)", isDurable: false)
        try mark.write("\(commit.hash)\n")
        try mark.complete()
        try mark.commit()
      }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  private func writing(_ body: () throws(FileError) -> Void) throws(PluginError) {
    do throws(FileError) {
      try body()
    } catch {
      throw PluginError(.unavailable, "\(error)")
    }
  }

  /// Runs git with the user's rights, or a build with those of an installer.
  private func run(
    _ words: [String], in folder: String, fault: String, isOfUser: Bool, seconds: Double,
    _ use: GuardedRun.Output = .tail
  ) throws(PluginError) -> String {
    let surroundings = BasicEnvironment.current
    guard
      let executable = PluginProgram.path(
        ofTool: words[0], in: folder, searchPath: surroundings["PATH"] ?? "")
    else { throw PluginError(.unavailable, "\(fault): \(words[0]) is not on PATH") }
    var program = PluginProgram(
      tool: executable, Array(words.dropFirst()), surroundings: surroundings)
    program.workingFolder = folder
    if isOfUser { program.environment = surroundings }
    var settings = WorkerSettings(program: program)
    settings.sandbox = isOfUser ? .none : sandbox
    settings.writableFolders = [folder]
    return try GuardedRun.output(
      of: settings, tool: words[0], doing: fault, reading: use, limit: seconds,
      tooMuch: "more than \(Self.mostListed >> 20) MB"
    ) { stop.isRequested }
  }
}
