import DecoderKit
import Foundation
import PluginHost

/// Checks of the plugin's identity and options.
enum HandshakeChecks {
  static let all = [
    introduction, symbologyNames, protocolVersion, unknownOption, unknownValue, unknownProfile,
    declaredOptions,
  ]

  // MARK: - Who it is

  static let introduction = ConformanceCheck(
    "introduction", .handshake, "says who it is and becomes ready"
  ) { bench in
    let identity = try bench.start().shakeHands(options: bench.settings.options)
    if let objection = objection(to: identity) { throw objection }
    let count = identity.symbologies.count
    return "\(identity.name): \(identity.library) \(identity.version), "
      + "\(count) \(count == 1 ? "symbology" : "symbologies")"
  }

  private static func objection(to identity: DecoderIdentity) -> CheckFault? {
    let isPlain = identity.name.allSatisfy {
      $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
    }
    guard isPlain, (1...64).contains(identity.name.count) else {
      return CheckFault(
        "calls itself \"\(identity.name.prefix(80))\"",
        advice: "\"name\" is 1 to 64 lower-case letters, digits and hyphens, as typed: qr-reader.")
    }
    for (field, value) in [("library", identity.library), ("libraryVersion", identity.version)]
    where value.isEmpty {
      return CheckFault(
        "gives an empty \"\(field)\"",
        advice:
          "Name the library that reads and its version, asked of the library where it can be: "
          + "results are kept by them.")
    }
    return identity.options.lazy.compactMap(objection).first ?? profileObjection(to: identity)
  }

  private static func objection(to option: OptionSpecification) -> CheckFault? {
    let isPlain = option.name.allSatisfy { $0.isASCII && !$0.isWhitespace && !":=,".contains($0) }
    guard isPlain, !option.name.isEmpty, option.name != DecoderOptions.profileKey else {
      return CheckFault(
        "has an option called \"\(option.name)\"",
        advice: "It is typed as NAME:OPTION=VALUE,…: take letters, digits and hyphens, and not "
          + "\"profile\", which names a profile.")
    }
    guard option.canonical(option.defaultValue) != nil else {
      return CheckFault(
        "gives option \"\(option.name)\" the default \"\(option.defaultValue)\"",
        advice: "The option takes \(option.accepted); its default must be one of those.")
    }
    return nil
  }

