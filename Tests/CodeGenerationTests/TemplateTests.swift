import Base
import DecoderKit
import Foundation
import TestSupport
import Testing

@testable import CodeGeneration

/// Templates: what their tags do, and what is refused.
@Suite struct TemplateTests {
  private func rendered(
    _ text: String, file: String = "a.c", _ values: [String: TemplateValue]
  ) throws -> String {
    try Template(text, file: file).text(with: values)
  }

  @Test func tagsAreFilledInAndSectionLinesDisappear() throws {
    let text = """
      {{n}} {{f}}
      {{#rows}}
      "{{bytes}}"
        {{#yes}}
      yes
        {{/yes}}
      {{/rows}}
      {{^rows}}
      none
      {{/rows}}
      {{^yes}}
      no
      {{/yes}}

      """
    let rows: [[String: TemplateValue]] = [["bytes": .data([0x61, 0])], ["bytes": .text("b")]]
    #expect(
      try rendered(
        text, ["n": .number(0.5), "f": .flag(true), "rows": .list(rows), "yes": .flag(true)])
        == "0.5 true\n\"a\\000\"\nyes\n\"b\"\nyes\n")
    #expect(
      try rendered(
        text, file: "a.py",
        ["n": .integer(3), "f": .flag(false), "rows": .list([]), "yes": .flag(false)])
        == "3 False\nnone\nno\n")
  }

  /// A text that was filled in is not looked at again.
  @Test func dataAreNoTemplates() throws {
    #expect(try rendered("{{a}}", ["a": .text("{{b}}{{#c}}")]) == "{{b}}{{\\043c}}")
  }

  @Test(arguments: [
    ("{{a", TemplateError.Code.badTag), ("{{A}}", .badTag), ("x {{#f}} y", .badTag),
    ("{{#f}}\nx", .unbalancedSection), ("{{/f}}", .unbalancedSection),
    ("{{#f}}\n{{/g}}\n", .unbalancedSection), ("{{nobody}}", .unknownName),
    ("{{#n}}\n{{/n}}\n", .wrongKind), ("{{rows}}", .wrongKind),
  ])
  func mistakesAreErrors(text: String, code: TemplateError.Code) {
    let error = #expect(throws: TemplateError.self) {
      try rendered(text, ["f": .flag(true), "n": .integer(1), "rows": .list([[:]])])
    }
    #expect(error?.code == code)
  }

  @Test func filesOfUnknownLanguagesAreRefused() {
    #expect(throws: TemplateError.self) { try Template("", file: "a.bas") }
  }

  // MARK: - Literals

  /// Every pair of bytes, read back by a reader of each kind of escape.
  @Test(arguments: [LiteralStyle.octal, .hexadecimal, .braced])
  func literalsCanBeReadBackAndHoldNothingHarmful(style: LiteralStyle) throws {
    let escape =
      switch style {
      case .octal: try Regex("\\\\([0-7]{3})")
      case .hexadecimal: try Regex("\\\\x([0-9a-f]{2})")
      default: try Regex("\\\\u\\{([0-9a-f]{2})\\}")
      }
    for first in UInt8.min...UInt8.max {
      for second in Array("\"*/?\\{($#0af\n".utf8) + [first] {
        let bytes = [first, second, first]
        let text = style.text(bytes)
        for harm in ["*/", "/*", "??", "\"", "\n", "\r", "$", "#", "%", "`"]
        where text.contains(harm) {
          Issue.record("\(style) \(bytes): \(text)")
        }
        var read: [UInt8] = []
        var rest = text[...]
        while let character = rest.first {
          if rest.hasPrefix("\\\\") {
            read.append(0x5c)
            rest.removeFirst(2)
          } else if let match = try escape.prefixMatch(in: rest) {
            let digits = match.output[1].substring.map(String.init) ?? ""
            read.append(UInt8(digits, radix: style == .octal ? 8 : 16) ?? 0)
            rest = rest[match.range.upperBound...]
          } else {
            #expect(character.isASCII && character != "\\")
            read.append(character.asciiValue ?? 0)
            rest.removeFirst()
          }
        }
        #expect(read == bytes, "\(style): \(text)")
      }
    }
  }

  // MARK: - Template folders

  private static let manifest = """
    format: 1
    language: c
    decoders: [mine]
    summary: C with mine
    files: {a.c: a.c}
    run: [./a]
    symbologies: {qr-code: QR}
    ignores: {area: one, selection: one, viewfinder: one, rejections: one, lengths: one,
      stop: one, several: one, resolution: one, values: one, formats: one}
    """
  private static let identity = DecoderIdentity(
    name: "mine", summary: "", library: "Mine", version: "1", symbologies: [.qrCode, .ean13],
    options: [.choice("mode", default: "fast", of: ["fast", "a*/b"], "")])

  private func program(
    _ template: String, manifest: String = manifest,
    _ configuration: ScannerConfiguration = ScannerConfiguration(decoder: "mine")
  ) throws -> GeneratedProgram {
    let folder = try ScratchFolder()
    let place = folder.path + "/Mine/Codegen/c"
    try Folder.make(place)
    try folder.file("Mine/Codegen/c/template.yaml", manifest)
    try folder.file("Mine/Codegen/c/a.c", template)
    let catalogue = try GeneratorCatalogue(folders: [folder.path, folder.path + "/Mine"])
    #expect(catalogue.languages(of: "mine") == ["c"] && catalogue.languages(of: "other").isEmpty)
    let generator = try #require(catalogue.generator(language: "c", decoder: "mine"))
    return try generator.program(for: configuration, of: Self.identity, package: "/none")
  }

  @Test func aPluginBringsItsTemplateAlong() throws {
    let configuration = ScannerConfiguration(
      decoder: "mine", options: ["mode": "a*/b"], stopRule: .init(uniqueCodes: 2))
    let program = try program("\"{{option.mode}}\"", configuration)
    #expect(program.files.map(\.text) == ["\"a\\052/b\""])
    // What is set and not used is told.
    #expect(program.ignored == ["stop"])
  }

  @Test func whatATemplateForgetsIsAnError() {
    #expect(
      throws: CodeGenerationError.template(
        TemplateError(code: .unusedName, file: "template.yaml", line: nil, name: "option.mode"))
    ) { try program("nothing") }
    #expect(
      throws: CodeGenerationError.template(
        TemplateError(code: .unknownName, file: "a.c", line: nil, name: "option.none"))
    ) { try program("{{option.mode}} {{option.none}}") }
    #expect(throws: CodeGenerationError.symbologyWithoutCode(.ean13)) {
      try program(
        "{{option.mode}}", ScannerConfiguration(decoder: "mine", symbologies: [.ean13]))
    }
    #expect(throws: CodeGenerationError.problems([.notSupported(.addOns)])) {
      try program("{{option.mode}}", ScannerConfiguration(decoder: "mine", addOns: .allowed))
    }
  }

  @Test(arguments: [
    ("files: {a.c: a.c}", "files: {../a.c: a.c}", "outside"), ("format: 1", "format: 2", "format"),
    ("language: c", "langauge: c", "Did you mean \"language\"?"),
    ("{qr-code: QR}", "{qr: QR}", "unknown symbology"),
    ("a.c: a.c", "a.c: b.c", "cannot be opened"),
  ])
  func manifestsAreReadStrictly(old: String, new: String, message: String) {
    let error = #expect(throws: FileFault.self) {
      try program("x", manifest: Self.manifest.replacing(old, with: new))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}
