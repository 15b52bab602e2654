import Base
import DecoderKit
import Evaluation
import PluginHost
import Results

/// All combinations of some values of a decoder's options.
struct OptionSweep: Hashable, Sendable {
  /// One option, or `profile`, with the values that it takes in turn.
  struct Axis: Hashable, Sendable {
    /// The option's name.
    let option: String
    /// Its values as typed; empty for all values of the option.
    let values: [String]

    /// Parses `NAME=VALUE,VALUE`, or `NAME` for every value that the option has.
    ///
    /// - Throws: ``PluginError`` when it is neither.
    init(parsing text: String) throws(PluginError) {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let words =
        parts.count > 1 ? parts[1].split(separator: ",", omittingEmptySubsequences: false) : []
      option = String(parts[0])
      values = words.map(String.init)
      guard !option.isEmpty, !values.contains("") else {
        throw PluginError(
          .badOption,
          "\"\(text)\" is not an option with values; write NAME=VALUE,VALUE or, for all values, NAME"
        )
      }
    }
  }

  /// The names of the options that are varied.
  let options: [String]
  /// The decoder as named, then every combination that differs from all before it.
  let references: [DecoderReference]

  /// The options and settings, as reports take them.
  var tuned: TunedOptions {
    TunedOptions(
      options: options,
      settings: references.map { .init(label: $0.description, values: $0.options) })
  }

  /// The most combinations that one sweep may have.
  static let mostCombinations = 100

  /// Makes a sweep.
  ///
  /// - Parameters:
  ///   - base: The decoder, with options that stay the same in all combinations.
  ///   - axes: The options to vary, with their values.
  ///   - identity: The identity that the decoder reports.
  /// - Throws: ``PluginError`` that the user can fix: an unknown option or value, an option given
  ///   twice, more than 100 combinations.
  init(
    of base: DecoderReference, axes: [Axis], identity: DecoderIdentity
  ) throws(PluginError) {
    guard base.members.isEmpty else {
      throw PluginError(
        .badReference, "\"\(base)\" has no options of its own; tune its members one by one")
    }
    options = axes.map(\.option)
    var combinations: [[String: String]] = [base.options]
    for axis in axes {
      guard combinations[0][axis.option] == nil else {
        throw PluginError(
          .badOption, "option \"\(axis.option)\" of \(base.name) is given twice; name it once")
      }
      let values = try Self.values(of: axis, identity)
      combinations = combinations.flatMap { combination in
        values.map { combination.merging([axis.option: $0]) { _, new in new } }
      }
      guard combinations.count <= Self.mostCombinations else {
        throw PluginError(
          .badOption,
          "these are more than \(Self.mostCombinations) combinations; vary fewer options at a time")
      }
    }
    references = try ([base.options] + combinations)
      .uniqued { options throws(PluginError) in
        try DecoderChoice.options(options, of: identity)
      }
      .map { DecoderReference(name: base.name, release: base.release, options: $0) }
  }

  private static func values(
    of axis: Axis, _ identity: DecoderIdentity
  ) throws(PluginError) -> [String] {
    // Checks that option and values are valid before anything is combined.
    for value in axis.values {
      _ = try DecoderChoice.options([axis.option: value], of: identity)
    }
    guard axis.values.isEmpty else { return axis.values }
    guard axis.option != DecoderOptions.profileKey else {
      return identity.profiles.map(\.name)
    }
    guard let option = identity.options.first(where: { $0.name == axis.option }) else {
      // Any value makes this throw for the unknown name, with the known names in the message.
      _ = try DecoderChoice.options([axis.option: ""], of: identity)
      return []
    }
    switch option.kind {
    case .flag: return ["false", "true"]
    case .choice(let words): return words
    case .integer:
      throw PluginError(
        .badOption,
        "which values of \"\(option.name)\"? It takes \(option.accepted); write "
          + "\(option.name)=VALUE,VALUE")
    }
  }
}
