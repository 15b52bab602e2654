import Base
import Foundation
import TestSupport

/// `action.yml` as far as a runner executes it.
struct ActionFile: Decodable {
  struct Input: Decodable {
    var description: String
    var required: Bool?
    var `default`: String?
  }

  struct Output: Decodable {
    var description: String
    var value: String
  }

  struct Step: Decodable {
    var id: String?
    var `if`: String?
    var shell: String?
    var env: [String: String]?
    var run: String?
    var uses: String?
    var with: [String: String]?
  }

  struct Runs: Decodable {
    var using: String
    var steps: [Step]
  }

  var inputs: [String: Input]
  var outputs: [String: Output]
  var runs: Runs

  /// The gate.
  static func shipped() throws -> ActionFile {
    try yaml(HarnessRun.root + "/action.yml", as: ActionFile.self)
  }

  /// The action that writes the gate's comment.
  static func comment() throws -> ActionFile {
    try yaml(HarnessRun.root + "/comment/action.yml", as: ActionFile.self)
  }
}

/// The contents of a YAML file.
func yaml<Contents: Decodable>(_ path: String, as type: Contents.Type) throws -> Contents {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  let node = try YAMLNode(yaml: text, file: path, label: "the file", empty: "it is empty")
  return try JSONDecoder().decode(type, from: JSONEncoder().encode(try node.jsonValue()))
}

/// A run of the action's steps in order, each in a shell as a runner starts it.
///
/// Of GitHub's expressions it knows what action.yml uses: names, and comparisons of an input with a word.
struct ActionRun {
  var status: Int32 = 0
  var output = ""
  var summary = ""
  var outputs: [String: String] = [:]
  /// The paths that were uploaded, by the artefact's name.
  var uploads: [String: String] = [:]

  /// An expression that this runner does not know.
  struct UnknownExpression: Error { var text: String }

  init(
    _ action: ActionFile, at place: String = "", inputs: [String: String], in repository: String,
    scratch: ScratchFolder, artefacts: [String: String] = [:], environment: [String: String]
  ) throws {
    var names = [
      "github.token": "the-token", "github.action_repository": "Maker/Barcode-Harness",
      "github.event.workflow_run.id": "42", "runner.temp": scratch.path + "/runner",
    ]
    for (name, input) in action.inputs {
      names["inputs." + name] = try inputs[name] ?? Self.value(input.default ?? "", names)
    }
    let summaryFile = try scratch.file("summary.md", "")
    for step in action.runs.steps {
      guard try Self.holds(step.if, names) else { continue }
      if let uses = step.uses {
        let with = try (step.with ?? [:]).mapValues { try Self.value($0, names) }
        if uses.hasPrefix("actions/upload-artifact@") {
          uploads[with["name"] ?? ""] = with["path"]
        } else if uses.hasPrefix("actions/download-artifact@"), let target = with["path"] {
          try? FileManager.default.removeItem(atPath: target)
          guard let source = artefacts[with["name"] ?? ""] else { continue }
          try FileManager.default.createDirectory(
            atPath: scratch.path + "/runner", withIntermediateDirectories: true)
          try FileManager.default.copyItem(atPath: source, toPath: target)
        }
        continue
      }
      let outputFile = try scratch.file("output", "")
      let run = try Self.shell(
        step.run ?? "", in: repository,
        environment: environment.merging([
          "GITHUB_ACTION_PATH": HarnessRun.root + place, "GITHUB_OUTPUT": outputFile,
          "GITHUB_STEP_SUMMARY": summaryFile,
        ]) { $1 }.merging(try (step.env ?? [:]).mapValues { try Self.value($0, names) }) { $1 })
      output += run.output
      for line in try String(contentsOfFile: outputFile, encoding: .utf8).split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        names["steps.\(step.id ?? "").outputs.\(parts[0])"] = String(parts[1])
      }
      status = run.status
      if status != 0 { break }
    }
    summary = try String(contentsOfFile: summaryFile, encoding: .utf8)
    outputs = try action.outputs.mapValues { try Self.value($0.value, names) }
  }

  /// A text with its expressions replaced; outputs that were not set are empty.
  private static func value(_ text: String, _ names: [String: String]) throws -> String {
    try text.replacing(/\$\{\{ (\S+) \}\}/) { match in
      let name = String(match.1)
      guard names[name] != nil || name.hasPrefix("steps.") else {
        throw UnknownExpression(text: name)
      }
      return names[name] ?? ""
    }
  }

  private static func holds(_ condition: String?, _ names: [String: String]) throws -> Bool {
    guard let condition else { return true }
    guard let parts = condition.wholeMatch(of: /(inputs\.\S+) (==|!=) '(\w*)'/),
      let value = names[String(parts.1)]
    else { throw UnknownExpression(text: condition) }
    return (value == parts.3) == (parts.2 == "==")
  }

  /// Runs a step's text in bash with the flags that a runner gives; both outputs together.
  static func shell(
    _ text: String, in folder: String, environment: [String: String]
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["--noprofile", "--norc", "-eo", "pipefail", "-c", text]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = environment
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}

/// The part of GitHub's interface that writes comments, on loopback.
final class CommentService {
  struct State: Decodable {
    struct Comment: Decodable {
      struct User: Decodable { var login: String }
      var id: Int
      var body: String
      var user: User
    }

    var comments: [Comment]
    var requests: [String]
  }

  let address: String
  private let process = Process()
  private let input = Pipe()
  private let stateFile: String

  init(in scratch: ScratchFolder, rights: [String] = []) throws {
    stateFile = scratch.path + "/github-\(UUID().uuidString).json"
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", HarnessRun.root + "/Tests/Action/github-api.py", stateFile] + rights
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The state after the last request; empty before the first.
  func state() throws -> State {
    guard let data = FileManager.default.contents(atPath: stateFile) else {
      return State(comments: [], requests: [])
    }
    return try JSONDecoder().decode(State.self, from: data)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
