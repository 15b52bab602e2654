import DecoderKit

/// The decoders and settings that a search tries.
struct SearchSpace: Hashable, Sendable {
  /// A decoder that cannot be recommended, with the reason.
  struct Exclusion: Hashable, Sendable {
    /// The decoder's name.
    let decoder: String
    let reason: Reason
  }

  /// The reasons for which a decoder cannot be recommended.
  enum Reason: Hashable, Sendable {
    /// It does not read some of the symbologies that are asked for.
    case doesNotRead([Symbology])
    /// It does not return add-ons.
    case noAddOns
    /// No program can be written for it in any of these languages, which are asked for.
    case noProgram([String])
  }

  /// The decoders that read all that is asked for.
  let decoders: [DecoderIdentity]
  /// The others.
  let excluded: [Exclusion]
  /// Each decoder as it comes, with the options that the answers demand.
  let defaults: [Candidate]
  /// The defaults told the symbologies, each alone and with one more setting.
  let changes: [Candidate]

  /// Lists what to try.
  ///
  /// - Parameters:
  ///   - identities: The decoders at hand.
  ///   - answers: The answers; they name the symbologies.
  ///   - mostSymbols: The most symbols that a sample holds: no setting stops before it has read as many.
  ///   - hasProgram: True for a decoder for which a program can be written as asked.
  init(
    _ identities: [DecoderIdentity], answers: Answers, mostSymbols: Int = 1,
    hasProgram: (String) -> Bool = { _ in true }
  ) {
    var decoders: [DecoderIdentity] = []
    var excluded: [Exclusion] = []
    for identity in identities {
      let unread = answers.symbologies.filter { !identity.supports($0) }
      if !unread.isEmpty {
        excluded.append(Exclusion(decoder: identity.name, reason: .doesNotRead(unread)))
      } else if answers.demandedAddOns != .none, identity.option(for: .addOns) == nil {
        excluded.append(Exclusion(decoder: identity.name, reason: .noAddOns))
      } else if !hasProgram(identity.name) {
        excluded.append(Exclusion(decoder: identity.name, reason: .noProgram(answers.languages)))
      } else {
        decoders.append(identity)
      }
    }
    self.decoders = decoders
    self.excluded = excluded
    let bases = decoders.map { Self.base($0, answers) }
    let leastSymbols = max(mostSymbols, answers.several ? 2 : 1)
    defaults = bases
    changes = zip(decoders, bases).flatMap { identity, base in
      let told = base.merged(with: Candidate(decoder: base.decoder, formats: answers.symbologies))
      return [told] + Self.ideas(identity, leastSymbols: leastSymbols).map { told.merged(with: $0) }
    }
  }

  /// The decoder as it comes, with what the answers demand.
  private static func base(_ identity: DecoderIdentity, _ answers: Answers) -> Candidate {
    var options: [String: String] = [:]
    if answers.demandedAddOns != .none, let option = identity.option(for: .addOns) {
      options[option.name] = answers.demandedAddOns == .required ? "require" : "read"
    }
    if answers.checkDigits {
      for option in identity.options where option.purpose == .checkDigit {
        options[option.name] = "true"
      }
    }
    return Candidate(decoder: identity.name, options: options)
  }

  /// Single settings that may read more, or take less time.
  private static func ideas(_ identity: DecoderIdentity, leastSymbols: Int) -> [Candidate] {
    identity.options.filter { !$0.isSetByAnswers }.flatMap { option in
      let values: [String] =
        switch option.kind {
        case .flag: ["false", "true"]
        case .choice(let words): words.count <= 8 ? words : []
        case .integer:
          option.worthTrying.filter { option.purpose != .symbolCount || $0 >= leastSymbols }
            .map(String.init)
        }
      return values.filter { $0 != option.defaultValue }.map {
        Candidate(decoder: identity.name, options: [option.name: $0])
      }
    }
  }
}

extension DecoderIdentity {
  /// The option for a purpose.
  func option(for purpose: OptionSpecification.Purpose) -> OptionSpecification? {
    options.first { $0.purpose == purpose }
  }
}

extension OptionSpecification {
  /// True if it changes what is returned, not how much is read: the answers set it, not the search.
  fileprivate var isSetByAnswers: Bool {
    switch purpose {
    case .addOns, .checkDigit, .output: true
    case .inverted, .turned, .symbolCount, nil: false
    }
  }
}
