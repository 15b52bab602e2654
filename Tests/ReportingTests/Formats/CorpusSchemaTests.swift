import Base
import Corpora
import Foundation
import TestSupport
import Testing

/// The published schema of corpus files, which editors check them by, against what the harness reads.
@Suite(.waits) struct CorpusSchemaTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// An independent validator's objections to each of the documents.
  private static func objections(_ corpora: [String]) throws -> [[String]] {
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator
      schema, documents = json.load(sys.stdin)
      Draft202012Validator.check_schema(schema)
      validator = Draft202012Validator(schema)
      print(json.dumps([
          [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(each)]
          for each in documents]))
      """
    let documents = try corpora.map { corpus in
      let node = try YAMLNode(yaml: corpus, file: "corpus", label: "the file", empty: "it is empty")
      return String(decoding: try JSONEncoder().encode(node.jsonValue()), as: UTF8.self)
    }
    let output = try Python.run(
      program, needing: "jsonschema",
      input: "[\(CorpusSchema.text()), [\(documents.joined(separator: ","))]]")
    return try JSONDecoder().decode([[String]].self, from: Data(output.utf8))
  }

  @Test func thePublishedSchemaIsTheOneThatTheHarnessPrints() throws {
    #expect(
      try Self.text("docs/corpus.schema.json") == CorpusSchema.text() + "\n",
      "write it anew: harness corpus schema > docs/corpus.schema.json")
  }

  @Test func everyCorpusThatShipsKeepsToTheSchema() throws {
    let folder = Self.root.appending(path: "Corpora")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".yaml") }.sorted()
    #expect(names.count >= 40)
    let paths = names.map { "Corpora/" + $0 } + ["docs/examples/decoder/gate/shelf-labels.yaml"]
    let found = try Self.objections(paths.map(Self.text))
    for (path, objections) in zip(paths, found) { #expect(objections == [], "\(path)") }
  }

  /// A corpus without mistakes, which both take.
  private static let right = """
    # yaml-language-server: $schema=corpus.schema.json
    format: 1
    name: my-labels
    version: 1
    title: Our product labels
    question: How small may our labels be printed?
    seed: 42
    symbols: [{name: label, symbology: qr-code, version: 3, ecc: Q, payload: {kind: digits, length: [20, 30]}}]
    conditions: [{name: upright}, {name: tilted, rotation: {random: [-10, 10]}}]
    sweep: {axis: module-size, levels: [1.5, {from: 2, to: 4, step: 0.25}]}
    trials: 400

    """

  /// Mistakes that people make: a text of the corpus and what they write instead of it.
  private static let mistakes = [
    ("format: 1", "format: 2"), ("name: my-labels", "name: My Labels"),
    ("question: How small may our labels be printed?\n", ""), ("seed: 42", "seed: -1"),
    ("symbology: qr-code", "symbology: ean31"), ("symbols: ", "symbol: "),
    ("kind: digits", "kind: numbers"), ("rotation: {random", "rotaton: {random"),
    ("axis: module-size", "axis: modulesize"), ("levels: [1.5,", "levels: [small,"),
    ("step: 0.25", "step: 0"), ("trials: 400", "trials: 0"), ("trials: 400", "trials: many"),
    ("conditions: [{name: upright}, ", "conditions: [{rotation: 5}, "),
  ]

  @Test(arguments: [
    ("trials: 400", "trials: 400"), ("symbology: qr-code", "symbology: qrcode"),
    ("{name: upright}", "{name: upright, inverted: [true, false]}"),
  ])
  func aCorpusThatNamesItsSchemaIsReadAndKeepsToIt(text: String, other: String) throws {
    let corpus = Self.right.replacing(text, with: other)
    #expect(try Corpus(yaml: corpus, file: "my-labels.yaml").groups.count == 2)
    #expect(try Self.objections([corpus]) == [[]])
  }

  @Test func whatTheHarnessRefusesByItsFormTheSchemaRefuses() throws {
    let wrong = Self.mistakes.map { Self.right.replacing($0, with: $1) }
    let found = try Self.objections(wrong)
    for ((mistake, objections), corpus) in zip(zip(Self.mistakes, found), wrong) {
      #expect(corpus != Self.right, "\(mistake.0) is not in the corpus")
      #expect(!objections.isEmpty, "the schema takes \(mistake.1)")
      #expect(throws: (any Error).self, "the harness takes \(mistake.1)") {
        try Corpus(yaml: corpus, file: "my-labels.yaml")
      }
    }
  }
}
