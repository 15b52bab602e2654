import Base
import DecoderKit
import Foundation
import Images
import Scanning

/// The images of a scan, in the order in which they were named; those of a folder by path.
package struct ScanInputs: Sendable {
  /// One image to scan.
  package struct Input: Hashable, Sendable {
    /// The path as it was named or found; `-` for standard input.
    package let path: String
    /// The path inside the folder that was named, or the file's own name: a name for files about it.
    package let name: String
    /// The way to its bytes.
    let source: Source
  }

  enum Source: Hashable, Sendable {
    case file
    case standardInput
    /// There is nothing to read, for this reason.
    case missing(String)
  }

  /// The images.
  package private(set) var inputs: [Input] = []
  private var seen: Set<String> = []

  /// Finds the images.
  ///
  /// Folders are searched with all that is in them; of their files, those with the extension of an
  /// image format are taken, and no hidden ones. A file that is named itself is taken whatever its
  /// name. What is named twice is taken once. Paths where nothing can be found stay in the list, so
  /// that they are reported in their place.
  ///
  /// - Parameters:
  ///   - paths: Files, folders, and `-` for standard input.
  ///   - excluded: A folder whose files are left out: the one that the scan itself writes.
  package init(_ paths: [String], excluding excluded: String? = nil) {
    let excluded = excluded.map { Self.realPath($0) + "/" }
    for path in paths {
      if path == "-" {
        add(Input(path: path, name: "standard-input", source: .standardInput))
      } else if Folder.exists(path) {
        addFolder(path, excluding: excluded)
      } else {
        add(Input(path: path, name: (path as NSString).lastPathComponent, source: .file))
      }
    }
  }

  private mutating func addFolder(_ folder: String, excluding excluded: String?) {
    let root = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    guard excluded != Self.realPath(root) + "/" else {
      let reason = "is the folder of the pictures: choose another one for them"
      return add(Input(path: folder, name: folder, source: .missing(reason)))
    }
    let listing = FolderListing(of: root)
    let count = inputs.count
    for (path, files) in listing.folders {
      let place = path.isEmpty ? root : root + "/" + path
      if let excluded, (Self.realPath(place) + "/").hasPrefix(excluded) { continue }
      for file in files where ImageFormat.hasExtension(file) {
        add(
          Input(
            path: place + "/" + file, name: path.isEmpty ? file : path + "/" + file, source: .file))
      }
    }
    for problem in listing.problems {
      let reason = problem.hasPrefix(root) ? String(problem.dropFirst(root.count)) : problem
      add(Input(path: root, name: root, source: .missing(reason)))
    }
    if inputs.count == count {
      add(Input(path: folder, name: folder, source: .missing("holds no images")))
    }
  }

  /// Leaves out files that have the bytes of an earlier one.
  ///
  /// - Returns: The number of files left out.
  package mutating func removeCopies() -> Int {
    let all = inputs.count
    var digests: Set<SHA256Digest> = []
    inputs = inputs.filter { input in
      guard input.source == .file, let bytes = try? input.bytes() else { return true }
      return digests.insert(SHA256Digest(of: bytes)).inserted
    }
    return all - inputs.count
  }

  private mutating func add(_ input: Input) {
    guard seen.insert(input.path).inserted else { return }
    inputs.append(input)
  }

  /// The path without links and relative parts.
  package static func realPath(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path
  }
}

extension ScanInputs.Input {
  /// Reads the image.
  ///
  /// - Throws: `ImageError` with the reason.
  func read() throws(ImageError) -> GrayImage {
    try ImageFile.decode(bytes(), name: path)
  }

  /// The contents that somebody has written down in a `.txt` or `.bin` file beside the image.
  var truth: WrittenTruth {
    guard case .file = source else { return .unknown }
    let stem = (path as NSString).deletingPathExtension
    for (ending, isText) in [("txt", true), ("bin", false)] {
      guard let bytes = try? WholeFile.read("\(stem).\(ending)", maximumBytes: 1 << 16)
      else { continue }
      return .contents(bytes, isText: isText)
    }
    return .unknown
  }

  /// Turns the bytes of the image into each of its colours alone; into none for grey images.
  ///
  /// - Throws: `ImageError` with the reason.
  func colours(
    of image: GrayImage, in bytes: [UInt8]
  ) throws(ImageError) -> [ColourChannel: GrayImage] {
    var channels: [ColourChannel: GrayImage] = [:]
    for channel in ColourChannel.allCases {
      let alone = try ImageFile.decode(bytes, name: path, channel: channel)
      if alone != image { channels[channel] = alone }
    }
    return channels
  }

  /// Reads the bytes of the image.
  ///
  /// - Throws: `ImageError` with the reason.
  package func bytes() throws(ImageError) -> [UInt8] {
    switch source {
    case .file: return try ImageBytes.bytes(ofFile: path)
    case .standardInput: return try Self.standardInput()
    case .missing(let reason): throw ImageError(code: .file, path: path, message: reason)
    }
  }

  private static func standardInput() throws(ImageError) -> [UInt8] {
    do {
      let limit = ImageLimits.maximumFileBytes
      var bytes: [UInt8] = []
      while let piece = try FileHandle.standardInput.read(upToCount: 1 << 20), !piece.isEmpty {
        bytes += piece
        guard bytes.count <= limit else {
          throw ImageError(
            code: .size, path: "-", message: "is larger than the \(limit) bytes that are read")
        }
      }
      return bytes
    } catch let error as ImageError {
      throw error
    } catch {
      throw ImageError(code: .file, path: "-", message: "standard input cannot be read: \(error)")
    }
  }
}