  private static func profileObjection(to identity: DecoderIdentity) -> CheckFault? {
    let names = identity.options.map(\.name)
    if let twice = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
      return CheckFault("has two options \"\(twice)\"", advice: "Option names are unique.")
    }
    for profile in identity.profiles {
      do throws(OptionError) {
        _ = try DecoderOptions(resolving: profile.settings, for: identity)
      } catch {
        return CheckFault(
          "has a profile \"\(profile.name)\" that it cannot take itself: \(error)",
          advice: "A profile's settings are options that the plugin declares, with values as typed."
        )
      }
    }
    return nil
  }

  static let symbologyNames = ConformanceCheck(
    "symbology-names", .handshake, "claims symbologies by names that are known"
  ) { bench in
    let conversation = try bench.start()
    _ = try conversation.greet()
    let json = try? JSONSerialization.jsonObject(with: Data(conversation.lastHeader))
    let names = (json as? [String: Any])?["symbologies"] as? [String] ?? []
    let known = Symbology.allCases.map(\.rawValue)
    if let unknown = names.first(where: { Symbology(parsing: $0) == nil }) {
      throw CheckFault(
        "claims \"\(unknown)\", which is no symbology's name, so that the claim does not count",
        advice: "docs/plugin-protocol.md lists the names."
          + SpellingSuggestion.sentence(for: unknown, among: known))
    }
    guard !names.isEmpty else { throw NotJudged("it claims none") }
    return names.sorted().joined(separator: ", ")
  }

  static let protocolVersion = ConformanceCheck(
    "protocol-version", .handshake, "refuses a version of the protocol that it does not speak"
  ) { bench in
    let conversation = try bench.start()
    let version = PluginProtocol.version + 98
    try conversation.say(.hello(version: version))
    return try refusal(
      of: conversation, due: .hello, to: "hello",
      accepted: { "went on after a hello of version \(version): \($0)" },
      advice: "Compare the hello's \"protocol\" with the version that the plugin speaks and answer "
        + "any other with \"error\"; messages of a later version may mean something else.")
  }

  // MARK: - Options

  static let unknownOption = ConformanceCheck(
    "unknown-option", .handshake, "refuses options that it does not know, in clear words"
  ) { bench in
    try refusedOption("no-such-option", "5", bench)
  }

  static let unknownProfile = ConformanceCheck(
    "unknown-profile", .handshake, "refuses profiles that it does not know"
  ) { bench in
    try refusedOption(DecoderOptions.profileKey, "no-such-profile", bench)
  }

  static let unknownValue = ConformanceCheck(
    "unknown-value", .handshake, "refuses values that an option does not take"
  ) { bench in
    let options = try bench.identity().options
    guard !options.isEmpty else { throw NotJudged("it has no options") }
    // One option of each kind: every start takes time, and options of a kind refuse the same
    // values.
    var kinds: Set<String> = []
    var seen: [String] = []
    for option in options {
      for (kind, value) in option.wrongValues where kinds.insert(kind).inserted {
        _ = try refusedOption(option.name, value, bench)
        seen.append("\(option.name)=\(value)")
      }
    }
    return "refused " + seen.joined(separator: ", ")
  }

  static let declaredOptions = ConformanceCheck(
    "declared-options", .handshake, "takes its own defaults and profiles"
  ) { bench in
    let identity = try bench.identity()
    let defaults = Dictionary(
      identity.options.map { ($0.name, $0.defaultValue) }, uniquingKeysWith: { $1 })
    var tried = [(what: "all its defaults, said explicitly", options: defaults)]
    for name in ["default"] + identity.profiles.map(\.name).filter({ $0 != "default" }) {
      tried.append(("profile \(name)", [DecoderOptions.profileKey: name]))
    }
    for (what, options) in tried {
      do {
        _ = try bench.open(options: options)
      } catch let refusal as Refusal {
        throw CheckFault(
          "refuses \(what): \(refusal.reason)",
          advice: "What \"hello\" declares, \"configure\" takes; the profile \"default\", declared "
            + "or not, changes nothing.")
      }
    }
    return tried.dropFirst().map(\.what).joined(separator: ", ")
  }

  private static func refusedOption(
    _ name: String, _ value: String, _ bench: CheckBench
  ) throws -> String {
    let conversation = try bench.start()
    _ = try conversation.greet()
    try conversation.say(.configure(options: [name: value]))
    let reason = try refusal(
      of: conversation, due: .ready, to: "the options",
      accepted: { _ in "took \(name)=\(value), which means nothing to it" },
      advice:
        "Answer \"error\" with a sentence that names what is wrong and what would be right. A "
        + "misspelt option that is ignored gives results that nobody asked for.")
    guard reason.contains(name) || reason.contains(value) else {
      throw CheckFault(
        "refuses \(name)=\(value) with the words \"\(reason)\"",
        advice:
          "Name the option or the value in the \"error\" message, and say what would be right: "
          + "it is all that the person who typed it gets to see.")
    }
    return "says: \(reason)"
  }

  /// Waits for `error` and for an exit code that reports a failure.
  private static func refusal(
    of conversation: PluginConversation, due: DueMessage, to what: String,
    accepted: (String) -> String, advice: String
  ) throws -> String {
    do {
      _ = try conversation.hear(due, to: what)
      throw CheckFault(accepted(CheckFault.excerpt(conversation.lastHeader)), advice: advice)
    } catch let refusal as Refusal {
      guard !refusal.reason.isEmpty else {
        throw CheckFault(
          "refuses without a word: its \"error\" has an empty message",
          advice: "\"message\" says why the plugin cannot go on, for the person who reads it.")
      }
      let farewell = try conversation.hearFarewell(when: "it said \"error\"")
      guard farewell.ending.isRegularFailure else {
        throw CheckFault(
          "\(farewell.ending.asVerb) after it said \"error\"",
          advice: "After \"error\" exit with a code other than 0.")
      }
      return refusal.reason
    }
  }
}

extension WorkerEnding {
  /// True for an exit with a code that reports a failure.
  var isRegularFailure: Bool {
    switch self {
    case .exited(let code): code != 0
    case .signalled, .exceededMemory, .exceededTasks: false
    }
  }
}

extension OptionSpecification {
  /// Values that the option must refuse, each with the kind of its fault.
  fileprivate var wrongValues: [(kind: String, value: String)] {
    switch kind {
    case .flag: return [("flag", "maybe")]
    case .choice: return [("choice", "no-such-choice")]
    case .integer(let range):
      var wrong = [("integer", "many")]
      if range.upperBound < Int.max { wrong.append(("above", "\(range.upperBound + 1)")) }
      if range.lowerBound > Int.min { wrong.append(("below", "\(range.lowerBound - 1)")) }
      return wrong
    }
  }
}
