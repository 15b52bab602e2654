import Results

/// A decoder with the version of its library, as a report about it alone has it.
package struct TestedDecoder: Hashable, Sendable, Codable, CustomStringConvertible {
  package let label: String
  package let library: String
  package let version: String
  package let options: [String: String]

  package init(label: String, library: String, version: String, options: [String: String]) {
    (self.label, self.library, self.version, self.options) = (label, library, version, options)
  }

  package init(_ decoder: ConfiguredDecoder) {
    self.init(
      label: decoder.label, library: decoder.identity.library, version: decoder.identity.version,
      options: decoder.options.values)
  }

  package var description: String {
    VersionedName.text(label, library: library, version: version)
  }
}
