import Base
import Reporting

/// The files of a search for misreads: `misreads.json` with everything, `misreads.csv` with one row
/// per misread.
enum MisreadFiles {
  /// The name of the file with everything.
  static let json = "misreads.json"
  /// The name of the list of misreads.
  static let csv = "misreads.csv"

  /// Renders the files.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  static func texts(_ table: MisreadTable) throws -> [(name: String, text: String)] {
    [(json, try jsonText(table)), (csv, csvText(table))]
  }

  /// Renders everything as JSON, with the version of its layout first.
  static func jsonText(_ table: MisreadTable) throws -> String {
    try VersionedJSON.text(table, version: table.schemaVersion)
  }

  static func csvText(_ table: MisreadTable) -> String {
    var lines = ["decoder,sample,misread_class,truth,read,counted,command"]
    for decoder in table.decoders {
      for found in decoder.found {
        let fields = [
          decoder.decoder, found.sample, found.misreadClass?.rawValue ?? "false-positive",
          found.truth.joined(separator: "; "), found.read, "\(!found.isUncounted)", found.command,
        ]
        lines.append(fields.map { CSVReport.quoted($0) }.joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
