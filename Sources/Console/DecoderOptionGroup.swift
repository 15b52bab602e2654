import ArgumentParser
import Base
import Evaluation
import Foundation
import PluginHost
import Results
import Sessions

/// The options that choose decoders, the same for every command that takes several.
package struct DecoderOptionGroup: ParsableArguments {
  package init() {}

  @Option(
    name: .customLong("decoder"),
    help: ArgumentHelp(
      "Decoders, with options if wanted: zbar,zxing:profile=tuned; may be repeated.",
      discussion:
        "LABEL= before a decoder names it in reports: fast=zxing:try-harder=false. NAME@2.1.0 is one release "
        + "of its library, installed by harness versions. Default: every usable decoder of harness list "
        + "decoders, except those that you have to name. all: the same, with the reasons why others are "
        + "left out.",
      valueName: "[label=]name[:option=value,…],…"), completion: Completions.decoders)
  package var decoders: [String] = []

  @OptionGroup package var workers: WorkerOptionGroup

  /// True if only some decoders were asked for, so that nobody expects the others.
  package var isSelection: Bool {
    !decoders.isEmpty && !decoders.joined(separator: ",").split(separator: ",").contains("all")
  }

  /// The decoders that are named, one by one.
  package func references() throws -> [DecoderReference] {
    try decoders.flatMap { try DecoderReference.list(parsing: $0) }
  }

  package func choice() throws -> DecoderChoice {
    try workers.choice(references())
  }

  /// The usable decoders that were not asked for, whatever the options of those that were, and a sentence about each
  /// recommended one that is not here.
  package func others(
    than selection: DecoderChoice
  ) throws -> (decoders: [ConfiguredDecoder], leftOut: [String]) {
    guard isSelection else { return ([], selection.leftOut) }
    let named = try references().flatMap(\.parts).map(\.name)
    let all = try DecoderChoice([], search: workers.plugins.search, limits: workers.limits)
    let labels = Set(selection.decoders.map(\.label))
    let others = all.decoders.filter {
      !named.contains($0.identity.name) && !labels.contains($0.label)
    }
    let absent = all.passedOver.filter { !named.contains($0.label) }
    return (
      others, absent.map { "\($0.label) may read more, and could not be asked: \($0.reason)" }
    )
  }
}

