import Base
import Foundation
import Images

/// A corpus made of a folder of real images.
///
/// Every PNG, JPEG, WebP, PBM, PGM and PPM file in the folder and in its sub-folders is a photo,
/// and each folder with photos is a group. A photo's truth is the first of these that exists beside
/// it:
///
/// 1. `name.txt`: the data as UTF-8 text, every byte of it, without any trimming;
/// 2. `name.bin`: the data, byte by byte;
/// 3. a line of `manifest.jsonl`; see ``FolderManifest``.
///
/// For a photo without any of them, detections are only counted. `falsepositives…` and `negatives…`
/// are folders without codes. The symbology comes from the manifest, else from the folder's name
/// (`qrcode-2`, `ean-13`); else any symbology is right. `name.result.txt`, zxing-cpp's notes on
/// `name`, is no truth. Images are read from their files when they are needed; none is kept.
package struct ImageFolder: Sendable {
  /// The folder, as the caller named it.
  package let path: String
  /// The folder's own name, made to fit ``CorpusName/rule``.
  package let name: String
  /// The groups, in the bytewise order of their folders; each has photos.
  package let groups: [FolderGroup]
  /// The quarter turns in which every photo is shown, as asked for.
  package let rotations: [QuarterTurn]
  /// The hash that identifies the photos and their truths, in lower-case hexadecimal.
  ///
  /// It is the SHA-256 of the sorted relative paths, each with the SHA-256 of the file and of the
  /// resolved truth. Neither the folder's absolute path nor moving a truth from a `.txt` into the
  /// manifest changes it. Rotations are not part of it.
  package let sha256: String
  /// Oddities that do not prevent a run.
  package let warnings: [FolderWarning]

  /// Lists a folder and reads every file in it once to compute its hash; takes about a second a
  /// gigabyte.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - rotations: The turns in which each photo is shown; see ``turns(degrees:)``.
  /// - Throws: ``FolderError`` with all problems: an empty folder, truths that cannot be read or
  ///   contradict each other, no image that can be read. A single image that cannot be read is a
  ///   photo as others are; drawing it throws.
  package static func load(
    path: String, rotations: [QuarterTurn] = [.none]
  ) throws(FolderError) -> ImageFolder {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw FolderError(folder: path, problems: ["\(path): there is no such folder"])
    }
    guard isFolder.boolValue else {
      throw FolderError(folder: path, problems: ["\(path): is a file, not a folder of images"])
    }
    let reader = FolderReader(folder: path)
    let problems = reader.problems
    guard problems.isEmpty else { throw FolderError(folder: path, problems: problems) }
    return ImageFolder(
      path: path, name: FolderNaming.groupName(of: reader.ownName), groups: reader.groups,
      rotations: rotations, sha256: identity(of: reader.groups), warnings: reader.warnings)
  }

  /// Converts angles in degrees, as people write them, to quarter turns.
  ///
  /// - Throws: ``FolderError`` unless they are a list of different quarter turns.
  package static func turns(degrees: [Int]) throws(FolderError) -> [QuarterTurn] {
    let turns = degrees.compactMap(QuarterTurn.init)
    guard !turns.isEmpty, turns.count == degrees.count, Set(turns).count == turns.count else {
      let given = degrees.map(String.init).joined(separator: ", ")
      throw FolderError(
        folder: "",
        problems: ["rotations [\(given)]: photos are turned by some of 0, 90, 180, 270, each once"])
    }
    return turns
  }

  private static func identity(of groups: [FolderGroup]) -> String {
    let photos = groups.flatMap(\.photos).sorted {
      $0.relativePath.utf8.lexicographicallyPrecedes($1.relativePath.utf8)
    }
    var text = "image-folder 1\n"
    for photo in photos {
      let truth = SHA256Digest(of: Array(photo.truth.canonicalText.utf8)).hex
      text += "\(PercentEncoding.encode(photo.relativePath)) \(photo.fileSHA256) \(truth)\n"
    }
    return SHA256Digest(of: Array(text.utf8)).hex
  }
}

/// The files of one folder, sorted by their role in a corpus.
struct FolderContents {
  /// The folder's path, relative to the corpus's own folder.
  let path: String
  /// Names of image files, in bytewise order.
  let images: [String]
  /// The manifest's name, if there is one.
  let manifest: String?
  /// The number of files that are neither images nor truth.
  let otherCount: Int

  /// Names of truth files by percent-encoded stem, the one that takes precedence first.
  ///
  /// Stems are encoded because Swift takes two spellings of one Unicode character for equal, and a
  /// file system does not.
  private let truths: [String: [String]]
  /// The number of images by percent-encoded stem.
  private let stems: [String: Int]

  private static let imageExtensions = Set(ImageFormat.allCases.flatMap(\.fileExtensions))
  private static let truthExtensions = ["txt", "bin"]

  init(path: String, files: [String]) {
    self.path = path
    images = files.filter { Self.imageExtensions.contains(Self.fileExtension(of: $0)) }
    manifest = files.contains(FolderManifest.fileName) ? FolderManifest.fileName : nil
    stems = Dictionary(images.map { (Self.encodedStem(of: $0), 1) }, uniquingKeysWith: +)
    var truths: [String: [String]] = [:]
    for wanted in Self.truthExtensions {
      for file in files where Self.fileExtension(of: file) == wanted {
        truths[Self.encodedStem(of: file), default: []].append(file)
      }
    }
    self.truths = truths
    otherCount = files.count - images.count
  }

  /// Returns a file's path, relative to the corpus's own folder.
  func relative(_ file: String) -> String { path.isEmpty ? file : "\(path)/\(file)" }

  /// The image's name in keys. Images whose names differ only in their extension keep the
  /// extension.
  func keyStem(of image: String) -> String {
    let stem = Self.encodedStem(of: image)
    return stems[stem] == 1 ? stem : PercentEncoding.encode(image)
  }

  /// The truth files of an image, the one that takes precedence first.
  func truths(of image: String) -> [String] { truths[Self.encodedStem(of: image)] ?? [] }

  /// Truth files and manifest lines for which there is no image.
  func truthsWithoutImage(_ manifest: FolderManifest?) -> [String] {
    let lonely = truths.filter { stems[$0.key] == nil && !isNote($0.key) }.flatMap(\.value)
    let present = Set(images.map(PercentEncoding.encode))
    let lines = (manifest?.entries ?? [:]).filter { !present.contains($0.key) }.values
    return lonely.map(relative).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      + lines.sorted { $0.line < $1.line }.map {
        "\(relative(FolderManifest.fileName)):\($0.line) (\"\($0.file)\")"
      }
  }

  /// True for zxing-cpp's `name.result.txt` beside `name`, which describes a reading and is no
  /// truth.
  private func isNote(_ stem: String) -> Bool {
    stem.hasSuffix(Self.noteSuffix) && stems[String(stem.dropLast(Self.noteSuffix.count))] != nil
  }

  private static let noteSuffix = ".result"

  /// The part of a name after the last dot, in lower case; empty if there is no dot.
  static func fileExtension(of name: String) -> String {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  private static func encodedStem(of name: String) -> String {
    PercentEncoding.encode(name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name)
  }
}
