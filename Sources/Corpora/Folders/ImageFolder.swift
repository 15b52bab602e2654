import DecoderKit
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
public struct ImageFolder: Sendable {
  /// The folder, as the caller named it.
  public let path: String
  /// The folder's own name, made to fit ``CorpusName/rule``.
  public let name: String
  /// The groups, in the bytewise order of their folders; each has photos.
  public let groups: [FolderGroup]
  /// The quarter turns in which every photo is shown, as asked for.
  public let rotations: [QuarterTurn]
  /// The hash that identifies the photos and their truths, in lower-case hexadecimal.
  ///
  /// It is the SHA-256 of the sorted relative paths, each with the SHA-256 of the file and of the
  /// resolved truth. Neither the folder's absolute path nor moving a truth from a `.txt` into the
  /// manifest changes it. Rotations are not part of it.
  public let sha256: String
  /// Oddities that do not prevent a run.
  public let warnings: [FolderWarning]

  /// The number of photos in all groups.
  public var photoCount: Int { groups.reduce(0) { $0 + $1.photos.count } }

  /// Lists a folder and reads every file in it once to compute its hash; takes about a second a
  /// gigabyte.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - rotations: The turns in which each photo is shown; see ``turns(degrees:)``.
  /// - Throws: ``FolderError`` with all problems: an empty folder, files that cannot be read or are
  ///   of another kind, truths that contradict each other.
  public static func load(
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
  public static func turns(degrees: [Int]) throws(FolderError) -> [QuarterTurn] {
    let turns = degrees.compactMap(QuarterTurn.init)
    guard !turns.isEmpty, turns.count == degrees.count, Set(turns).count == turns.count else {
      let given = degrees.map(String.init).joined(separator: ", ")
      throw FolderError(
        folder: "",
        problems: ["rotations [\(given)]: photos are turned by some of 0, 90, 180, 270, each once"])
    }
    return turns
  }

  /// Decodes every photo once, so that a damaged file is found before a run and not during it.
  ///
  /// It takes as long as decoding the images, 10 to 30 ns a pixel, and the memory of one image.
  ///
  /// - Throws: ``FolderError`` with all photos that cannot be decoded.
  public func checkImages() throws(FolderError) {
    var problems: [String] = []
    for photo in groups.lazy.flatMap(\.photos) {
      do {
        _ = try photo.draw()
      } catch {
        problems.append("\(error)")
      }
    }
    guard problems.isEmpty else { throw FolderError(folder: path, problems: problems) }
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
