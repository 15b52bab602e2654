import Base
import DecoderKit

/// The values that a configuration gives to a template, by name; docs/configure.md lists them.
struct TemplateValues {
  static let optionPrefix = "option."

  /// Name → value.
  private(set) var values: [String: TemplateValue] = [:]
  /// The names that a template must use or ignore, in the order of the configuration's fields.
  private(set) var required: [String] = []

  private static let rowNames: Set = [
    "name", "code", "least", "most", "exact", "prefix", "pattern", "bytes", "count", "reason",
  ]

  /// All names that a tag can have.
  var names: Set<String> { Set(values.keys).union(Self.rowNames) }

  /// The part of a name before its dot; an option is a group of its own.
  static func group(_ name: String) -> String {
    name.hasPrefix(optionPrefix) ? name : String(name.prefix { $0 != "." })
  }

  init(
    _ configuration: ScannerConfiguration, _ identity: DecoderIdentity,
    _ manifest: TemplateManifest, package: String
  ) throws(CodeGenerationError) {
    values["decoder"] = .text(identity.name)
    values["library"] = .text("\(identity.library) \(identity.version)")
    values["package"] = .text(package)
    values["summary"] = .code(manifest.summary)
    for (name, word) in manifest.words { values["word.\(name)"] = .code(word) }
    values["ignores"] = .list([])
    try addOptions(configuration, identity, manifest)
    try addFormats(configuration, manifest)
    addLengths(configuration)
    addPlace(configuration)
    addRejections(configuration, manifest)
    require("stop.codes", .integer(configuration.stopRule.uniqueCodes ?? 0))
    require("stop.seconds", .number(configuration.stopRule.seconds ?? 0))
    require("several", .flag(configuration.severalPerImage))
    require("resolution.width", .integer(configuration.captureResolution?.width ?? 0))
    require("resolution.height", .integer(configuration.captureResolution?.height ?? 0))
    require("values", .flag(configuration.parsesValues))
  }

  /// Sets the names of what is asked for and not in the program, with the reasons.
  mutating func setIgnored(_ reasons: [(name: String, reason: String)]) {
    values["ignores"] = .list(reasons.map { ["name": .text($0.name), "reason": .code($0.reason)] })
  }

  private mutating func require(_ name: String, _ value: TemplateValue) {
    values[name] = value
    required.append(name)
  }

  // MARK: - The decoder

  private mutating func addOptions(
    _ configuration: ScannerConfiguration, _ identity: DecoderIdentity,
    _ manifest: TemplateManifest
  ) throws(CodeGenerationError) {
    var requested = configuration.options
    if configuration.addOns != .none {
      guard let addOns = manifest.addOns, let word = addOns.words[configuration.addOns] else {
        throw .problems([.notSupported(.addOns)])
      }
      guard [nil, word].contains(requested[addOns.option]) else {
        throw .contradictingAddOns(option: addOns.option)
      }
      requested[addOns.option] = word
    }
    let options: DecoderOptions
    do throws(OptionError) {
      options = try DecoderOptions(resolving: requested, for: identity)
    } catch {
      throw .problems([.badOption(error)])
    }
    var rows: [[String: TemplateValue]] = []
    for option in identity.options {
      let text = options.values[option.name] ?? option.defaultValue
      rows.append(["name": .text(option.name), "bytes": .text(text)])
      let value: TemplateValue
      switch option.kind {
      case .flag: value = .flag(text == "true")
      case .integer: value = .integer(options.integer(option.name))
      case .choice:
        guard let codes = manifest.options[option.name] else {
          value = .text(text)
          break
        }
        guard let code = codes[text] else {
          throw .valueWithoutCode(option: option.name, value: text)
        }
        value = .code(code)
      }
      require(Self.optionPrefix + option.name, value)
    }
    values["options"] = .list(rows)
  }

