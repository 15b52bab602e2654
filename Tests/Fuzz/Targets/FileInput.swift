import Corpora
import Foundation
import GRDB
import ResultStore
import Results

/// Files that are read where they lie: each input is written into a folder first.
///
/// `TMPDIR` says where; a file system in memory makes it a hundred times quicker.
enum FileInput {
  /// A store is opened and read whole, as reports do it.
  static func check(store bytes: [UInt8]) throws(BrokenPromise) {
    try check(store: bytes) { _ in }
  }

  /// The bytes say which fields of a well-formed store hold something else.
  static func check(records bytes: [UInt8]) throws(BrokenPromise) {
    try check(store: StoreChange.untouched) { path in try change(bytes, in: path) }
  }

  /// Writes a well-formed store with the changes that some bytes say.
  static func writeChangedStore(_ bytes: [UInt8], to path: String) throws {
    try Data(StoreChange.untouched).write(to: URL(filePath: path))
    try change(bytes, in: path)
  }

  private static func change(_ bytes: [UInt8], in path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      for change in StoreChange.changes(bytes) { try change.apply(to: database) }
    }
    try database.close()
  }

  /// A picture of a few pixels.
  static let dot: [UInt8] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Seeds/png/grey")
    return (try? Data(contentsOf: file)).map { [UInt8]($0) } ?? []
  }()

  private static func check(
    store bytes: [UInt8], _ change: (String) throws -> Void
  ) throws(BrokenPromise) {
    do {
      try inFolder(["observations.sqlite": bytes]) { folder in
        let path = folder + "/observations.sqlite"
        try change(path)
        let store = try SQLiteStore(path: path, isNew: false)
        for run in try store.runs() {
          let (record, _) = try store.record(ofRun: run.number)
          _ = try store.observedTrials(ofRun: run.number, withReadings: true)
          for decoder in record.decoders.indices {
            try store.forEachBlock(
              ofRun: run.number, decoder: decoder, group: nil, detailing: { !$0.isSuccess }
            ) {
              let place = $0.first
              guard record.corpus.groups.indices.contains(place.group),
                record.corpus.levels.indices.contains(place.level),
                0..<OutcomeBlock.trials ~= place.trial % OutcomeBlock.trials
              else { throw BrokenPromise("a block of a place that the run has not") }
            }
            try store.forEachObservation(ofRun: run.number, decoder: decoder, withReadings: true) {
              let place = $0.place
              guard record.corpus.groups.indices.contains(place.group),
                record.corpus.levels.indices.contains(place.level)
              else { throw BrokenPromise("an observation of a place that the run has not") }
            }
          }
        }
      }
    } catch let error as BrokenPromise {
      throw error
    } catch {}
  }

  /// The bytes are a manifest and, under other names, a truth of each kind.
  static func check(truths bytes: [UInt8]) throws(BrokenPromise) {
    // Files are told from others by their first bytes; nothing decodes them here.
    let image: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    do {
      try inFolder([
        "a.png": image, "manifest.jsonl": bytes, "qrcode/b.png": image, "qrcode/b.txt": bytes,
        "qrcode/c.png": image, "qrcode/c.bin": bytes,
      ]) { folder in
        let read = try ImageFolder.load(path: folder)
        let photos = read.groups.reduce(0) { $0 + $1.photos.count }
        guard photos == 3 else { throw BrokenPromise("\(photos) photos of three") }
      }
    } catch let error as BrokenPromise {
      throw error
    } catch let error as FolderError {
      try promise(!error.problems.isEmpty, "a folder is refused without a reason")
    } catch {
      throw BrokenPromise("an error of another kind: \(error)")
    }
  }

  private static func inFolder(
    _ files: [String: [UInt8]], _ body: (String) throws -> Void
  ) throws {
    let folder =
      FileManager.default.temporaryDirectory.path + "/harness-fuzz-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, bytes) in files {
      let file = URL(filePath: folder + "/" + name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    try body(folder)
  }
}
