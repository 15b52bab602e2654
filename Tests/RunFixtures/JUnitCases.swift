import Foundation
import TestSupport

/// The test suite and test cases that an independent XML parser (Python's expat) finds in a document.
struct JUnitCases: Decodable {
  struct Case: Decodable {
    var className: String
    var name: String
    var children: [String]
    var message: String?
  }

  var attributes: [String: String]
  var cases: [Case]

  init(_ document: String) throws {
    let program = """
      import json, sys, xml.etree.ElementTree as tree
      suite = tree.fromstring(sys.stdin.buffer.read()).find("testsuite")
      cases = [{"className": c.get("classname"), "name": c.get("name"),
                "children": [k.tag for k in c],
                "message": next((k.get("message") for k in c if k.get("message")), None)}
               for c in suite.findall("testcase")]
      print(json.dumps({"attributes": suite.attrib, "cases": cases}))
      """
    let output = try Python.run(program, input: document)
    self = try JSONDecoder().decode(Self.self, from: Data(output.utf8))
  }
}
