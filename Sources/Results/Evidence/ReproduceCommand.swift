import Base

/// The command that draws a sample again and gives it to one decoder.
public enum ReproduceCommand {
  /// Returns the command on one line, for a POSIX shell.
  ///
  /// - Parameter options: Further options; see ``ReproduceOptions/text``.
  public static func line(key: String, decoder: String, options: String) -> String {
    "harness reproduce \(quoted(key)) --decoder \(quoted(decoder))"
      + (options.isEmpty ? "" : " \(options)")
  }

  /// Quotes a word for a POSIX shell, whatever characters it contains.
  public static func quoted(_ word: String) -> String {
    // Scalar by scalar: an accent over a quote must not hide the quote.
    let scalars = word.unicodeScalars.flatMap { $0 == "'" ? Array("'\\''".unicodeScalars) : [$0] }
    return "'" + String(String.UnicodeScalarView(scalars)) + "'"
  }
}

/// The options that `harness reproduce` needs besides a sample's key and a decoder.
public struct ReproduceOptions: Hashable, Sendable {
  /// The absolute path of the corpus; `nil` when its name is enough.
  public var corpusFile: String?
  /// The run's seed; `nil` when it is the corpus's own.
  public var seed: UInt64?
  /// Plugins named by hand, as absolute paths.
  public var plugins: [String]
  /// The longest time for one decode.
  public var timeoutNanoseconds: Int
  /// The address space of a worker; `nil` for no limit.
  public var memoryLimitBytes: Int?
  /// The sandbox that was asked for; `nil` for the usual one.
  public var sandbox: String?

  package init(
    corpusFile: String?, seed: UInt64?, plugins: [String], timeoutNanoseconds: Int,
    memoryLimitBytes: Int?
  ) {
    self.corpusFile = corpusFile
    self.seed = seed
    self.plugins = plugins
    self.timeoutNanoseconds = timeoutNanoseconds
    self.memoryLimitBytes = memoryLimitBytes
  }

  /// Makes the options that draw and decode a run's samples as the run did.
  public init(of run: RunRecord) {
    self.init(
      corpusFile: run.corpusFile, seed: run.givenSeed, plugins: run.plugins ?? [],
      timeoutNanoseconds: Int(run.settings.timeoutSeconds * 1e9),
      memoryLimitBytes: run.settings.memoryLimitBytes)
    sandbox = run.settings.sandbox
  }

  /// The options for a POSIX shell; limits that are the usual ones are left out.
  public var text: String {
    options.map { "\($0.name) \(ReproduceCommand.quoted($0.value))" }.joined(separator: " ")
  }

  /// The same options, word by word.
  package var words: [String] { options.flatMap { [$0.name, $0.value] } }

  /// The same options, to be typed in a folder: paths below it are relative to it.
  package func relative(to folder: String) -> ReproduceOptions {
    func shortened(_ path: String) -> String {
      guard path.hasPrefix(folder + "/") else { return path }
      let rest = String(path.dropFirst(folder.count + 1))
      // A word without a slash could be the name of a corpus that ships.
      return rest.contains("/") ? rest : "./" + rest
    }
    var options = self
    options.corpusFile = corpusFile.map(shortened)
    options.plugins = plugins.map(shortened)
    return options
  }

  private var options: [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    if let corpusFile { options.append(("--corpus", corpusFile)) }
    if let seed { options.append(("--seed", String(seed))) }
    options += plugins.map { ("--plugin", $0) }
    if timeoutNanoseconds != RunSettings.usualTimeoutNanoseconds {
      options.append(("--timeout", Self.duration(timeoutNanoseconds)))
    }
    if memoryLimitBytes != RunSettings.usualMemoryLimitBytes {
      options.append(("--memory-limit", Self.memory(memoryLimitBytes)))
    }
    if let sandbox { options.append(("--sandbox", sandbox)) }
    return options
  }

  /// A duration as `--timeout` takes it: `5s`, `500ms`.
  public static func duration(_ nanoseconds: Int) -> String {
    nanoseconds % 1_000_000_000 == 0
      ? "\(nanoseconds / 1_000_000_000)s" : "\(nanoseconds / 1_000_000)ms"
  }

  /// A size as `--memory-limit` takes it: `2G`, `512M`, `none`.
  public static func memory(_ bytes: Int?) -> String {
    guard let bytes else { return "none" }
    return bytes % (1 << 30) == 0 ? "\(bytes >> 30)G" : "\(bytes >> 20)M"
  }
}

/// The place of the image that `harness compare` keeps of an error.
package enum ReproducerFile {
  /// The folder of all reproducers, in the folder of the reports.
  package static let folder = "reproducers"

  /// The path of a sample's image for a decoder, relative to the folder of the reports.
  ///
  /// Two errors share a path only if the same version and options of a decoder ended in the same way on
  /// the same image: runs with another seed, or of an updated library, keep images of their own.
  ///
  /// - Parameters:
  ///   - cellHash: The cell hash of the sample's group and level.
  ///   - library: The decoding library, which with its version and options tells decoders apart.
  package static func image(
    decoder: String, key: String, verdict: Verdict, cellHash: String, library: String,
    version: String, options: [String: String]
  ) -> String {
    let settings = options.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    let hash = ContentHash.sha256(ofParts: [cellHash, library, version] + settings).prefix(8)
    return "\(folder)/\(name(decoder, separator: ":"))/\(name(key, separator: "/"))-"
      + "\(verdict.rawValue)-\(hash).png"
  }

  /// A name for the file system, different for different texts, on file systems too that fold case or
  /// accents.
  ///
  /// The separator becomes an underscore. A text that does not say it all then, or is long, has a part
  /// of its hash behind it.
  package static func name(_ text: String, separator: Character) -> String {
    // File systems allow names of 255 bytes; options can make labels longer.
    let limit = 60
    func isPlain(_ character: Character) -> Bool {
      character.isASCII
        && (character.isLowercase || character.isNumber || "-.=".contains(character))
    }
    let isTelling =
      !text.isEmpty && text.count <= limit && !text.hasPrefix(".")
      && text.allSatisfy { isPlain($0) || $0 == separator }
    let shown = String(
      text.prefix(limit).map { isPlain($0) || $0.isASCII && $0.isLetter ? $0 : "_" })
    guard !isTelling else { return shown }
    return "_".prefix(shown.hasPrefix(".") ? 1 : 0)
      + "\(shown)-\(ContentHash.sha256(ofParts: [text]).prefix(16))"
  }
}