/// The options for finding decoders and for the limits of their workers.
///
/// They are the same for every command that decodes.
package struct WorkerOptionGroup: ParsableArguments {
  package init() {}

  @OptionGroup package var plugins: PluginOptionGroup

  @Option(
    help: ArgumentHelp("Longest time for one decode: 5s, 500ms.", valueName: "duration"))
  package var timeout: DurationOption = DurationOption(
    nanoseconds: RunSettings.usualTimeoutNanoseconds)

  @Option(
    help: ArgumentHelp(
      "Memory limit of a worker and all that it starts: 2G, 512M, or none; a plugin.yaml may set its own limit.",
      valueName: "size"))
  package var memoryLimit: MemoryOption = MemoryOption(bytes: RunSettings.usualMemoryLimitBytes)

  @OptionGroup package var rights: SandboxOptionGroup

  /// The limits of every worker.
  package var limits: DecoderChoice.Limits {
    DecoderChoice.Limits(
      decodeDeadlineNanoseconds: timeout.nanoseconds, memoryLimitBytes: memoryLimit.bytes,
      sandbox: rights.sandbox)
  }

  /// The surroundings of decodes.
  package func context(jobs: Int, stop: StopSignal) -> DecodingContext {
    DecodingContext(
      search: plugins.search, limits: limits, plugins: plugins.absolutePaths, jobs: jobs,
      provenance: .current(), stop: stop)
  }

  /// The options typed here that must be typed again to get the same decoders, and those of a run.
  package func reproduceOptions(corpusFile: String? = nil, seed: UInt64? = nil) -> ReproduceOptions
  {
    var options = ReproduceOptions(
      corpusFile: corpusFile, seed: seed, plugins: plugins.absolutePaths,
      timeoutNanoseconds: timeout.nanoseconds, memoryLimitBytes: memoryLimit.bytes)
    options.sandbox = rights.sandbox.record
    return options
  }

  /// Finds and starts decoders.
  package func choice(_ references: [DecoderReference]) throws -> DecoderChoice {
    if rights.sandbox == .automatic, !rights.sandbox.boundsFiles {
      printMessage(SandboxOptionGroup.openFiles)
    }
    return try DecoderChoice(references, search: plugins.search, limits: limits)
  }

  /// A reference of a decoder that is tried by itself.
  ///
  /// - Parameter reason: The words against one with hints or a selection.
  package static func reference(
    _ text: String, unaimed reason: String
  ) throws -> DecoderReference {
    let reference = try DecoderReference(parsing: text)
    guard reference.hints == nil, reference.selection == nil else {
      throw PluginError(.badReference, reason)
    }
    return reference
  }

  /// The one decoder that a text names, for work that is of one alone.
  ///
  /// - Parameters:
  ///   - work: The work, with its article.
  ///   - mostMembers: The most decoders of its chain.
  package func decoder(
    _ text: String, for work: String, unaimed reason: String, mostMembers: Int = .max
  ) throws -> ConfiguredDecoder {
    let choice = try choice([Self.reference(text, unaimed: reason)])
    printMessages(about: choice.unavailable)
    guard let decoder = choice.decoders.first else { throw ExitStatus.cannotDoItsJob }
    guard choice.decoders.count == 1, decoder.members.count <= mostMembers else {
      throw RequestError(
        "\(work) is of one decoder; name one of those that harness list decoders shows")
    }
    return decoder
  }
}

/// The option that says what plugins may do, the same for every command that starts them.
package struct SandboxOptionGroup: ParsableArguments {
  package init() {}

  /// A sentence for machines that cannot bound what plugins read.
  package static let openFiles =
    "plugins can read every file that you can: this kernel has no Landlock (Linux 5.13, switched on); "
    + "run plugins that you do not trust elsewhere"

  @Option(
    help: ArgumentHelp(
      "The plugins' sandbox: auto (as far as this machine and their manifests allow), none or strict.",
      discussion:
        "Sandboxed plugins have no network, read only what they need, write only to their own temporary "
        + "folder, and reach no other process. With strict, a plugin starts only if all of that holds. harness list decoders "
        + "says what holds here.", valueName: "mode"))
  package var sandbox: SandboxMode = .automatic
}

extension SandboxMode: ExpressibleByArgument {}

/// The options that name plugins by hand, the same for every command that looks for decoders.
package struct PluginOptionGroup: ParsableArguments {
  package init() {}

  @Option(
    name: .customLong("plugin"),
    help: ArgumentHelp(
      "A decoder plugin: its executable, its plugin.yaml, or the folder of its plugin.yaml; may be repeated.",
      valueName: "path"), completion: .file())
  package var paths: [String] = []

  /// The plugins' paths, made absolute.
  package var absolutePaths: [String] { paths.map { URL(filePath: $0).standardizedFileURL.path } }

  /// The search for decoders.
  package var search: PluginSearch { Installation.plugins(given: paths) }
}

extension DecoderChoice {
  /// - Throws: `PluginError` if no decoder can take part, after the reasons are told, and for a hint:
  ///   nobody knows what is in an image of one's own.
  package func requireDecoders() throws {
    if let hinted = decoders.first(where: { $0.hints != nil || $0.selection != .none }) {
      throw PluginError(
        .badReference,
        "\"\(hinted.argument)\" has a hint or a way to select, which only corpora can give; leave out the "
          + "part from \"@\" on")
    }
    guard decoders.isEmpty else { return }
    printMessages(about: unavailable)
    throw PluginError(.unavailable, "no decoder can take part")
  }
}
