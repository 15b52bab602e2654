import Base
import DecoderKit
import Foundation
import Images

/// Turns the files of a folder into groups of photos.
struct FolderReader {
  /// The last part of the folder's real path, however the caller named it.
  let ownName: String
  private(set) var groups: [FolderGroup] = []
  private(set) var problems: [String]
  private var unreadable: [String] = []
  private var truthsWithoutImage: [String] = []
  private var severalTruths: [String] = []
  private var groupsWithoutTruth: [String] = []
  private var groupsWithoutSymbology: [FolderWarning.NamelessGroup] = []

  private let root: String

  /// Reads all files below a folder.
  init(folder: String) {
    root = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    ownName = URL(filePath: folder).resolvingSymlinksInPath().lastPathComponent
    let listing = FolderListing(of: root)
    problems = listing.problems
    let contents = listing.folders.map { FolderContents(path: $0.path, files: $0.files) }
    let withImages = contents.filter { !$0.images.isEmpty }
    let names = FolderNaming.groupNames(of: withImages.map(\.path))
    for (contents, name) in zip(withImages, names) { readGroup(contents, name: name) }
    if withImages.isEmpty, problems.isEmpty { problems = [emptiness(contents)] }
    // One photo that cannot be read is left out of a run; a folder of them is no corpus.
    if unreadable.count == groups.reduce(0, { $0 + $1.photos.count }) { problems += unreadable }
  }

  var warnings: [FolderWarning] {
    var warnings: [FolderWarning] = []
    if !severalTruths.isEmpty { warnings.append(.severalTruths(files: severalTruths)) }
    if !truthsWithoutImage.isEmpty {
      warnings.append(.truthWithoutImage(files: truthsWithoutImage))
    }
    if !groupsWithoutSymbology.isEmpty {
      warnings.append(.groupsWithoutSymbology(groupsWithoutSymbology))
    }
    return warnings + groupsWithoutTruth.map(FolderWarning.groupWithoutTruth)
  }

  private mutating func readGroup(_ contents: FolderContents, name: String) {
    // The corpus's own folder may also be the one whose name tells the symbology.
    let fullPath = contents.path.isEmpty ? ownName : "\(ownName)/\(contents.path)"
    let symbology = FolderSymbology.named(by: fullPath)
    let expectsNothing = FolderNaming.expectsNothing(fullPath)
    let manifest = contents.manifest.map {
      FolderManifest(path: "\(root)/\(contents.relative($0))")
    }
    problems += manifest?.problems ?? []

    var photos: [Photo] = []
    for image in contents.images {
      let relative = contents.relative(image)
      let stem = contents.keyStem(of: image)
      let digest = readImage(relative)
      let found = truth(of: image, in: contents, manifest: manifest, symbology: symbology)
      if expectsNothing, case .known(let symbols, _) = found, !symbols.isEmpty {
        problems.append(
          "\(root)/\(relative): its folder's name says that there are no codes, but a truth says "
            + "that there is one. Rename the folder or remove the truth")
      }
      photos.append(
        Photo(
          file: "\(root)/\(relative)", relativePath: relative, stem: stem,
          key: "\(name)/\(stem)", fileSHA256: digest, truth: expectsNothing ? .nothing : found))
    }
    if !photos.isEmpty, photos.allSatisfy({ $0.truth == .unknown }) {
      groupsWithoutTruth.append(name)
    }
    if !expectsNothing, photos.contains(where: \.hasNamelessSymbol) {
      groupsWithoutSymbology.append(
        .init(group: name, suggestion: FolderSymbology.nearlyNamed(by: fullPath)))
    }
    truthsWithoutImage += contents.truthsWithoutImage(manifest)
    groups.append(
      FolderGroup(
        name: name, folder: contents.path, symbology: symbology,
        expectsNothing: expectsNothing, photos: photos))
  }

  /// Returns the digest of an image file, of no bytes if it cannot be opened.
  private mutating func readImage(_ relative: String) -> String {
    let file = "\(root)/\(relative)"
    var bytes: [UInt8] = []
    do {
      bytes = try ImageBytes.bytes(ofFile: file)
      do throws(ImageError) {
        _ = try ImageFormat(of: bytes)
      } catch {
        unreadable.append("\(file): \(error)")
      }
    } catch {
      unreadable.append("\(error)")
    }
    return SHA256Digest(of: bytes).hex
  }

