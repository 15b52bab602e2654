import Base
import Foundation
import GRDB

/// The file that a name stands for: an open store goes on being written when its name is taken away.
struct StorePlace: Equatable {
  private let device: dev_t
  private let number: ino_t

  /// The file of this name, links followed; `nil` if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, number) = (status.st_dev, status.st_ino)
  }
}

extension SQLiteStore {
  /// Checks that what is written can be found by the store's name, and saves it if it cannot.
  ///
  /// - Throws: ``StoreError`` if the store or its folder was removed, renamed or replaced; it names the
  ///   file in which everything is that was written until then.
  func checkPlace() throws {
    guard StorePlace(path) != place else { return }
    // Several threads may find it out at once: the first one saves for all.
    let saved = Result {
      try savedFile.withLock { file in
        let saved = try file ?? save()
        file = saved
        return saved
      }
    }
    let rest =
      switch saved {
      case .success(let file): "everything decoded until then is in \(file)"
      case .failure(let error): "it could not be saved elsewhere: \(error)"
      }
    throw StoreError(
      path: path, doing: "go on with the result store",
      StoreFile.Refusal.place(
        "it was removed, renamed or replaced during the run; \(rest)"))
  }

  /// Writes the open store to its name, or beside whatever has that now, and returns the new file.
  private func save() throws -> String {
    try Folder.make(Folder.parent(of: path))
    var file = path
    var number = 1
    while Folder.isTaken(file) {
      file = "\(path).saved-\(number)"
      number += 1
    }
    try database.writeWithoutTransaction {
      try $0.execute(sql: "VACUUM INTO ?", arguments: [file])
    }
    return file
  }
}
