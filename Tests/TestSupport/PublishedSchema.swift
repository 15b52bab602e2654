import Foundation
import Synchronization

/// The published schemas, and an independent validator.
package enum PublishedSchema {
  /// The text of a schema in `docs`.
  package static func text(_ name: String) throws -> String {
    try String(contentsOfFile: HarnessRun.root + "/docs/\(name).schema.json", encoding: .utf8)
  }

  /// The validator's objections to a document, one sentence each.
  ///
  /// The schemas allow additional fields; here every object is closed, so that a field without a
  /// description is found.
  package static func objections(_ document: String, schema name: String) throws -> [String] {
    try validator.withLock { service in
      if service == nil { service = try PythonService(program, needing: "jsonschema") }
      let request = "[\"\(name)\", \(try text(name)), \(try text("scan")), \(document)]"
      let answer = try service?.answer(request) ?? Data()
      guard let objections = try? JSONDecoder().decode([String].self, from: answer) else {
        throw Python.Failure(description: String(decoding: answer, as: UTF8.self))
      }
      return objections
    }
  }

  /// One process for all documents: to import the library takes longer than most of them do.
  private static let validator = Mutex<PythonService?>(nil)

  private static let program = """
    import json, sys
    from jsonschema import Draft202012Validator, FormatChecker
    def close(node):
        for child in node.values() if isinstance(node, dict) else node:
            if isinstance(child, (dict, list)):
                close(child)
        if isinstance(node, dict) and node.get("type") == "object" and "properties" in node:
            node["additionalProperties"] = False
    def validator(schema, scan):
        Draft202012Validator.check_schema(schema)
        close(schema)
        close(scan)
        if schema["$id"] != scan["$id"]:
            schema.setdefault("$defs", {})["scan"] = scan  # A part with an $id is found by it.
        return Draft202012Validator(schema, format_checker=FormatChecker())
    known = {}
    while size := sys.stdin.buffer.readline():
        try:
            name, schema, scan, document = json.loads(sys.stdin.buffer.read(int(size)))
            if name not in known:
                known[name] = validator(schema, scan)
            errors = known[name].iter_errors(document)
            print(json.dumps([f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in errors]))
        except Exception as failure:
            print(json.dumps({"failure": repr(failure)}))
        sys.stdout.flush()
    """
}
