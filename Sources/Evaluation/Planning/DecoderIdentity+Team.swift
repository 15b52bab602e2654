import DecoderKit
import PluginHost

extension DecoderIdentity {
  /// Makes the identity of a decoder chain, whose decoders are tried in turn: it reads what any of
  /// them reads.
  static func team(of members: [DecoderIdentity]) -> DecoderIdentity {
    DecoderIdentity(
      name: DecoderReference.team, summary: "The first of several decoders that reads.",
      library: members.map(\.library).joined(separator: " + "),
      version: members.map(\.version).joined(separator: " + "),
      symbologies: members.reduce(into: []) { $0.formUnion($1.symbologies) })
  }
}
