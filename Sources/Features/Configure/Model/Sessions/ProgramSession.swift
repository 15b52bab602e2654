import Base
import CodeGeneration
import DecoderKit
import Foundation
import Images
import PluginHost
import Scanning
import Sessions

/// The programs of a recommendation: written, and tried on the samples.
struct ProgramSession: Sendable {
  private let context: DecodingContext
  private let configuration: ScannerConfiguration
  private let identity: DecoderIdentity
  private let catalogue: GeneratorCatalogue

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - configuration: The scanner's settings.
  ///   - identity: The decoder's description.
  ///   - catalogue: The generators at hand.
  init(
    _ context: DecodingContext, configuration: ScannerConfiguration, identity: DecoderIdentity,
    catalogue: GeneratorCatalogue
  ) {
    self.context = context
    self.configuration = configuration
    self.identity = identity
    self.catalogue = catalogue
  }

  /// A program of the recommendation, or the reason that there is none.
  enum Outcome: Sendable {
    /// It was written to a folder.
    case written(GeneratedProgram, folder: String)
    /// No generator writes the language for this decoder.
    case noGenerator(language: String)
    /// The generator cannot write these settings.
    case refused(language: String, CodeGenerationError)
  }

  /// Writes the programs, each into a folder of its language's name.
  ///
  /// - Parameters:
  ///   - languages: The languages; empty for all that the decoder has.
  ///   - folder: The folder of the programs' folders.
  ///   - package: The folder of this project's sources, which programs in Swift depend on.
  /// - Throws: `ProgramWriteError` for a folder that cannot be written, or that holds other files.
  func write(_ languages: [String], to folder: String, package: String) throws -> [Outcome] {
    let wanted = languages.isEmpty ? catalogue.languages(of: identity.name) : languages
    return try wanted.map { language in
      guard let generator = catalogue.generator(language: language, decoder: identity.name) else {
        return .noGenerator(language: language)
      }
      let program: GeneratedProgram
      do throws(CodeGenerationError) {
        program = try generator.program(for: configuration, of: identity, package: package)
      } catch {
        return .refused(language: language, error)
      }
      let place = "\(folder)/\(language)"
      try program.write(to: place)
      return .written(program, folder: place)
    }
  }

  /// A program beside the harness, sample by sample.
  struct Agreement: Sendable {
    /// The program's language and library.
    let summary: String
    /// Samples that were compared.
    let samples: Int
    /// Samples on which the program and the harness differ.
    let differing: [Difference]
    /// The reason that nothing was compared; `nil` if it was.
    let failure: ProgramRunError?
  }

  /// A sample on which a program and the harness differ.
  struct Difference: Sendable {
    /// The sample's path.
    let path: String
    /// The readings of the program; `nil` where it died.
    let program: [ProgramReading]?
    /// The readings of the harness's own worker; `nil` where it gave no answer.
    let harness: [ProgramReading]?
  }

  /// The longest build, in seconds: a program in Swift compiles this project's libraries first.
  private static let buildSeconds = 900
  /// The exit code of a program that needs a module which is not there (EX_UNAVAILABLE of sysexits.h).
  private static let missingModule: Int32 = 69
  /// The longest run on one sample, in seconds.
  private static let runSeconds = 60

  /// Builds the programs, and runs each on every sample alone: its stop rule is for a whole scan.
  ///
  /// Programs that have no command, such as code for an app, are left out. Blocks the caller.
  ///
  /// - Parameter told: Called with each program's summary before it is built.
  func test(
    _ outcomes: [Outcome], on samples: [SurveyedImage],
    told: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> [Agreement] {
    try AsyncWork { try await agreements(outcomes, samples, told) }.value()
  }

  private func agreements(
    _ outcomes: [Outcome], _ samples: [SurveyedImage], _ told: @Sendable (String) -> Void
  ) async throws -> [Agreement] {
    let expected = try expected(of: samples)
    var agreements: [Agreement] = []
    for case .written(let program, let folder) in outcomes where !program.run.isEmpty {
      guard !context.stop.isRequested else { return agreements }
      told(program.summary)
      let runner = ProgramRunner(program, in: folder)
      do {
        try await runner.build(limit: .seconds(Self.buildSeconds))
        var differing: [Difference] = []
        for (sample, own) in zip(samples, expected) {
          guard !context.stop.isRequested else { return agreements }
          let ran = try await runner.read([sample.path], limit: .seconds(Self.runSeconds))
          let readings = ran.readings.first ?? nil
          // It says that a module is missing, or it ran and complained: neither is a verdict on a sample.
          if ran.status == Self.missingModule || ran.status != 0 && readings != nil {
            throw ProgramRunError.notStarted(
              command: program.run.joined(separator: " "), reason: ran.errors)
          }
          if readings != own {
            differing.append(Difference(path: sample.path, program: readings, harness: own))
          }
        }
        agreements.append(
          Agreement(
            summary: program.summary, samples: samples.count, differing: differing, failure: nil))
      } catch let error as ProgramRunError {
        agreements.append(
          Agreement(summary: program.summary, samples: 0, differing: [], failure: error))
      }
    }
    return agreements
  }

  /// The readings that count of the harness's own worker, for each sample.
  private func expected(of samples: [SurveyedImage]) throws -> [[ProgramReading]?] {
    try readings(
      in: samples.map { sample in
        { try ImageFile.decode(ImageBytes.bytes(ofFile: sample.path), name: sample.path) }
      })
  }

  /// The readings that count, for each image; `nil` where the decoder gave no answer. Blocks the caller.
  func readings(in images: [() throws -> GrayImage]) throws -> [[ProgramReading]?] {
    let candidate = Candidate(
      decoder: configuration.decoder, options: configuration.options,
      formats: Array(configuration.symbologies))
    let choice = try context.decoders([candidate.reference])
    guard let decoder = choice.decoders.first else {
      throw PluginError(.unavailable, "\(candidate.argument) can no longer be started")
    }
    let chain = DecoderChain(
      members: decoder.members,
      health: DecoderHealth(givingUpAfter: DecodingContext.deathsBeforeGivingUp),
      stop: context.stop)
    defer { chain.close() }
    // No symbologies at all would be a hint that nothing is there.
    let hints =
      configuration.symbologies.isEmpty
      ? DecodeHints.none : DecodeHints(symbologies: configuration.symbologies)
    return try images.map { read in
      let image = try read()
      let window = try aim.window(width: image.width, height: image.height)
      guard case .readings(let readings) = chain.decode(window.crop(image), hints: hints).outcome
      else { return nil }
      let counted = readings.filter(configuration.accepts)
      return (configuration.severalPerImage ? counted : Array(counted.prefix(1)))
        .map(ProgramReading.init)
    }
  }

  /// The scan area as the programs take it.
  private var aim: ScanAim {
    guard let area = configuration.scanArea else { return ScanAim(region: ScanRegion()) }
    return FrameBox(
      left: area.left, top: area.top, right: min(area.left + area.width, 1),
      bottom: min(area.top + area.height, 1)
    ).aim
  }
}
