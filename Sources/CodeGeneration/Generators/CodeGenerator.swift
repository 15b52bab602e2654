import DecoderKit

/// A writer of programs in one language for one library.
package protocol CodeGenerator: Sendable {
  /// The word for the language, as people type it: `cpp`.
  var language: String { get }

  /// The language and the library in a few words: `C++ with zbar`.
  var summary: String { get }

  /// Returns true if the generator writes programs for a decoder.
  func serves(decoder: String) -> Bool

  /// Writes a program.
  ///
  /// - Parameters:
  ///   - configuration: The settings. They are checked first.
  ///   - identity: The decoder's own description, which brings the defaults of its options.
  ///   - package: The folder of this project's sources, which programs in Swift depend on.
  /// - Throws: ``CodeGenerationError``.
  func program(
    for configuration: ScannerConfiguration, of identity: DecoderIdentity, package: String
  ) throws(CodeGenerationError) -> GeneratedProgram
}

/// The reason that no program was written.
package enum CodeGenerationError: Error, Equatable, Sendable {
  /// The configuration is wrong.
  case problems([ConfigurationProblem])
  /// The library has no code for a symbology that is asked for.
  case symbologyWithoutCode(Symbology)
  /// The template has no code for an option's word.
  case valueWithoutCode(option: String, value: String)
  /// The library has an option and another treatment of add-ons is asked for.
  case contradictingAddOns(option: String)
  /// The template is at fault.
  case template(TemplateError)
}
