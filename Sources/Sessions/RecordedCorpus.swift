import Base
import Corpora
import Foundation
import Results

/// Finds the corpora that runs recorded, so that nobody has to name them again.
package enum RecordedCorpus {
  /// Loads the corpus of a sample, and reads the sample's key, which may end in a photo's file name.
  ///
  /// - Parameters:
  ///   - text: The key as typed.
  ///   - file: The corpus's file or folder as typed. Without it, a known corpus of that name is taken, or
  ///     else the one that the latest run in `reports/` of that name recorded.
  package static func load(
    ofSample text: String, file: String?, catalog: CorpusCatalog
  ) throws -> (corpus: Corpus, key: SampleKey) {
    let key = try form(of: text)
    let recorded = catalog.names.contains(key.corpus) ? nil : try recordedFile(of: key.corpus)
    let corpus = try load(
      file ?? recorded ?? key.corpus, angles: [key.level.text], catalog: catalog)
    return (corpus, try corpus.key(parsing: text))
  }

  /// True if a text has the form of a sample's key, whether there is such a sample or not.
  package static func isSample(_ text: String) -> Bool { (try? form(of: text)) != nil }

  /// True if a text names the file of an image that was kept. A photo's key may end like it, and is no file.
  package static func isKeptImage(_ text: String) -> Bool {
    (text.hasSuffix(".json") || text.hasSuffix(".png"))
      && (FileManager.default.fileExists(atPath: text) || !isSample(text))
  }

  /// Reads a key with any photo's number in it, which only the corpus knows; the rest is enough to find that.
  private static func form(of text: String) throws(SampleError) -> SampleKey {
    try SampleKey(parsing: text) { (_, name) throws(SampleError) in
      name.contains(".") ? 0 : nil
    }
  }

  /// Loads a run's corpus: from a file as typed, from the one that it recorded, or by its name.
  package static func load(of run: RunRecord, file: String?, catalog: CorpusCatalog) throws
    -> Corpus
  {
    try load(
      file ?? run.corpusFile ?? run.corpus.name, angles: run.corpus.levels.map(\.text),
      catalog: catalog)
  }

  /// The levels of a folder of photos are the angles by which they were turned.
  private static func load(
    _ nameOrPath: String, angles levels: [String], catalog: CorpusCatalog
  ) throws -> Corpus {
    let isFolder = !catalog.names.contains(nameOrPath) && Folder.exists(nameOrPath)
    return try catalog.load(
      nameOrPath: nameOrPath,
      rotationsDegrees: isFolder ? levels.compactMap { Int($0) } : nil)
  }

  /// - Throws: `StoreError` for a store that is there and cannot be read.
  private static func recordedFile(of name: String) throws -> String? {
    let path = StoreLocation.file(in: "reports/" + name)
    guard Folder.isTaken(path) else { return nil }
    return try StoredRuns(file: path).all.last { $0.record.corpus.name == name }?.record.corpusFile
  }
}
