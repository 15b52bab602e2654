import Foundation

/// A place in the file system that a plugin may read, and the reason for it.
package struct ReadablePlace: Hashable, Sendable {
  /// The reasons, in the order in which they are told.
  package enum Reason: Int, CaseIterable, Hashable, Sendable {
    /// Libraries and data of the system, without users' and services' own.
    case system
    /// The program, the interpreter that runs it, and what belongs to them.
    case program
    /// Libraries that the program names, and programs on the search path.
    case library
    /// The virtual environment.
    case environment
    /// The folder of the plugin, and the files that its manifest names.
    case own
    /// Paths that its manifest declares with `reads`.
    case declared
  }

  /// The extents to which a place is open.
  package enum Extent: Hashable, Sendable {
    /// A file, or a folder with all that is in it.
    case whole
    /// The names in a folder, and no contents.
    case names
  }

  /// The real path, without links.
  package let path: String
  package let reason: Reason
  package let extent: Extent

  init(_ path: String, _ reason: Reason, _ extent: Extent = .whole) {
    (self.path, self.reason, self.extent) = (path, reason, extent)
  }

  /// True for the place itself and for what lies in it.
  func covers(_ other: String) -> Bool {
    RealPath.lies(other, in: path)
  }
}

/// Paths without links.
enum RealPath {
  /// The real path of what is there; `nil` if nothing is.
  static func of(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// True if a path is a folder or lies in it.
  static func lies(_ path: String, in folder: String) -> Bool {
    path == folder || folder == "/" || path.hasPrefix(folder + "/")
  }

  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The folder that a path is in.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The names in a folder, sorted; none of one that cannot be read. At most so many.
  static func names(in folder: String, atMost most: Int = 4096) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while names.count < most, let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
