import Base
import Corpora
import Foundation
import ResultStore
import Sessions

/// Things that strangers send: snapshots, stores to be merged, and what ``FuzzTarget`` lists of features.
enum ForeignInput {
  /// A snapshot's record, beside a small image.
  static func check(snapshot bytes: [UInt8]) throws(BrokenPromise) {
    try inFolder { folder throws(BrokenPromise) in
      let files = FileManager.default
      guard files.createFile(atPath: folder + "/a.json", contents: Data(bytes)),
        files.createFile(atPath: folder + "/a.png", contents: Data(FileInput.dot)),
        let snapshot = try? StreamSnapshot(path: folder + "/a.json")
      else { return }
      let (part, image) = (snapshot.decodedPart, snapshot.image)
      try promise(
        part.x + part.width <= image.width && part.y + part.height <= image.height,
        "a snapshot's part lies outside of its image")
    }
  }

  /// Two stores whose fields hold what no harness wrote are merged: half of the bytes are of each.
  static func check(merge bytes: [UInt8]) throws(BrokenPromise) {
    let half = bytes.count / 8 * 4
    try inFolder { folder throws(BrokenPromise) in
      do {
        var paths: [String] = []
        for (name, part) in [("one", bytes[..<half]), ("two", bytes[half...])] {
          paths.append("\(folder)/\(name).sqlite")
          try FileInput.writeChangedStore(Array(part), to: paths[paths.count - 1])
        }
        let merged = folder + "/merged.sqlite"
        do {
          let store = try SQLiteStore(path: merged)
          guard (try? StoreMerge(into: store).take(paths)) != nil else { return }
        }
        do {
          _ = try StoreMerge.sources([merged])
        } catch {
          throw BrokenPromise("sound stores were merged to one that is not: \(error)")
        }
      } catch let error as BrokenPromise {
        throw error
      } catch {}
    }
  }

  /// The corpus that the kept bundle is of.
  static let tiny: Corpus? = try? Corpus(
    yaml: """
      format: 1
      name: tiny
      version: 1
      title: Two symbols
      question: Is a bundle what it says?
      seed: 7
      symbols:
        - {name: qr, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 8}}
        - {name: ean, symbology: ean-13, payload: {kind: gtin}}
      conditions:
        - name: upright
      sweep:
        axis: module-size
        harder: smaller
        levels: [1, 3]
      trials: 3

      """, file: "tiny.yaml")

  static func inFolder(
    _ body: (String) throws(BrokenPromise) -> Void
  ) throws(BrokenPromise) {
    let folder =
      FileManager.default.temporaryDirectory.path + "/harness-fuzz-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard (try? Folder.make(folder)) != nil else { return }
    try body(folder)
  }
}
