/// A decoder's options, with every value resolved from profile, explicit values and defaults.
public struct DecoderOptions: Hashable, Sendable {
  /// Option name → canonical value, for every option that the decoder declares.
  public let values: [String: String]

  /// The key that selects a profile; it is used like the name of an option.
  public static let profileKey = "profile"

  /// Resolves requested values against the options that a decoder declares.
  ///
  /// Explicit values win over the profile's, which win over the defaults.
  ///
  /// - Parameters:
  ///   - requested: Name → value as typed; the key `profile` names a profile.
  ///   - identity: The decoder whose options these are.
  /// - Throws: ``OptionError`` for an unknown option or profile and for a value out of range.
  public init(
    resolving requested: [String: String], for identity: DecoderIdentity
  ) throws(OptionError) {
    var settled: [String: String] = [:]
    for option in identity.options { settled[option.name] = option.defaultValue }

    var requested = requested
    if let profileName = requested.removeValue(forKey: Self.profileKey), profileName != "default" {
      guard let profile = identity.profiles.first(where: { $0.name == profileName }) else {
        throw .unknownProfile(
          profileName, decoder: identity.name,
          known: ["default"] + identity.profiles.map(\.name).filter { $0 != "default" })
      }
      try Self.apply(profile.settings, to: &settled, of: identity)
    }
    try Self.apply(requested, to: &settled, of: identity)
    values = settled
  }

  private static func apply(
    _ settings: [String: String], to settled: inout [String: String], of identity: DecoderIdentity
  ) throws(OptionError) {
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      guard let option = identity.options.first(where: { $0.name == name }) else {
        let profile = identity.profiles.isEmpty ? [] : [profileKey]
        throw .unknownOption(
          name, decoder: identity.name, known: identity.options.map(\.name) + profile)
      }
      guard let canonical = option.canonical(value) else {
        throw .badValue(
          value, option: name, decoder: identity.name, accepted: option.accepted,
          known: option.choices)
      }
      settled[name] = canonical
    }
  }

  /// A declared flag's value.
  ///
  /// - Precondition: The identity declares a flag of that name.
  public func flag(_ name: String) -> Bool { value(name) == "true" }

  /// A declared whole number's value.
  ///
  /// - Precondition: The identity declares an integer of that name.
  public func integer(_ name: String) -> Int {
    guard let number = Int(value(name)) else {
      preconditionFailure("option \(name) is not a whole number")
    }
    return number
  }

  /// A declared choice's value.
  ///
  /// - Precondition: The identity declares a choice of that name.
  public func choice(_ name: String) -> String { value(name) }

  private func value(_ name: String) -> String {
    guard let value = values[name] else {
      preconditionFailure("option \(name) is not declared in the decoder's identity")
    }
    return value
  }
}

/// The reason requested options do not fit the decoder.
public enum OptionError: Error, Equatable, CustomStringConvertible {
  /// The decoder has no such option.
  case unknownOption(String, decoder: String, known: [String])
  /// The decoder has no such profile.
  case unknownProfile(String, decoder: String, known: [String])
  /// The option does not take the value.
  case badValue(
    String, option: String, decoder: String, accepted: String, known: [String] = [])

  public var description: String {
    switch self {
    case .unknownOption(let name, let decoder, let known):
      "decoder \"\(decoder)\" has no option \"\(name)\"."
        + SpellingSuggestion.sentence(for: name, among: known)
        + (known.isEmpty
          ? " It has no options." : " Its options: \(known.joined(separator: ", ")).")
    case .unknownProfile(let name, let decoder, let known):
      "decoder \"\(decoder)\" has no profile \"\(name)\"."
        + SpellingSuggestion.sentence(for: name, among: known)
        + " Its profiles: \(known.joined(separator: ", "))."
    case .badValue(let value, let option, let decoder, let accepted, let known):
      "decoder \"\(decoder)\": option \"\(option)\" cannot be \"\(value)\"; it takes \(accepted)."
        + SpellingSuggestion.sentence(for: value, among: known)
    }
  }
}

extension OptionSpecification {
  /// The words that the option takes; none unless it is a choice.
  fileprivate var choices: [String] {
    if case .choice(let words) = kind { words } else { [] }
  }
}
