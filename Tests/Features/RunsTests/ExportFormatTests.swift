import Foundation
import Results
import TestSupport
import Testing

@testable import Reporting
@testable import RunFixtures
@testable import Runs

/// Exports of one run in every format, read by the standard library of another language.
@Suite(.waits) struct ExportFormatTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private static let parameters = SampleParameters([
    ParameterFacts(key: "module-size", unit: "px", neutral: 4),
    ParameterFacts(key: "rotation", unit: "°", neutral: 0),
  ]) { parameter, place in
    parameter == 0 ? 0.1 * Double(place.level + 3) : place.trial % 2 == 0 ? nil : 1 / 3
  }

  /// A run whose texts hold what is hard to write.
  private static func store(trials: Int) throws -> FinishedStore {
    let fixture = try ScoreFixture(
      levels: ["1", "2.5"], trials: max(trials, 1),
      actors: [.init(label: "a,\"b\""), .init(label: "c")]
    ).store()
    var observations = trials == 0 ? [] : fixture.observations
    let texts = ["", "a,\"b\"\r\n=1\\\u{E9}", "\u{1b}[31m\u{202E}\u{7}", "=1+1", "\u{1F600}"]
    for index in observations.indices where index % 3 == 0 {
      observations[index].finding.detail = texts[index / 3 % texts.count]
      observations[index].finding.symbols = "rn"
      observations[index].finding.meanings = "s-"
      observations[index].finding.outlines = SymbolOutlines([
        OutlineFit(errorModules: 0.25, overlap: 0.5, isInOrder: true)
      ])
      observations[index].readingCount = index
    }
    return FinishedStore(run: fixture.run, outcome: fixture.outcome, observations: observations)
  }

  private static func text(
    _ format: ObservationExport.Format, of store: FinishedStore, isRaw: Bool
  ) throws -> String {
    var text = ""
    var writer = TextExport(format, isRaw: isRaw) { text += $0 + "\n" }
    try ObservationExport(parameters: parameters).write(run: 1, of: store, to: &writer)
    return text
  }

  @Test(arguments: [0, 1, 10, 100])
  func everyFormatHoldsTheSameObservations(trials: Int) throws {
    let store = try Self.store(trials: trials)
    var bytes: [UInt8] = []
    var pieces = 0
    var writer = ColumnExport(format: "arrow", rowsInBatch: 7) {
      bytes += $0
      pieces += 1
    }
    try ObservationExport(parameters: Self.parameters).write(run: 1, of: store, to: &writer)
    #expect(pieces == 2 + (store.observations.count + 6) / 7)
    let input = try JSONSerialization.data(withJSONObject: [
      "source": Self.root + "/python/src", "columns": Data(bytes).base64EncodedString(),
      "csv": try Self.text(.csv, of: store, isRaw: true),
      "jsonl": try Self.text(.jsonl, of: store, isRaw: false),
    ])
    let output = try Python.run(Self.program, input: String(decoding: input, as: UTF8.self))
    #expect(output == "\(store.observations.count) rows\n")
  }

  @Test func textsInFilesForPeopleHoldNothingThatIsObeyed() throws {
    let store = try Self.store(trials: 10)
    for format in ObservationExport.Format.allCases {
      let text = try Self.text(format, of: store, isRaw: false)
      #expect(!text.unicodeScalars.contains { ["\u{1b}", "\u{202E}", "\u{7}"].contains($0) })
      #expect(text.contains("202e}") || text.contains("\\u202e"))
    }
  }

  @Test func namesOfColumnsAreUnique() {
    for columns in [ExportColumns.observation, ExportColumns.reading] {
      #expect(Set(columns.map(\.name)).count == columns.count)
    }
  }

  // MARK: - The table of columns

  private static func rows(_ columns: [ExportColumn]) -> [[String]] {
    columns.map {
      [
        "`\($0.name)`", "`\($0.key)`", $0.type.rawValue, $0.unit, $0.isOptional ? "yes" : "no",
        $0.meaning,
      ]
    }
  }

  @Test func thePageHasEveryColumn() throws {
    let page = try String(contentsOfFile: Self.root + "/docs/notebooks.md", encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
    }
    #expect(rows == Self.rows(ExportColumns.observation) + Self.rows(ExportColumns.reading))
    #expect(page.contains("This is version \(ExportColumns.version)."))
  }

  @Test func thePythonPackageHasTheSameColumns() throws {
    let output = try Python.run(
      """
      import json, sys
      sys.path.insert(0, sys.stdin.read())
      from barcode_harness import columns
      print(json.dumps([[list(c) for c in columns.OBSERVATION], list(columns.VERDICTS),
          list(columns.MISREAD_CLASSES), columns.SCHEMA_VERSION]))
      """, input: Self.root + "/python/src")
    let own = ExportColumns.observation.map { [$0.name, $0.type.rawValue, $0.unit] }
    let expected = try JSONSerialization.data(
      withJSONObject: [
        own, Verdict.allCases.map(\.rawValue), MisreadClass.allCases.map(\.rawValue),
        ExportColumns.version,
      ] as [Any])
    let python = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? NSArray
    let swift = try JSONSerialization.jsonObject(with: expected) as? NSArray
    #expect(python == swift)
  }

  /// Reads the three forms and compares them cell by cell.
  private static let program = """
    import base64, csv, io, json, struct, sys
    given = json.load(sys.stdin)
    sys.path.insert(0, given["source"])
    from barcode_harness import writer
    stream = io.BytesIO(base64.b64decode(given["columns"]))
    header = writer.read_header(stream)
    columns = header["columns"]
    assert header["description"]["schemaVersion"] == 1

    def bits(data, count):
        return [data[i >> 3] >> (i & 7) & 1 == 1 for i in range(count)]

    def values(kind, rows, parts, texts):
        valid = bits(parts[0], rows) if parts[0] else [True] * rows
        if kind.startswith("list"):
            ends = struct.unpack(f"<{rows + 1}i", parts[1])
            inner = values(kind[5:-1], ends[-1], parts[2:], texts)
            found = [inner[a:b] for a, b in zip(ends, ends[1:])]
        elif kind in ("string", "binary"):
            ends = struct.unpack(f"<{rows + 1}i", parts[1])
            found = [parts[2][a:b].decode() for a, b in zip(ends, ends[1:])]
        elif kind == "category":
            found = [texts[i] for i in struct.unpack(f"<{rows}i", parts[1])]
        elif kind == "bool":
            found = bits(parts[1], rows)
        else:
            found = list(struct.unpack(f"<{rows}" + {"int64": "q", "float64": "d"}[kind], parts[1]))
        return [value if there else None for value, there in zip(found, valid)]

    table = {column["name"]: [] for column in columns}
    for rows, buffers in writer.read_batches(stream, columns):
        for column, parts in zip(columns, buffers):
            table[column["name"]] += values(column["type"], rows, parts, column["categories"])
    assert stream.read() == b""
    lines = [json.loads(line) for line in given["jsonl"].split("\\n") if line]
    heading, *cells = csv.reader(io.StringIO(given["csv"], newline=""))
    assert heading == list(table)

    def name(column):
        first, *rest = column.split("_")
        key = first + "".join(word.capitalize() for word in rest)
        return {"wallNs": "wallNanoseconds", "cpuNs": "cpuNanoseconds"}.get(key, key)

    def field(value):
        if value is None:
            return ""
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, list):
            return ";".join(map(field, value))
        return str(value)

    for place, column in enumerate(heading):
        own = table[column]
        assert own == [line.get(name(column)) for line in lines], (column, own[:9], lines[:2])
        assert [field(value) for value in own] == [row[place] for row in cells], column
        if not columns[place]["isOptional"]:
            assert None not in own, column
    print(len(lines), "rows")
    """

  @Test(arguments: ObservationExport.Format.allCases)
  func keptReadingsAreExportedWhateverTheyHold(format: ObservationExport.Format) throws {
    let fixture = try ScoreFixture(
      levels: ["1", "2"], trials: 2, actors: [.init(label: "a,\"b\"")]
    ).store()
    let hostile = KeptReading(
      symbology: .qrCode, bytes: Array("a,\"b\"\r\n=1\\\u{E9}".utf8),
      cut: .init(byteCount: 5000, sha256: String(repeating: "0", count: 64)))
    let bare = KeptReading(symbology: nil, bytes: [])
    var observations = fixture.observations
    (observations[0].readingCount, observations[0].readings) = (2, [hostile, bare])
    observations[1].readingCount = 1
    observations[2].readingCount = 0
    let store = FinishedStore(
      run: fixture.run, outcome: fixture.outcome, observations: observations)
    var text = ""
    var writer = TextExport(format) { text += $0 + "\n" }
    let summary = try ReadingExport().write(run: 1, of: store, to: &writer)
    #expect((summary.printed, summary.notKept) == (1, 1))
    #expect(summary.notCounted == observations.count - 3)
    #expect(summary.remark?.contains("1 observation has readings that were not kept") == true)
    let lines = text.split(separator: "\n")
    switch format {
    case .csv:
      #expect(lines.count == 3)
      let key = fixture.run.corpus.key(of: observations[0].place)
      #expect(
        lines[1]
          == "\"a,\"\"b\"\"\",\(key),read,1,2,qr-code,\"a,\"\"b\"\"\\x0D\\x0A=1\\\\\\xC3\\xA9\",5000,"
          + String(repeating: "0", count: 64) + ",,,,,,,,,612c2262220d0a3d315cc3a9,"
          + "\(fixture.run.corpus.groups[0].id),1,0")
      #expect(lines[2].contains(",read,2,2,,,0,,,,,,,,,,,"))
    case .jsonl:
      #expect(lines.count == 2)
      let first = try #require(
        try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      #expect(first["bytes"] as? String == Data(hostile.bytes).base64EncodedString())
      #expect(first["byteCount"] as? Int == 5000 && first["symbology"] as? String == "qr-code")
    }
  }
}
