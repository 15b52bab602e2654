import Foundation

/// The files of one folder and its sub-folders, in bytewise order.
package struct FolderListing {
  /// Paths below the folder, each with the names of its files: `""` for the folder itself first.
  package private(set) var folders: [(path: String, files: [String])] = []
  /// Files and folders that could not be examined, with the reason.
  package private(set) var problems: [String] = []

  /// Walks a folder.
  ///
  /// Names that begin with a dot are left out, because they belong to other programs (`.git`,
  /// `._photo.jpg`). Symbolic links to files are followed, links to folders are not, so that there
  /// are no loops.
  package init(of root: String) {
    visit(root, below: "")
    folders.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  private mutating func visit(_ folder: String, below path: String) {
    guard let directory = opendir(folder) else {
      problems.append("\(folder): cannot be opened: \(String(cString: strerror(errno)))")
      return
    }
    defer { closedir(directory) }
    var files: [String] = []
    var subfolders: [String] = []
    while let entry = readdir(directory) {
      let bytes = Self.name(of: entry)
      guard bytes.first != UInt8(ascii: ".") else { continue }
      guard let name = String(validating: bytes, as: UTF8.self) else {
        let shown = String(decoding: bytes, as: UTF8.self)
        problems.append("\(folder)/\(shown): the name is not UTF-8; give it another one")
        continue
      }
      var status = stat()
      let isFolder =
        lstat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder { subfolders.append(name) } else { files.append(name) }
    }
    files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    folders.append((path, files))
    for name in subfolders {
      visit("\(folder)/\(name)", below: path.isEmpty ? name : "\(path)/\(name)")
    }
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
  }
}
