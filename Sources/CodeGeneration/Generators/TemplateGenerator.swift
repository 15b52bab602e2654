import Base
import DecoderKit

/// A generator that fills in the files of a template folder.
package struct TemplateGenerator: CodeGenerator {
  private let manifest: TemplateManifest
  /// Name in the program's folder → the template; read once, for all programs.
  private let templates: [String: Result<Template, TemplateError>]

  package var language: String { manifest.language }
  package var summary: String { manifest.summary }

  /// Reads a template folder.
  ///
  /// - Parameter path: The path of its `template.yaml`.
  /// - Throws: `FileFault` for a manifest that cannot be used or a template that cannot be read.
  package init(manifest path: String) throws(FileFault) {
    func text(_ path: String) throws(FileFault) -> String {
      do throws(FileError) {
        return String(decoding: try WholeFile.read(path, maximumBytes: 1 << 20), as: UTF8.self)
      } catch {
        throw FileFault(file: path, line: nil, message: error.message)
      }
    }
    manifest = try TemplateManifest(yaml: try text(path), file: path)
    let folder = Folder.parent(of: path)
    var templates: [String: Result<Template, TemplateError>] = [:]
    for (name, file) in manifest.files {
      let text = try text("\(folder)/\(file)")
      templates[name] = Result { () throws(TemplateError) in try Template(text, file: name) }
    }
    self.templates = templates
  }

  package func serves(decoder: String) -> Bool {
    manifest.decoders.isEmpty || manifest.decoders.contains(decoder)
  }

  package func program(
    for configuration: ScannerConfiguration, of identity: DecoderIdentity, package: String
  ) throws(CodeGenerationError) -> GeneratedProgram {
    let problems = configuration.problems(for: identity)
    guard problems.isEmpty else { throw .problems(problems) }
    var values = try TemplateValues(configuration, identity, manifest, package: package)
    let usual = try TemplateValues(
      ScannerConfiguration(decoder: configuration.decoder), identity, manifest, package: package)
    let ignored = ignored(values, usual)
    values.setIgnored(
      ignored.map { ($0, manifest.ignores[$0] ?? manifest.ignores["options"] ?? "") })
    do throws(TemplateError) {
      return GeneratedProgram(
        language: language, summary: summary, files: try files(values), build: manifest.build,
        run: manifest.run, ignored: ignored)
    } catch {
      throw .template(error)
    }
  }

  private func files(_ values: TemplateValues) throws(TemplateError) -> [GeneratedProgram.File] {
    var files: [GeneratedProgram.File] = []
    var used: Set<String> = []
    for (name, template) in templates.sorted(by: { $0.key < $1.key }) {
      let template = try template.get()
      if let unknown = template.names.subtracting(values.names).min() {
        throw TemplateError(code: .unknownName, file: name, line: nil, name: unknown)
      }
      used.formUnion(template.names)
      files.append(
        GeneratedProgram.File(path: name, text: try template.text(with: values.values)))
    }
    let groups = Set(used.map(TemplateValues.group))
    let unused = values.required.filter { name in
      // A template that lists all options needs to name none.
      let isListed = name.hasPrefix(TemplateValues.optionPrefix) && used.contains("options")
      return !groups.contains(TemplateValues.group(name)) && !isListed && !isIgnored(name)
    }
    if let unused = unused.min() {
      throw TemplateError(
        code: .unusedName, file: TemplateManifest.fileName, line: nil, name: unused)
    }
    return files
  }

  private func isIgnored(_ name: String) -> Bool {
    // An option that no template can know of before it exists is ignored with all of them.
    manifest.ignores[TemplateValues.group(name)] != nil
      || (name.hasPrefix(TemplateValues.optionPrefix) && manifest.ignores["options"] != nil)
  }

  /// The names that the template ignores although they are set to something that is not usual.
  private func ignored(_ values: TemplateValues, _ usual: TemplateValues) -> [String] {
    values.required.filter { isIgnored($0) && values.values[$0] != usual.values[$0] }
      .map(TemplateValues.group).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
