extension DecoderIdentity: Codable {
  private enum Key: String, CodingKey {
    case name, summary, library, libraryVersion, symbologies, options, profiles, optIn, platforms
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    self.init(
      name: try fields.decode(String.self, forKey: .name),
      summary: try fields.decodeIfPresent(String.self, forKey: .summary) ?? "",
      library: try fields.decode(String.self, forKey: .library),
      version: try fields.decode(String.self, forKey: .libraryVersion),
      symbologies: Set(
        try fields.decode([String].self, forKey: .symbologies)
          .compactMap(Symbology.init(parsing:))),
      options: try fields.decodeIfPresent([OptionSpecification].self, forKey: .options) ?? [],
      profiles: try fields.decodeIfPresent([DecoderProfile].self, forKey: .profiles) ?? [],
      isOptIn: try fields.decodeIfPresent(Bool.self, forKey: .optIn) ?? false,
      platforms: try fields.decodeIfPresent([String].self, forKey: .platforms) ?? [])
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(summary, forKey: .summary)
    try fields.encode(library, forKey: .library)
    try fields.encode(version, forKey: .libraryVersion)
    try fields.encode(symbologies.map(\.rawValue).sorted(), forKey: .symbologies)
    try fields.encode(options, forKey: .options)
    try fields.encode(profiles, forKey: .profiles)
    try fields.encode(isOptIn, forKey: .optIn)
    if !platforms.isEmpty { try fields.encode(platforms, forKey: .platforms) }
  }
}

extension OptionSpecification: Codable {
  private enum Key: String, CodingKey {
    case name, summary, kind, minimum, maximum, choices, purpose, worthTrying
    case defaultValue = "default"
  }

  public init(from decoder: any Swift.Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    name = try fields.decode(String.self, forKey: .name)
    summary = try fields.decodeIfPresent(String.self, forKey: .summary) ?? ""
    defaultValue = try fields.decode(String.self, forKey: .defaultValue)
    // A purpose of a later version is none here.
    purpose = try fields.decodeIfPresent(String.self, forKey: .purpose).flatMap(Purpose.init)
    worthTrying = try fields.decodeIfPresent([Int].self, forKey: .worthTrying) ?? []
    switch try fields.decode(String.self, forKey: .kind) {
    case "flag":
      kind = .flag
    case "integer":
      let minimum = try fields.decodeIfPresent(Int.self, forKey: .minimum) ?? Int.min
      let maximum = try fields.decodeIfPresent(Int.self, forKey: .maximum) ?? Int.max
      guard minimum <= maximum else {
        throw DecodingError.dataCorruptedError(
          forKey: .minimum, in: fields,
          debugDescription: "option \"\(name)\": the minimum is above the maximum")
      }
      kind = .integer(minimum...maximum)
    case "choice":
      kind = .choice(try fields.decode([String].self, forKey: .choices))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: fields,
        debugDescription: "option \"\(name)\": unknown kind \"\(other)\"")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(name, forKey: .name)
    try fields.encode(summary, forKey: .summary)
    try fields.encode(defaultValue, forKey: .defaultValue)
    try fields.encodeIfPresent(purpose, forKey: .purpose)
    if !worthTrying.isEmpty { try fields.encode(worthTrying, forKey: .worthTrying) }
    switch kind {
    case .flag:
      try fields.encode("flag", forKey: .kind)
    case .integer(let range):
      try fields.encode("integer", forKey: .kind)
      try fields.encode(range.lowerBound, forKey: .minimum)
      try fields.encode(range.upperBound, forKey: .maximum)
    case .choice(let words):
      try fields.encode("choice", forKey: .kind)
      try fields.encode(words, forKey: .choices)
    }
  }
}