  private mutating func truth(
    of image: String, in contents: FolderContents, manifest: FolderManifest?,
    symbology: Symbology?
  ) -> PhotoTruth {
    let entry = manifest?.entries[PercentEncoding.encode(image)]
    let files = contents.truths(of: image)
    if files.count + (entry == nil ? 0 : 1) > 1 { severalTruths.append(contents.relative(image)) }
    guard let file = files.first else {
      guard let entry else { return .unknown }
      let symbols = entry.symbols.map { symbol in
        var symbol = symbol
        symbol.symbology = symbol.symbology ?? symbology
        return symbol
      }
      return .known(symbols, isComplete: entry.isComplete)
    }
    guard let bytes = readTruth(contents.relative(file)) else { return .unknown }
    let named = entry.flatMap { $0.symbols.count == 1 ? $0.symbols[0].symbology : nil }
    let symbol = PhotoSymbol(
      symbology: named ?? symbology, bytes: bytes,
      certainty: file.hasSuffix(".txt") ? .writtenText : .writtenBytes)
    return .known([symbol], isComplete: false)
  }

  /// The largest truth in bytes; the largest symbols hold about 7000.
  private static let maximumTruthBytes = 1 << 16

  private mutating func readTruth(_ relative: String) -> [UInt8]? {
    let file = "\(root)/\(relative)"
    let bytes: [UInt8]
    do {
      // Reports show truths: none is taken from elsewhere by a link that came with the photos.
      bytes = try ForeignFolder.read(file: file, maximumBytes: Self.maximumTruthBytes)
    } catch {
      problems.append("\(error)")
      return nil
    }
    if FolderContents.fileExtension(of: relative) == "txt" {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        problems.append("\(file): is not UTF-8 text; data that are not text go into a .bin file")
        return nil
      }
    }
    return bytes
  }

  private func emptiness(_ contents: [FolderContents]) -> String {
    let others = contents.reduce(0) { $0 + $1.otherCount }
    let endings = ImageFormat.allCases.flatMap(\.fileExtensions).map { ".\($0)" }
    return "\(root): there are no images in it or below it. Images are files that end in "
      + endings.joined(separator: ", ") + "; of other files there are \(others)"
  }
}

/// An error that prevents a folder of photos from being a corpus.
package struct FolderError: Error, Equatable, CustomStringConvertible {
  /// The folder, as the caller named it.
  package let folder: String
  /// All problems, each a sentence that begins with the file's name.
  package let problems: [String]

  /// Makes an error.
  ///
  /// - Precondition: There is at least one problem.
  package init(folder: String, problems: [String]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.folder = folder
    self.problems = problems
  }

  /// The largest number of problems listed in the message; fixing those usually fixes the rest.
  private static let told = 10

  package var description: String {
    if problems.count == 1 { return problems[0] }
    let rest = problems.count - Self.told
    let lines = problems.prefix(Self.told) + (rest > 0 ? ["and \(rest) more"] : [])
    return "\(folder): \(problems.count) things are wrong with the photos:\n  "
      + lines.joined(separator: "\n  ")
  }
}

/// An oddity in a folder of photos that does not prevent a run.
package enum FolderWarning: Hashable, Sendable, CustomStringConvertible {
  /// Files that look like truth but have no image.
  case truthWithoutImage(files: [String])
  /// Images with more than one source of truth; the first of `.txt`, `.bin` and the manifest is
  /// used.
  case severalTruths(files: [String])
  /// Groups with codes whose symbology neither a folder's name nor the manifest gives: any is right.
  case groupsWithoutSymbology([NamelessGroup])
  /// The images of a group have no truth: detections are only counted.
  case groupWithoutTruth(String)

  package var description: String {
    switch self {
    case .truthWithoutImage(let files):
      "\(Self.list(files)): no image of that name is beside it, so it is ignored"
    case .severalTruths(let files):
      "\(Self.list(files)): it has several truths; .txt holds before .bin, and both before "
        + "\(FolderManifest.fileName)"
    case .groupsWithoutSymbology(let groups):
      Self.sentence(groups)
    case .groupWithoutTruth(let group):
      "group \"\(group)\" has no truth: what is detected is counted but not judged"
    }
  }

  /// A group whose symbology is not known.
  package struct NamelessGroup: Hashable, Sendable {
    /// The group's name.
    package let group: String
    /// The symbology that its folder's name nearly says; `nil` if it is near none.
    package let suggestion: Symbology?

    package init(group: String, suggestion: Symbology?) {
      (self.group, self.suggestion) = (group, suggestion)
    }
  }

  private static func sentence(_ groups: [NamelessGroup]) -> String {
    let names = groups.map { one in
      "\"\(one.group)\""
        + (one.suggestion.map { " (did you mean \"\($0.rawValue)\"?)" } ?? "")
    }
    return
      "\(list(names)): the symbology of the codes there is not known, so a reading of any symbology "
      + "is right and decoders that do not read theirs count as missing them; name the folder after it, such as qrcode-2 or "
      + "ean-13, or write \"symbology\" into \(FolderManifest.fileName)"
  }

  private static func list(_ files: [String]) -> String {
    let shown = files.prefix(3).joined(separator: ", ")
    return files.count > 3 ? "\(shown) and \(files.count - 3) more" : shown
  }
}
