import Foundation
import Results

/// A frame that was written as a sample, with the commands that go on with it.
struct KeptFrame: Encodable, Sendable {
  let file: String
  /// Command lines, each with what it does.
  let commands: [HarnessCommand]

  /// - Parameters:
  ///   - isRead: True if a symbol of it was read.
  ///   - decoders: As `--decoder` takes them.
  ///   - workers: The options by which commands find and limit them.
  ///   - aim: The options of the scan area.
  init(
    _ file: String, isRead: Bool, in folder: String, decoders: [String], workers: [String],
    aim: [String]
  ) {
    self.file = file
    let names = decoders.flatMap { ["--decoder", $0] }
    let scan = HarnessCommand("read it again, as here", ["scan", file] + names + aim + workers)
    let explain = HarnessCommand(
      isRead ? "who does not read it, and why?" : "why is it not read?",
      ["explain", file] + names + workers)
    let grade = HarnessCommand("how good is the print?", ["grade", file] + workers)
    let configure = HarnessCommand(
      "find settings with all that were kept",
      ["configure", folder, "--output", "scanner"] + workers)
    // Grades are of what is read.
    commands = (isRead ? [scan, explain, grade] : [explain, scan]) + [configure]
  }
}

/// A command of the harness as one types it, with what it does.
struct HarnessCommand: Encodable, Hashable, Sendable {
  let does: String
  let line: String

  /// Makes a line of words, the harness's own name left out.
  init(_ does: String, _ words: [String]) {
    self.does = does
    line = (["harness"] + words).map(Self.word).joined(separator: " ")
  }

  /// A word of a command line, in quotes where a shell would read more into it.
  private static func word(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_./:=,%@+".utf8.contains(byte)
    }
    return isPlain ? word : ReproduceCommand.quoted(word)
  }
}

/// Names of files that no other file has.
enum FreeName {
  /// A moment, as ISO 8601 writes it, as a part of a file's name.
  static func stamp(_ moment: String) -> String {
    moment.replacing(":", with: "").replacing("-", with: "")
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
