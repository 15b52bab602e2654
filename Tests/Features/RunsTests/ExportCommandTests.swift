import Foundation
import TestSupport
import Testing

/// `harness runs export` as notebooks use it: files, parameters, and the program that writes columns.
@Suite struct ExportTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    _ = try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 2))
  }

  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path, environment: environment)
  }

  private func compare() async throws {
    let made = try await run([
      "compare", "--corpus", "tiny.yaml", "--decoder", "zbar", "--output", "r", "--quiet",
    ])
    #expect(made.status == 0, "\(made.errors)")
  }

  @Test func aFileHoldsWhatStandardOutputWouldAndParametersAreColumns() async throws {
    try await compare()
    let printed = try await run(["runs", "export", "r"])
    let written = try await run(["runs", "export", "r", "--output", "r.csv"])
    #expect(written.status == 0 && written.output.isEmpty, "\(written.errors)")
    #expect(
      try String(contentsOfFile: scratch.path + "/r.csv", encoding: .utf8) == printed.output)
    let lines = printed.output.split(separator: "\n")
    #expect(lines[0].hasSuffix(",meanings,module_size,rotation"))
    #expect(lines.count == 9)
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      #expect(Double(fields[3]) == Double(fields[fields.count - 2]) && fields.last == "0.0")
    }
  }

  @Test func whoLacksTheLibraryIsToldTheOneCommandAndKeepsTheOldFile() async throws {
    try await compare()
    _ = try scratch.file("lacks", "#!/bin/sh\ncat > /dev/null\nexit 69\n", isExecutable: true)
    _ = try scratch.file("fails", "#!/bin/sh\nexit 3\n", isExecutable: true)
    let old = try scratch.file("r.parquet", "old")
    let export = ["runs", "export", "r", "--format", "parquet", "--output", "r.parquet"]
    for (python, sentence) in [
      ("lacks", "install it with: "), ("fails", "ended with 3; the file is incomplete"),
      ("nowhere", "HARNESS_PYTHON names "),
    ] {
      let run = try await run(export, ["HARNESS_PYTHON": scratch.path + "/" + python])
      #expect(run.status == 2 && run.errors.contains(sentence), "\(run.errors)")
      #expect(try String(contentsOfFile: old, encoding: .utf8) == "old")
    }
    let run = try await run(export, ["HARNESS_PYTHON": scratch.path + "/lacks"])
    #expect(run.errors.contains("harness plugin install parquet"))
    #expect(!scratch.names().contains { $0.hasSuffix(".partial") })
  }

  @Test func theProgramGetsEveryRowAndWritesTheFile() async throws {
    try await compare()
    _ = try scratch.file(
      "copies", "#!/bin/sh\nprintf '%s\\n' \"$@\"\nwc -c\n", isExecutable: true)
    let written = try await run(
      ["runs", "export", "r", "--format", "arrow"], ["HARNESS_PYTHON": scratch.path + "/copies"])
    #expect(written.status == 0, "\(written.errors)")
    let lines = written.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[0] == "-I")
    #expect(lines[1].hasSuffix("/python/src/barcode_harness/writer.py"))
    #expect(Int(lines[2].trimmingCharacters(in: .whitespaces)) ?? 0 > 1000)
  }

  @Test func rawIsForTextsAlone() async throws {
    let run = try await run([
      "runs", "export", "r", "--format", "parquet", "--raw", "--output", "x",
    ])
    #expect(run.status == 64 && run.errors.contains("--raw is for csv and jsonl"), "\(run.errors)")
  }
}
