import Base
import Foundation

/// The generators of an installation, found in the `Codegen` folders of its plugins.
///
/// A plugin `X` may have `X/Codegen/NAME/template.yaml`, with the files that it names.
package struct GeneratorCatalogue: Sendable {
  /// The name of a plugin's folder with templates.
  package static let folderName = "Codegen"

  /// All generators, by language and then by their summary.
  package let generators: [any CodeGenerator]

  /// Finds and reads all templates.
  ///
  /// - Parameter folders: Folders of plugins, or of one plugin each; those that are missing are skipped.
  /// - Throws: `FileFault` for a manifest that cannot be used, and for a template that is missing.
  package init(folders: [String]) throws(FileFault) {
    var found: [any CodeGenerator] = []
    var seen: Set<String> = []
    for folder in folders {
      for place in [folder] + Self.names(in: folder).map({ "\(folder)/\($0)" }) {
        let templates = "\(place)/\(Self.folderName)"
        for name in Self.names(in: templates) {
          let manifest = "\(templates)/\(name)/\(TemplateManifest.fileName)"
          guard FileManager.default.fileExists(atPath: manifest),
            seen.insert(URL(filePath: manifest).standardizedFileURL.path).inserted
          else { continue }
          found.append(try TemplateGenerator(manifest: manifest))
        }
      }
    }
    generators = found.sorted { ($0.language, $0.summary) < ($1.language, $1.summary) }
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// The languages of a decoder's generators, each once.
  package func languages(of decoder: String) -> [String] {
    Set(generators.filter { $0.serves(decoder: decoder) }.map(\.language)).sorted()
  }

  /// The first generator that writes a language for a decoder; `nil` if there is none.
  package func generator(language: String, decoder: String) -> (any CodeGenerator)? {
    generators.first { $0.language == language && $0.serves(decoder: decoder) }
  }
}
