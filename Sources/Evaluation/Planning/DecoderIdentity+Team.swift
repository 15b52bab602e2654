import DecoderKit
import PluginHost

extension DecoderIdentity {
  /// What decoders that are asked in turn are together: they read what any of them reads.
  static func team(of members: [DecoderIdentity]) -> DecoderIdentity {
    DecoderIdentity(
      name: DecoderReference.team, summary: "The first of several decoders that reads.",
      library: members.map(\.library).joined(separator: " + "),
      version: members.map(\.version).joined(separator: " + "),
      symbologies: members.reduce(into: []) { $0.formUnion($1.symbologies) })
  }
}
