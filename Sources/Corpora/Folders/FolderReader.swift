import DecoderKit
import Foundation
import Images

/// Turns the files of a folder into groups of photos.
struct FolderReader {
  /// The last part of the folder's real path, however the caller named it.
  let ownName: String
  private(set) var groups: [FolderGroup] = []
  private(set) var problems: [String]
  private var truthsWithoutImage: [String] = []
  private var severalTruths: [String] = []
  private var lineBreaks: [String] = []
  private var groupsWithoutTruth: [String] = []

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
  }

  var warnings: [FolderWarning] {
    var warnings: [FolderWarning] = []
    if !severalTruths.isEmpty { warnings.append(.severalTruths(files: severalTruths)) }
    if !lineBreaks.isEmpty { warnings.append(.truthEndsInLineBreak(files: lineBreaks)) }
    if !truthsWithoutImage.isEmpty {
      warnings.append(.truthWithoutImage(files: truthsWithoutImage))
    }
    return warnings + groupsWithoutTruth.map(FolderWarning.groupWithoutTruth)
  }

  private mutating func readGroup(_ contents: FolderContents, name: String) {
    // The corpus's own folder may also be the one whose name tells the symbology.
    let fullPath = contents.path.isEmpty ? ownName : "\(ownName)/\(contents.path)"
    let symbology = FolderNaming.symbology(of: fullPath)
    let expectsNothing = FolderNaming.expectsNothing(fullPath)
    let manifest = contents.manifest.map {
      FolderManifest(path: "\(root)/\(contents.relative($0))")
    }
    problems += manifest?.problems ?? []

    var photos: [Photo] = []
    for image in contents.images {
      let relative = contents.relative(image)
      let stem = contents.keyStem(of: image)
      guard let digest = readImage(relative) else { continue }
      let found = truth(of: image, in: contents, manifest: manifest, symbology: symbology)
      if expectsNothing, case .known(let symbols, _) = found, !symbols.isEmpty {
        problems.append(
          "\(root)/\(relative): its folder's name says that there are no codes, and a truth says "
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
    truthsWithoutImage += contents.truthsWithoutImage(manifest)
    groups.append(
      FolderGroup(
        name: name, folder: contents.path, symbology: symbology,
        expectsNothing: expectsNothing, photos: photos))
  }

  /// Returns the digest of an image file; `nil` if it cannot be read or is of an unknown kind.
  private mutating func readImage(_ relative: String) -> String? {
    let file = "\(root)/\(relative)"
    do {
      let bytes = try ImageFile.bytes(ofFile: file)
      do throws(ImageError) {
        _ = try ImageFormat(of: bytes)
      } catch {
        problems.append("\(file): \(error)")
        return nil
      }
      return SHA256Digest(of: bytes).hex
    } catch {
      problems.append("\(error)")
      return nil
    }
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
      bytes = try WholeFile.read(file, maximumBytes: Self.maximumTruthBytes)
    } catch {
      problems.append("\(error)")
      return nil
    }
    if FolderContents.fileExtension(of: relative) == "txt" {
      guard String(validating: bytes, as: UTF8.self) != nil else {
        problems.append("\(file): is not UTF-8 text; data that are no text go into a .bin file")
        return nil
      }
      if bytes.last == 0x0a { lineBreaks.append(relative) }
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