  private mutating func addFormats(
    _ configuration: ScannerConfiguration, _ manifest: TemplateManifest
  ) throws(CodeGenerationError) {
    var wanted: [Symbology] = []
    for symbology in Symbology.allCases where configuration.symbologies.contains(symbology) {
      guard manifest.symbologies.isEmpty || manifest.symbologies[symbology] != nil else {
        throw .symbologyWithoutCode(symbology)
      }
      wanted.append(symbology)
    }
    let isNarrowed = !wanted.isEmpty
    let all = Symbology.allCases.filter { manifest.symbologies[$0] != nil }
    // Several symbologies may share a code, which is then written once. Without a table, the names are
    // the codes.
    let codes = (isNarrowed ? wanted : all).map { manifest.symbologies[$0] ?? $0.rawValue }
    require("formats", .list(codes.uniqued().map { ["code": .code($0)] }))
    values["narrowed"] = .flag(isNarrowed)
    values["symbologies"] = .list(wanted.map { ["name": .code($0.rawValue)] })
  }

  // MARK: - Readings

  private mutating func addLengths(_ configuration: ScannerConfiguration) {
    let rows = Symbology.allCases.compactMap { symbology -> [String: TemplateValue]? in
      guard let range = configuration.lengthRange(of: symbology) else { return nil }
      return [
        "name": .code(symbology.rawValue), "least": .integer(range.lowerBound),
        "most": .integer(range.upperBound),
      ]
    }
    require("lengths", .list(rows))
  }

  private mutating func addPlace(_ configuration: ScannerConfiguration) {
    let area =
      configuration.scanArea ?? ScannerConfiguration.ScanArea(left: 0, top: 0, width: 1, height: 1)
    require("area.left", .number(area.left))
    require("area.top", .number(area.top))
    require("area.width", .number(area.width))
    require("area.height", .number(area.height))
    var (kind, radius, width, height) = ("none", 0.0, 0.0, 0.0)
    switch configuration.selection?.shape {
    case .circle(let length): (kind, radius) = ("circle", length)
    case .rectangle(let across, let down): (kind, width, height) = ("rectangle", across, down)
    case nil: break
    }
    values["selected"] = .flag(configuration.selection != nil)
    require("selection.kind", .code(kind))
    require("selection.x", .number(configuration.selection?.x ?? 0.5))
    require("selection.y", .number(configuration.selection?.y ?? 0.5))
    require("selection.radius", .number(radius))
    require("selection.width", .number(width))
    require("selection.height", .number(height))
    (kind, width, height) = ("none", 0, 0)
    switch configuration.viewFinder {
    case .none: break
    case .frame(let across, let down): (kind, width, height) = ("frame", across, down)
    case .laser(let across): (kind, width) = ("laser", across)
    }
    require("viewfinder.kind", .code(kind))
    require("viewfinder.width", .number(width))
    require("viewfinder.height", .number(height))
  }

  private mutating func addRejections(
    _ configuration: ScannerConfiguration, _ manifest: TemplateManifest
  ) {
    let rows = configuration.rejections.compactMap { rejection -> [String: TemplateValue]? in
      let (kind, bytes): (String, [UInt8])
      switch rejection {
      case .exact(let payload): (kind, bytes) = ("exact", payload)
      case .prefix(let start): (kind, bytes) = ("prefix", start)
      case .pattern(let text):
        // A wrong one was refused with the configuration.
        guard let pattern = try? PayloadPattern(text) else { return nil }
        (kind, bytes) = ("pattern", pattern.text(in: manifest.dialect))
      }
      var row: [String: TemplateValue] = ["bytes": .data(bytes), "count": .integer(bytes.count)]
      for known in ["exact", "prefix", "pattern"] { row[known] = .flag(known == kind) }
      return row
    }
    require("rejections", .list(rows))
    let hasPattern = configuration.rejections.contains {
      if case .pattern = $0 { true } else { false }
    }
    values["patterns"] = .flag(hasPattern)
  }
}
