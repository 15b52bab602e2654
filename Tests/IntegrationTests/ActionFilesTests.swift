import Foundation
import TestSupport
import Testing

/// The action, the workflows and the examples as files: what they name is there, and documented.
@Suite(.waits) struct ActionFilesTests {
  private struct Workflow: Decodable {
    struct Job: Decodable {
      struct Step: Decodable {
        var uses: String?
        var with: [String: String]?
        var run: String?
      }

      var container: String?
      var steps: [Step]
    }

    var jobs: [String: Job]
  }

  private static let gate = "docs/examples/decoder/.github/workflows/decoder.yml"
  private static let python = "docs/examples/python-decoder/.github/workflows/decoder.yml"
  private static let comment = "docs/examples/decoder/.github/workflows/comment.yml"
  private static let matrix = "docs/engines/github-actions.yml"
  private static let workflows = [
    gate, python, comment, matrix, ".github/workflows/tests.yml", ".github/workflows/nightly.yml",
    ".github/workflows/release.yml",
  ]

  /// The account of the repository.
  private static func owner() throws -> String {
    try text("packaging/owner").trimmingCharacters(in: .newlines)
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOfFile: HarnessRun.root + "/" + file, encoding: .utf8)
  }

  private static func workflow(_ file: String) throws -> Workflow {
    try yaml(HarnessRun.root + "/" + file, as: Workflow.self)
  }

  /// The first columns of the rows below a table's head.
  private static func rows(_ head: String, in page: String) throws -> [[String]] {
    let table = try #require(page.components(separatedBy: head).dropFirst().first)
    return table.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
      .prefix { $0.hasPrefix("|") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
  }

  @Test func everyInputAndOutputIsDocumentedWithItsDefault() throws {
    let action = try ActionFile.shipped()
    let page = try Self.text("docs/continuous-integration.md")
    let inputs = try Self.rows("| input | meaning | default |", in: page)
    #expect(Set(inputs.map { $0[0] }) == Set(action.inputs.keys.map { "`\($0)`" }))
    for row in inputs {
      let input = try #require(action.inputs[row[0].replacing("`", with: "")])
      #expect((input.required == true) == (row.last == "required"), "\(row)")
      guard let word = row.last?.wholeMatch(of: /`([^`]+)`/) else { continue }
      #expect(input.default == String(word.1), "\(row)")
    }
    let outputs = try Self.rows("| output | meaning |", in: page)
    #expect(Set(outputs.map { $0[0] }) == Set(action.outputs.keys.map { "`\($0)`" }))
  }

  @Test func everyInputOfTheCommentIsDocumentedAndItsWorkflowRunsNothingElse() throws {
    let action = try ActionFile.comment()
    let page = try Self.text("docs/continuous-integration.md")
    let inputs = try Self.rows("| input of the comment | meaning | default |", in: page)
    #expect(Set(inputs.map { $0[0] }) == Set(action.inputs.keys.map { "`\($0)`" }))
    for name in action.outputs.keys { #expect(page.contains("output `\(name)`")) }
    let steps = try Self.workflow(Self.comment).jobs.values.flatMap(\.steps)
    #expect(steps.map(\.uses) == ["\(try Self.owner())/barcode-harness/comment@v1"])
    let text = try Self.text(Self.comment)
    #expect(text.contains("workflow_run:\n    workflows: [decoder]\n"))
    #expect(
      try Self.text(Self.gate).hasPrefix("# ") && Self.text(Self.gate).contains("name: decoder\n"))
    for right in ["actions: read", "pull-requests: write"] { #expect(text.contains(right)) }
    #expect(try !Self.text(Self.gate).contains(": write"))
  }

  @Test func everyUseOfTheActionGivesInputsThatItHasAndFilesThatAreThere() throws {
    let inputs = try ActionFile.shipped().inputs
    let steps = try Self.workflow(Self.gate).jobs.values.flatMap(\.steps)
    let owner = try Self.owner()
    let uses = steps.filter { $0.uses == "\(owner)/barcode-harness@v1" }
    #expect(uses.count == 1)
    let given = uses.first?.with ?? [:]
    #expect(Set(given.keys).isSubset(of: inputs.keys))
    #expect(inputs.filter { $0.value.required == true }.keys.allSatisfy { given[$0] != nil })
    for path in given.values {
      let file = HarnessRun.root + "/docs/examples/decoder/" + path
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
    }
  }

  /// The workflow for a plugin in Python gates what `harness plugin new` writes, and no compiler is installed.
  @Test func theWorkflowOfAPluginInPythonNamesTheFileThatANewPluginHas() throws {
    let scratch = try ScratchFolder()
    let made = try HarnessRun.run(
      ["plugin", "new", "mine", "--language", "python"], in: scratch.path)
    #expect(made.status == 0, "\(made.errors)")
    let inputs = try ActionFile.shipped().inputs
    let owner = try Self.owner()
    let steps = try Self.workflow(Self.python).jobs.values.flatMap(\.steps)
    let given = try #require(steps.first { $0.uses == "\(owner)/barcode-harness@v1" }?.with)
    #expect(Set(given.keys).isSubset(of: inputs.keys))
    #expect(inputs.filter { $0.value.required == true }.keys.allSatisfy { given[$0] != nil })
    let plugin = try #require(given["plugin"])
    #expect(FileManager.default.isExecutableFile(atPath: scratch.path + "/" + plugin), "\(plugin)")
    #expect(!steps.contains { $0.run?.contains("gcc") == true })
    let text = try Self.text(Self.python)
    #expect(text.contains("name: decoder\n"), "the workflow of the comment waits for this name")
    #expect(!text.contains(": write"))
    let readme = try String(contentsOfFile: scratch.path + "/mine/README.md", encoding: .utf8)
    #expect(readme.contains("--plugin \(plugin) "), "its README has the gate's commands")
  }

  @Test func theWorkflowsForOtherRepositoriesBuildTheirLibraryInTheImageOfThisVersion() throws {
    let version = try HarnessRun.run(["--version"]).output.prefix { $0 != " " && $0 != "\n" }
    let image = "ghcr.io/\(try Self.owner())/barcode-harness:\(version)"
    for file in [Self.gate, Self.python, Self.matrix] {
      let jobs = try Self.workflow(file).jobs.values
      for job in jobs {
        let commands = job.steps.compactMap(\.run)
        #expect(
          !commands.contains { $0.contains("make install") }, "\(file): that is the harness's")
        #expect(commands.isEmpty || job.container == image, "\(file)")
      }
      let isBuilt = jobs.contains { $0.steps.contains { $0.run == "make" } }
      #expect(isBuilt == (file != Self.python), "\(file)")
    }
    #expect(try Self.text("docs/examples/decoder/.gitlab-ci.yml").contains("name: \(image)\n"))
    let pages = try Self.workflow(Self.matrix).jobs.values.flatMap(\.steps).compactMap(\.uses)
    #expect(pages.contains { $0.hasPrefix("actions/deploy-pages@") })
  }

  @Test func anActionHasTheSameVersionWhereverItIsUsed() throws {
    var versions: [String: Set<String>] = [:]
    let planned = try Self.text("Sources/Features/Plan/Document/PlanText.swift")
    for text in try Self.workflows.map(Self.text) + [Self.text("action.yml"), planned] {
      for use in text.matches(of: /uses: (actions\/[a-z-]+)[a-z\/]*@(v\d+)/) {
        versions[String(use.1), default: []].insert(String(use.2))
      }
    }
    #expect(versions.count >= 5, "\(versions)")
    for (action, found) in versions { #expect(found.count == 1, "\(action): \(found)") }
  }

  @Test func scriptsAreSoundByTheShellAndWhereThereIsOneByItsChecker() throws {
    let scripts = ["scripts/action/gate.sh", "docs/examples/decoder/gate/gate.sh"]
    let environment = ProcessInfo.processInfo.environment
    for script in scripts {
      let run = try ActionRun.shell(
        """
        bash -n \(script)
        ! command -v shellcheck > /dev/null || shellcheck --severity=style \(script)
        """, in: HarnessRun.root, environment: environment)
      #expect(run.status == 0, "\(script): \(run.output)")
    }
    for step in try ActionFile.shipped().runs.steps where step.run != nil {
      #expect(step.shell == "bash")
    }
  }

  @Test func theCitationTheHarnessAndTheChangelogTellOneVersion() throws {
    let version = try HarnessRun.run(["--version"]).output.prefix { $0 != " " && $0 != "\n" }
    #expect(try Self.text("CITATION.cff").contains("\nversion: \(version)\n"))
    let log = try Self.text("CHANGELOG.md")
    let released = try #require(log.firstMatch(of: #/\n## (\d+)\.(\d+)\.(\d+) /#))
    let numbers = try [released.1, released.2, released.3].map { try #require(Int($0)) }
    let own = version.split(separator: ".").compactMap { Int($0) }
    #expect(!own.lexicographicallyPrecedes(numbers), "\(version) is lower than the last release")
  }
}
