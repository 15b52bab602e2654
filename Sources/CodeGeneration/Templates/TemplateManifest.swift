import Base
import DecoderKit

/// The description of one template folder: `template.yaml` in it.
struct TemplateManifest: Hashable, Sendable {
  /// The file's name in a template folder.
  static let fileName = "template.yaml"

  /// The version of the layout that is read.
  static let format = 1

  /// The word for the language: `cpp`.
  let language: String
  /// The names of the decoders; none for all.
  let decoders: Set<String>
  /// The language and the library, in a few words.
  let summary: String
  /// The files: name in the program's folder → path of the template, relative to the manifest's folder.
  let files: [String: String]
  /// The command that builds the program in its folder; empty where nothing is built.
  let build: [String]
  /// The command that runs it in its folder, images follow; empty where it runs elsewhere alone.
  let run: [String]
  let dialect: PatternDialect
  /// The library's code for each symbology that can be asked for.
  let symbologies: [Symbology: String]
  /// The library's code for the words of options: option → word → code.
  let options: [String: [String: String]]
  let addOns: AddOns?
  /// Texts that only this library has: adapter, package, header.
  let words: [String: String]
  /// Names that the template does not use → the reason.
  let ignores: [String: String]

  /// The option that reads EAN add-ons, and its word for each treatment.
  struct AddOns: Hashable, Sendable {
    let option: String
    let words: [ScannerConfiguration.AddOns: String]
  }

  private static let keys = [
    "format", "language", "decoders", "summary", "files", "build", "run", "patterns",
    "symbologies", "options", "addOns", "words", "ignores",
  ]

  /// Reads a manifest.
  ///
  /// - Throws: ``FileFault`` with the line for what it cannot be.
  init(yaml: String, file: String) throws(FileFault) {
    let root = try YAMLNode(
      yaml: yaml, file: file, label: "the template", empty: "an empty file is no template"
    )
    .mapping(known: Self.keys)
    _ = try root.required("format").integer(in: Self.format...Self.format)
    language = try root.required("language").text()
    let decoders = try root.required("decoders").list(of: "decoders' names")
    var names: Set<String> = []
    for decoder in decoders { names.insert(try decoder.text()) }
    self.decoders = names == ["any"] ? [] : names
    summary = try root.required("summary").text()
    files = try Self.files(root.required("files"))
    build = try root["build"].map(Self.words) ?? []
    run = try root["run"].map(Self.words) ?? []
    dialect =
      try root["patterns"]?.choice("way to write patterns", of: PatternDialect.self) ?? .escaped
    symbologies = try root["symbologies"].map(Self.symbologies) ?? [:]
    var options: [String: [String: String]] = [:]
    for (name, words) in try Self.fields(root["options"]) {
      guard case .object(let words) = words else {
        throw root.whole.error("option \"\(name)\" is not a mapping from its words to code")
      }
      options[name] = try Self.texts(words, root.whole)
    }
    self.options = options
    addOns = try root["addOns"].map(Self.addOns)
    words = try Self.texts(try Self.fields(root["words"]), root.whole)
    ignores = try Self.texts(try Self.fields(root["ignores"]), root.whole)
  }

  private static func files(_ node: YAMLNode) throws(FileFault) -> [String: String] {
    let files = try texts(try fields(node), node)
    guard !files.isEmpty else { throw node.error("a program has at least one file") }
    for name in files.keys where name.hasPrefix("/") || name.split(separator: "/").contains("..") {
      throw node.error("\"\(name)\" lies outside the program's folder")
    }
    return files
  }

  private static func words(_ node: YAMLNode) throws(FileFault) -> [String] {
    var words: [String] = []
    for word in try node.list(of: "words") { words.append(try word.string()) }
    return words
  }

  private static func symbologies(_ node: YAMLNode) throws(FileFault) -> [Symbology: String] {
    var codes: [Symbology: String] = [:]
    for (name, code) in try texts(try fields(node), node) {
      guard let symbology = Symbology(rawValue: name) else {
        throw node.unknown("symbology", name, known: Symbology.allCases.map(\.rawValue))
      }
      codes[symbology] = code
    }
    return codes
  }

  private static func addOns(_ node: YAMLNode) throws(FileFault) -> AddOns {
    let fields = try node.mapping(known: ["option", "allowed", "required"])
    return AddOns(
      option: try fields.required("option").text(),
      words: [
        .allowed: try fields.required("allowed").text(),
        .required: try fields.required("required").text(),
      ])
  }

  // MARK: - Mappings with keys of their own

  private static func fields(_ node: YAMLNode?) throws(FileFault) -> [String: JSONValue] {
    guard let node else { return [:] }
    guard case .object(let fields) = try node.jsonValue() else {
      throw node.error("\(node.label) is not a mapping")
    }
    return fields
  }

  private static func texts(
    _ fields: [String: JSONValue], _ node: YAMLNode
  ) throws(FileFault) -> [String: String] {
    var texts: [String: String] = [:]
    for (name, value) in fields {
      switch value {
      case .text(let text) where !text.contains(where: \.isNewline): texts[name] = text
      case .integer(let number): texts[name] = String(number)
      case .flag(let flag): texts[name] = String(flag)
      default: throw node.error("\"\(name)\" is not one line of text")
      }
    }
    return texts
  }
}
