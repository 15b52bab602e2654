import Foundation

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
    let program = """
      import json, sys
      from jsonschema import Draft202012Validator, FormatChecker
      schema, scan, document = json.load(sys.stdin)
      def close(node):
          for child in node.values() if isinstance(node, dict) else node:
              if isinstance(child, (dict, list)):
                  close(child)
          if isinstance(node, dict) and node.get("type") == "object" and "properties" in node:
              node["additionalProperties"] = False
      Draft202012Validator.check_schema(schema)
      close(schema)
      close(scan)
      if schema["$id"] != scan["$id"]:
          schema.setdefault("$defs", {})["scan"] = scan  # A part with an $id is found by it.
      errors = Draft202012Validator(schema, format_checker=FormatChecker()).iter_errors(document)
      print(json.dumps([f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in errors]))
      """
    let output = try Python.run(
      program, needing: "jsonschema",
      input: "[\(text(name)), \(text("scan")), \(document)]")
    return try JSONDecoder().decode([String].self, from: Data(output.utf8))
  }
}
