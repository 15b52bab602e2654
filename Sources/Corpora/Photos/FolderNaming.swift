/// Derives group names and expectations from the names of folders of photos.
enum FolderNaming {
  /// The group of the images that lie directly in the corpus's own folder.
  static let rootGroup = "photos"

  /// Returns a name that follows the rule of ``CorpusName`` and is close to a folder's path.
  static func groupName(of path: String) -> String {
    guard !path.isEmpty else { return rootGroup }
    var name = ""
    for byte in path.utf8 {
      let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
      let character = String(Unicode.Scalar(lower))
      if CorpusName.isValid(character), character != "-" {
        name += character
      } else if !name.isEmpty, !name.hasSuffix("-") {
        name += "-"
      }
    }
    while name.hasSuffix("-") { name.removeLast() }
    return name.isEmpty ? "folder" : name
  }

  /// Returns a different name for each path.
  ///
  /// A path that is already a valid name keeps it. Of the other paths that lead to the same name,
  /// the second in order gets `-2`, and so on.
  static func groupNames(of paths: [String]) -> [String] {
    var owners: [String: String] = [:]
    for path in paths where path.isEmpty || groupName(of: path) == path {
      // The corpus's own folder comes first, before a sub-folder that has the same name as its
      // group.
      let name = groupName(of: path)
      owners[name] = owners[name] ?? path
    }
    var taken = Set(owners.keys)
    return paths.map { path in
      let wanted = groupName(of: path)
      if owners[wanted] == path { return wanted }
      var name = wanted
      var number = 2
      while !taken.insert(name).inserted {
        name = "\(wanted)-\(number)"
        number += 1
      }
      return name
    }
  }

  /// Returns true if a folder's name, or the name of a folder that contains it, announces images
  /// without codes.
  static func expectsNothing(_ path: String) -> Bool {
    path.split(separator: "/").contains { part in
      let folded = part.lowercased().filter { $0.isLetter || $0.isNumber }
      return folded.hasPrefix("falsepositives") || folded.hasPrefix("negatives")
    }
  }
}
