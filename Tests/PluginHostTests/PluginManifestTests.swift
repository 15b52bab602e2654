import Foundation
import PluginHost
import Testing

struct PluginManifestTests {
  @Test func everyKeyIsRead() throws {
    let manifest = try PluginManifest(
      yaml: """
        # A plugin.
        format: 1
        name: toy-2
        command: ["{venv}/bin/python", toy.py, --fast]
        environment: [TOY_LICENCE, "THREADS=1", "HOME_OF_TOY={folder}/data", EMPTY=]
        memory-limit: 512M
        install: make toy
        files: [toy.dat]
        """, path: "/plugins/Toy/plugin.yaml")
    #expect(manifest.name == "toy-2")
    #expect(manifest.folder == "/plugins/Toy")
    #expect(manifest.command == ["{venv}/bin/python", "toy.py", "--fast"])
    #expect(
      manifest.environment == [
        .passed("TOY_LICENCE"), .set("THREADS", to: "1"),
        .set("HOME_OF_TOY", to: "{folder}/data"), .set("EMPTY", to: ""),
      ])
    #expect(manifest.memoryLimit == .bytes(512 << 20))
    #expect(manifest.install == "make toy")
    #expect(manifest.files == ["toy.dat"])
    #expect(manifest.settings == nil)
  }

  @Test func releasesComeFromPipOrFromProgramsOfThePluginsOwn() throws {
    let pip = try PluginManifest(
      yaml: Self.start + "releases: {pip: zxing-cpp, from: 2.0.0}", path: "/p.yaml")
    #expect(pip.releases?.source == .pip(package: "zxing-cpp"))
    #expect(pip.releases?.first?.text == "2.0.0")
    let programs = try PluginManifest(
      yaml: Self.start + "releases: {list: [a, b], install: [c, '{release}', '{venv}']}",
      path: "/p.yaml")
    #expect(
      programs.releases?.source
        == .programs(list: ["a", "b"], install: ["c", "{release}", "{venv}"]))
    #expect(programs.releases?.first == nil)
  }

  @Test func nameAndCommandAreEnough() throws {
    let manifest = try PluginManifest(yaml: Self.start, path: "/p.yaml")
    #expect(manifest.environment.isEmpty && manifest.files.isEmpty)
    #expect(manifest.memoryLimit == nil && manifest.install == nil)
  }

  @Test(arguments: [("none", nil), ("4G", 4 << 30), ("64M", 64 << 20)] as [(String, Int?)])
  func memoryLimitsAreSizesOrNone(text: String, bytes: Int?) throws {
    let manifest = try PluginManifest(
      yaml: Self.start + "memory-limit: \(text)", path: "/p.yaml")
    #expect(manifest.memoryLimit == bytes.map { .bytes($0) } ?? .unlimited)
  }

  @Test func settingsBecomeJSONWithTheTypesThatYAMLGivesThem() throws {
    let manifest = try PluginManifest(
      yaml: Self.start + """
        settings:
          words: [plain, "8", 'true', a "quote"]
          numbers: [8, -1, 1.5, 0x10]
          flag: true
          nothing: ~
          nested: {b: 1, a: {pattern: "(?P<text>.*)\\n"}}
        """, path: "/p.yaml")
    #expect(
      manifest.settings == #"{"flag":true,"nested":{"a":{"pattern":"(?P<text>.*)\n"},"b":1},"#
        + #""nothing":null,"numbers":[8,-1,1.5,16],"words":["plain","8","true","a \"quote\""]}"#)
  }

  @Test(arguments: [
    ("", "the file is empty"), ("format: 1\nname: [", ":3: this is not YAML"),
    ("- a", ":1: the manifest is a list, not a mapping"),
    ("format: 1\ncommand: [a]", ":1: the manifest has no \"name\", which it needs"),
    ("format: 2\nname: a\ncommand: [a]", ":1: format 2 is not known here"),
    ("format: 1\nname: A b\ncommand: [a]", ":2: \"A b\" is not a name"),
    ("format: 1\nname: a\ncommand: a b", ":3: \"command\" is a value, not a list of words"),
    ("format: 1\nname: a\ncommand: []", ":3: \"command\" is empty"),
    ("format: 1\nname: a\ncommand: [a, [b]]", ":3: an item of \"command\" is a list, not words"),
    ("format: 1\nname: a\ncommand:\n  - a\n  - '{image}'", ":5: unknown placeholder {image}"),
    ("format: 1\nname: a\ncomand: [a]", ":3: unknown key \"comand\". Did you mean \"command\"?"),
    ("format: 1\nname: a\nname: b\ncommand: [a]", "the key \"name\" comes twice"),
    (start + "environment: [1X]", ":4: \"1X\" is not a variable"),
    (start + "environment:\n  - X\n  - A B", ":6: \"A B\" is not a variable"),
    (start + "memory-limit: 4", ":4: \"4\" is not a size: write 512M, 4G or none"),
    (start + "memory-limit: -4G", ":4: \"-4G\" is not a size"),
    (start + "files: ['{home}/x']", ":4: unknown placeholder {home}"),
    (start + "releases: toy", ":4: \"releases\" is a value, not a mapping"),
    (start + "releases: {}", ":4: "),
    (start + "releases: {from: 1.0}", ":4: \"releases\" says neither"),
    (start + "releases: {list: [a]}", ":4: \"releases\" has no \"install\", which it needs"),
    (start + "releases:\n  pip: -x", ":5: \"-x\" is not the name of a Python package"),
    (start + "releases:\n  pip: x\n  list: [a]", ":6: "),
    (start + "releases:\n  pip: x\n  from: new", ":6: \"new\" is not the number of a release"),
    (start + "releases: {list: ['{venv}'], install: [a]}", ":4: unknown placeholder {venv}"),
    (start + "releases: {list: [a], install: ['{version}']}", ":4: unknown placeholder {version}"),
  ])
  func whatIsWrongIsSaidWithItsLine(yaml: String, complaint: String) {
    let error = #expect(throws: PluginError.self) {
      try PluginManifest(yaml: yaml, path: "/plugins/plugin.yaml")
    }
    #expect(error?.code == .badManifest)
    let message = error?.message ?? ""
    #expect(message.hasPrefix("/plugins/plugin.yaml:"), "\(message)")
    #expect(message.contains(complaint), "\(message)")
  }

  /// Nine lines of ten aliases each stand for 10^9 words; as a key they would even be compared.
  @Test(arguments: [
    "settings: *a8\n", "? *a8\n: x\n", "settings: {\"k\":*a8}\n", "settings: [\n*a8]\n",
    "settings: !!seq *a8\n", "environment: [*a8]\n",
  ])
  func aliasesAreRefusedBeforeTheyAreExpanded(use: String) {
    let names = (0..<9).map { level in
      let items = Array(repeating: level == 0 ? "x" : "*a\(level - 1)", count: 10)
      return "a\(level): &a\(level) [\(items.joined(separator: ", "))]\n"
    }
    let error = #expect(throws: PluginError.self) {
      try PluginManifest(yaml: Self.start + names.joined() + use, path: "/p.yaml")
    }
    #expect(error?.message.contains("/p.yaml:5: there are more than 8 aliases (*name)") == true)
  }

  @Test func aFewAliasesAndTheirSignsInTextAreRead() throws {
    let manifest = try PluginManifest(
      yaml: Self.start + """
        install: "a & b * c &* *" # &x
        files: &list [x, y]
        settings: {pattern: '*.txt&b', more: 'x*y', list: *list, again: *list}
        """, path: "/p.yaml")
    #expect(manifest.install == "a & b * c &* *" && manifest.files == ["x", "y"])
    #expect(manifest.settings?.contains(#""again":["x","y"]"#) == true)
  }

  @Test func whatIsMissingIsNamedWithTheWayToGetIt() throws {
    let folder = try TemporaryFolder()
    try folder.file("text", executable: false)
    let needs: [(command: String, rest: String, complaint: String)] = [
      ("[\"{venv}/bin/python\"]", "", "it needs a virtual environment, \(folder.path)/.venv or "),
      ("[no-such-program]", "", "it needs the program no-such-program, which is not there"),
      ("[./missing]", "", "it needs \(folder.path)/missing, which is not there"),
      ("[./text]", "", "\(folder.path)/text is not executable; fix it with: chmod +x"),
      ("[/bin/sh]", "files: [gone.dat]", "it needs \(folder.path)/gone.dat, which is not there"),
    ]
    for need in needs {
      let manifest = try folder.manifest(
        "plugin.yaml", name: "toy", command: need.command,
        rest: need.rest + "\ninstall: make toys")
      let search = PluginSearch(
        given: [manifest], harnessFolder: nil, environment: ["PATH": "/usr/bin:/bin"])
      let location = try #require(try search.locations().first)
      #expect(location.name == "toy")
      let error = #expect(throws: PluginError.self) { try location.program.get() }
      #expect(error?.code == .unavailable)
      let message = error?.message ?? ""
      #expect(message.hasPrefix(need.complaint), "\(message)")
      #expect(
        need.command == "[./text]" || message.hasSuffix("; install it with: make toys"),
        "\(message)")
    }
  }

  private static let start = "format: 1\nname: a\ncommand: [a]\n"

  @Test(arguments: [
    "0M", "-1M", "-1G", "1e300M", "1e3G", "nanM", "99999999999999999999G", "9223372036854775807M",
    "1048577M", "M", "G", "1", "1.5G", "0x10M",
  ])
  func aMemoryLimitThatNoMachineHasIsRefused(size: String) {
    let error = #expect(throws: PluginError.self) {
      try PluginManifest(yaml: Self.start + "memory-limit: \"\(size)\"", path: "/p.yaml")
    }
    #expect(error?.message.contains("is not a size") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    "1e300", "-1e300", "1e999", ".nan", ".inf", "-0", "99999999999999999999",
    "-9223372036854775808", "0x7fffffffffffffffffff", "0b1", "1_000", "12:30:45",
  ])
  func numbersOfSettingsBecomeJSONOrText(number: String) throws {
    let manifest = try PluginManifest(
      yaml: Self.start + "settings: {a: \(number), b: [\(number)]}", path: "/p.yaml")
    let json = try #require(manifest.settings)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(json.utf8)) }
  }

  @Test(arguments: ["1e300", "-1", "0", "1.0e5", "99999999999999999999", ".nan"])
  func anotherFormatIsRefused(format: String) {
    #expect(throws: PluginError.self) {
      try PluginManifest(yaml: "format: \(format)\nname: x\ncommand: [x]", path: "/p.yaml")
    }
  }

  @Test func aManifestWithoutEndAndOneThatIsNoFileAreRefused() throws {
    let folder = try TemporaryFolder()
    let large = try folder.file(
      "plugin.yaml", "format: 1\n#" + String(repeating: "x", count: 1 << 20))
    let error = #expect(throws: PluginError.self) { try PluginManifest(contentsOf: large) }
    #expect(error?.message.contains("1024 KB that a manifest may have") == true)
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let other = #expect(throws: PluginError.self) { try PluginManifest(contentsOf: pipe) }
    #expect(other?.message.contains("a manifest is a plain file") == true)
  }

  @Test func programsOfReleasesSayWhatTheyNeed() throws {
    let manifest = try PluginManifest(
      yaml: Self.start + "releases: {list: [a], install: [b], needs: [network]}", path: "/p.yaml")
    #expect(manifest.releases?.needs == [.network])
    let error = #expect(throws: PluginError.self) {
      try PluginManifest(yaml: Self.start + "releases: {pip: a, needs: [network]}", path: "/p.yaml")
    }
    #expect(error?.message.contains("needs") == true)
  }
}
