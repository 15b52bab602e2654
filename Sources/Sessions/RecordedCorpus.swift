import Base
import Corpora
import Foundation
import ResultStore
import Results

/// Finds the corpora that runs recorded, so that nobody has to name them again.
public enum RecordedCorpus {
  /// Loads the corpus that a sample's key names.
  ///
  /// - Parameter file: The corpus's file or folder as typed. Without it, a known corpus of that name
  ///   is taken, or else the one that the latest run in `reports/` of that name recorded.
  public static func load(
    of key: SampleKey, file: String?, catalog: CorpusCatalog
  ) throws -> Corpus {
    let recorded = catalog.names.contains(key.corpus) ? nil : recordedFile(of: key.corpus)
    return try load(file ?? recorded ?? key.corpus, angles: [key.level.text], catalog: catalog)
  }

  /// Loads a run's corpus: from a file as typed, from the one that it recorded, or by its name.
  static func load(of run: RunRecord, file: String?, catalog: CorpusCatalog) throws -> Corpus {
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

  private static func recordedFile(of name: String) -> String? {
    let path = StoreLocation.file(in: "reports/" + name)
    guard let runs = try? SQLiteStore(path: path, isNew: false).runs() else { return nil }
    return runs.last { $0.record.corpus.name == name }?.record.corpusFile
  }
}
