import Foundation
import Results

/// A frame that was written as a sample, with the commands that go on with it.
struct KeptFrame: Encodable, Sendable {
  let file: String
  /// Command lines, each with what it does.
  let commands: [Command]

  struct Command: Encodable, Sendable {
    let does: String
    let line: String
  }

  /// - Parameters:
  ///   - decoders: As `--decoder` takes them.
  ///   - workers: The options by which commands find and limit them.
  ///   - aim: The options of the scan area.
  init(_ file: String, in folder: String, decoders: [String], workers: [String], aim: [String]) {
    self.file = file
    let names = decoders.flatMap { ["--decoder", $0] }
    func command(_ does: String, _ words: [String]) -> Command {
      Command(
        does: does, line: (["harness"] + words + workers).map(Self.word).joined(separator: " "))
    }
    commands = [
      command("read it again, as here", ["scan", file] + names + aim),
      command("why is it not read?", ["explain", file] + names),
      command("how good is the print?", ["grade", file]),
      command(
        "find settings with all that were kept", ["configure", folder, "--output", "scanner"]),
    ]
  }
}

extension KeptFrame {
  /// A word of a command line, in quotes where a shell would read more into it.
  fileprivate static func word(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_./:=,%@+".utf8.contains(byte)
    }
    return isPlain ? word : ReproduceCommand.quoted(word)
  }
}

/// A code of known width at a known distance, from which a camera's focal length follows.
struct CameraFit: Decodable, Sendable {
  let codeMillimetres: Double
  let distanceMillimetres: Double

  /// The focal length, and the options that mean the same from the start.
  struct Answer: Encodable, Sendable {
    let focalPixels: Double
    let options: String
    let width: Int
    let height: Int

    init(focalPixels: Double, codeMillimetres: Double, width: Int, height: Int) {
      (self.focalPixels, self.width, self.height) = (focalPixels, width, height)
      options = String(
        format: "--focal-pixels %.1f --code-size %gmm", focalPixels, codeMillimetres)
    }
  }
}

/// Names of files that no other file has.
enum FreeName {
  /// A moment as a part of a file's name.
  static func stamp(_ date: Date) -> String {
    date.formatted(.iso8601).replacing(":", with: "").replacing("-", with: "")
  }

  /// A path that is free: `stem.ending`, `stem-2.ending` …
  static func path(_ stem: String, ending: String) -> String {
    var (path, number) = ("\(stem).\(ending)", 1)
    while FileManager.default.fileExists(atPath: path) {
      number += 1
      path = "\(stem)-\(number).\(ending)"
    }
    return path
  }
}
