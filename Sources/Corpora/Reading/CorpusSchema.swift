import DecoderKit
import Drawing
import Foundation
import Statistics
import Symbols

/// The JSON Schema of corpus files (draft 2020-12), for editors that check and complete YAML.
///
/// It defines the keys and the form of their values. Only reading a corpus checks whether payloads
/// fit and scenes can be seen.
package enum CorpusSchema {
  /// The schema as it is published, without the last line feed.
  package static func text() throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: document, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  private static var document: [String: Any] {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "corpus.schema.json",
      "title": "A corpus of barcodes",
      "type": "object",
      "additionalProperties": false,
      "required": [
        "format", "name", "version", "title", "question", "seed", "symbols", "conditions", "sweep",
        "trials",
      ],
      "properties": [
        "format": ["const": CorpusReader.format],
        "name": name,
        "version": integer(1...1_000_000, "Raise it when results may no longer be compared."),
        "title": text("What it is, in a few words."),
        "question": text("The question that the scores answer."),
        "seed": ["type": "integer", "minimum": 0, "description": "What all randomness is from."],
        "selection": SelectionReader.schema,
        "hints": choice(["none", "symbologies"], "Whether decoders are told what to look for."),
        "symbols": [
          "type": "array", "minItems": 1,
          "items": ["oneOf": [symbol(isNamed: true), label("grid"), label("stack"), texture]],
        ],
        "conditions": ["type": "array", "minItems": 1, "items": condition],
        "sweep": sweep,
        "trials": integer(1...1_000_000, "Random draws at each level of each group."),
        "claims": ["type": "array", "minItems": 1, "items": claim],
        "bands": choice(
          BandScheme.allCases.map(\.rawValue), "The bands that results are summed by."),
      ],
    ]
  }

  // MARK: Symbols

  private static func symbol(isNamed: Bool) -> [String: Any] {
    var properties: [String: Any] = [
      "symbology": choice(symbologies, "What kind of barcode."),
      "payload": payload,
    ]
    for key in RecipeReader.optionKeys {
      properties[key] = ["type": ["string", "integer", "number"]]
    }
    if isNamed {
      properties["name"] = name
      properties["judge"] = judge
      properties["width"] = length("The printed width, without quiet zone.")
      properties["module"] = length("The printed width of a module.")
    }
    return object(properties, required: (isNamed ? ["name"] : []) + ["symbology", "payload"])
  }

  /// The names of symbologies, then the same without hyphens. The reader takes more spellings, which are
  /// left out here so that editors offer few.
  private static var symbologies: [String] {
    let names = Symbology.allCases.map(\.rawValue)
    let plain = Symbology.allCases.compactMap { symbology -> String? in
      let name = symbology.rawValue.replacing("-", with: "")
      return name != symbology.rawValue && Symbology(parsing: name) == symbology ? name : nil
    }
    return names + plain
  }

  private static func label(_ layout: String) -> [String: Any] {
    let spacing: [String: Any] = ["type": "number", "minimum": 0, "maximum": 1000]
    let side = integer(1...400, "How many.")
    let arrangement =
      layout == "grid"
      ? object(
        ["rows": side, "columns": side, "spacing": spacing], required: ["rows", "columns"])
      : object(["spacing": spacing], required: [])
    return object(
      [
        "name": name, "judge": judge, layout: arrangement,
        "module": length("The printed width of a module."),
        "of": ["type": "array", "minItems": 1, "items": symbol(isNamed: false)],
      ], required: ["name", layout, "of"])
  }

  private static var judge: [String: Any] {
    choice(
      SubjectReader.Judging.allCases.map(\.rawValue),
      "Judges readings by their data alone, or by what they mean too.")
  }

  private static var texture: [String: Any] {
    let side = integer(1...Placement.maximumSide, "In pixels.")
    return object(
      [
        "name": name,
        "texture": choice(Texture.allCases.map(\.rawValue), "What fills the image."),
        "size": ["type": "array", "items": side, "minItems": 2, "maxItems": 2],
      ], required: ["name", "texture", "size"])
  }

  private static var payload: [String: Any] {
    let length = integer(1...8000, "Bytes.")
    let literal: [String: Any] = [
      "oneOf": [
        ["type": "string"], object(["hex": ["type": "string"]], required: ["hex"]),
      ]
    ]
    return [
      "oneOf": [
        object(
          [
            "kind": choice(PayloadKind.allCases.map(\.rawValue), "What payloads are made of."),
            "length": [
              "oneOf": [
                length, ["type": "array", "items": length, "minItems": 2, "maxItems": 2],
                object(
                  ["list": ["type": "array", "items": length, "minItems": 1]], required: ["list"]),
              ]
            ],
          ], required: ["kind"]),
        object(
          ["literals": ["type": "array", "items": literal, "minItems": 1]],
          required: ["literals"]),
      ]
    ]
  }

  // MARK: Conditions and sweep

  private static var condition: [String: Any] {
    var properties: [String: Any] = [
      "name": name,
      "backdrop": object(
        [
          "texture": choice(Texture.allCases.map(\.rawValue), "What hangs behind the label."),
          "scale": ["type": "number", "exclusiveMinimum": 0, "description": "In pixels."],
        ], required: ["texture", "scale"]),
    ]
    for parameter in CameraParameter.allCases {
      properties[parameter.rawValue] = self.parameter(parameter)
    }
    properties[CameraParameter.frame.rawValue] = frame
    properties["camera"] = text("The name of a camera, or the path of its file.")
    properties["mode"] = ["type": "string", "pattern": "^[1-9][0-9]*x[1-9][0-9]*$"]
    properties["focus"] = text(
      "camera, infinity, or a distance such as 1m; left out, all is sharp.")
    return object(properties, required: ["name"])
  }

  private static var frame: [String: Any] {
    let facts = CameraParameter.frame.facts
    let side: [String: Any] = [
      "type": "integer", "minimum": facts.range.lowerBound, "maximum": facts.range.upperBound,
    ]
    let size: [String: Any] = ["type": "string", "pattern": "^[1-9][0-9]*x[1-9][0-9]*$"]
    return [
      "description": "\(facts.summary) A number is a square; 1280x720 has two sides.",
      "oneOf": [side, size, ["type": "array", "items": size, "minItems": 1]],
    ]
  }

  private static func parameter(_ parameter: CameraParameter) -> [String: Any] {
    let facts = parameter.facts
    guard facts.kind != .flag else {
      let flag = ["type": "boolean"]
      return [
        "description": facts.summary + standardName(of: parameter),
        "oneOf": [flag, ["type": "array", "items": flag, "minItems": 1]],
      ]
    }
    let number: [String: Any] = [
      "type": facts.kind == .whole ? "integer" : "number", "minimum": facts.range.lowerBound,
      "maximum": facts.range.upperBound,
    ]
    let range = object(
      ["random": ["type": "array", "items": number, "minItems": 2, "maxItems": 2]],
      required: ["random"])
    let list: [String: Any] = ["type": "array", "items": number, "minItems": 1]
    let ofCamera: [[String: Any]] =
      ConditionCameraReader.figures.contains(parameter) ? [["const": "camera"]] : []
    return [
      "description": "\(facts.summary) In \(facts.unit).\(standardName(of: parameter))",
      "oneOf": (facts.kind == .whole ? [number, list] : [number, list, range]) + ofCamera,
    ]
  }

  /// A sentence with the parameter's name in the standards; empty if it has none.
  private static func standardName(of parameter: CameraParameter) -> String {
    parameter.isoName.map { " In standards: \($0)." } ?? ""
  }

  private static var sweep: [String: Any] {
    let axes = CameraParameter.allCases.filter { $0.facts.kind != .flag }.map(\.rawValue)
    let number: [String: Any] = ["type": "number"]
    let step: [String: Any] = ["type": "number", "exclusiveMinimum": 0]
    let levels: [String: Any] = [
      "type": "array", "minItems": 1,
      "items": [
        "oneOf": [
          number,
          object(
            ["from": number, "to": number, "step": step], required: ["from", "to", "step"]),
        ]
      ],
    ]
    let duration = text("How long the streams of a sweep over time are, instead of levels: 2s.")
    var schema = object(
      [
        "axis": choice(axes, "What is varied."), "duration": duration,
        "second": object(
          ["axis": choice(axes, "What is varied between the columns of a map."), "levels": levels],
          required: ["axis", "levels"]),
        "harder": choice(
          SweepDirection.allCases.map(\.rawValue), "Which end is the hard one."),
        "levels": levels,
      ], required: ["axis"])
    schema["oneOf"] = [["required": ["levels"]], ["required": ["duration"]]]
    return schema
  }

  private static var claim: [String: Any] {
    let size: [String: Any] = [
      "type": "number", "exclusiveMinimum": 0, "description": "In pixels.",
    ]
    return object(
      [
        "name": name, "by": text("Who says it."), "source": text("The document that says it."),
        "says": text("The statement in one plain line."),
        "about": [
          "type": "array", "minItems": 1, "items": text("A recipe or a symbology."),
        ],
        "reads": choice(Claim.Promise.allCases.map(\.rawValue), "What is promised from there on."),
        "from": [
          "oneOf": [CameraParameter.moduleSize, .symbolWidth].map {
            object([$0.rawValue: size], required: [$0.rawValue])
          }
        ],
      ], required: ["name", "by", "source", "says", "from"])
  }

  // MARK: Pieces

  private static var name: [String: Any] {
    ["type": "string", "pattern": "^[a-z0-9-]+$", "description": CorpusName.rule]
  }

  private static func object(_ properties: [String: Any], required: [String]) -> [String: Any] {
    [
      "type": "object", "additionalProperties": false, "properties": properties,
      "required": required,
    ]
  }

  private static func text(_ description: String) -> [String: Any] {
    ["type": "string", "minLength": 1, "description": description]
  }

  private static func length(_ description: String) -> [String: Any] {
    ["type": "string", "pattern": "^[0-9.]+ ?[a-zµμ]+$", "description": description]
  }

  private static func choice(_ words: [String], _ description: String) -> [String: Any] {
    ["enum": words, "description": description]
  }

  private static func integer(_ range: ClosedRange<Int>, _ description: String) -> [String: Any] {
    [
      "type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound,
      "description": description,
    ]
  }
}
