import CodeGeneration

/// A language that is asked for and in which no program can be written for some decoder.
struct ProgramGap: Hashable, Sendable {
  let language: String
  /// The decoders without a template in the language.
  let without: [String]
  /// The decoders with one.
  let with: [String]

  /// Finds the gaps among the decoders that may be recommended.
  static func all(_ languages: [String], _ decoders: [String], in catalogue: GeneratorCatalogue)
    -> [ProgramGap]
  {
    languages.compactMap { language in
      let has = { catalogue.generator(language: language, decoder: $0) != nil }
      let without = decoders.filter { !has($0) }
      return without.isEmpty
        ? nil : ProgramGap(language: language, without: without, with: decoders.filter(has))
    }
  }
}
