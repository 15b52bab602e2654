// swift-tools-version: 6.2

import PackageDescription

// The first table of a fresh clone and the tests are made by quick builds (HARNESS_QUICK), in which each
// module is one pass of the compiler, without one that makes the module first, and few are optimised:
// what draws and sends every sample, and for the tests what they run a million times. Optimising a module
// takes four times the time of compiling it. The Makefile tells the compiler to optimise nothing, the
// dependencies neither; for these modules its own front end hears otherwise.
let quick = Context.environment["HARNESS_QUICK"]
let whole = ["-wmo", "-num-threads", "2", "-no-emit-module-separately-wmo"]

/// Settings of Swift targets: every warning in this package is an error; dependencies keep their own.
func swiftSettings(optimisedIf isOptimised: Bool = false) -> [SwiftSetting] {
  [.treatAllWarnings(as: .error)]
    + (quick == nil ? [] : [.unsafeFlags(whole + (isOptimised ? ["-Xfrontend", "-O"] : []))])
}

let settings = swiftSettings()
let hotSettings = swiftSettings(optimisedIf: true)
let testedSettings = swiftSettings(optimisedIf: quick != "compare")

/// A C library that comes from the system's packages, found through pkg-config.
func systemLibrary(_ name: String, path: String, pkgConfig: String?, apt: String) -> Target {
  .systemLibrary(name: name, path: path, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A part of the harness itself.
func part(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"], resources: resources,
    swiftSettings: settings)
}

/// A part whose code runs for every sample that is drawn and sent: optimised in quick builds, too.
func hotPart(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: hotSettings)
}

/// A part that is optimised for the tests, which run its code a million times, but not for the first table.
func testedPart(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: ["README.md"], swiftSettings: testedSettings)
}

/// An adapter: a library that anyone can link, built with the access an outsider would have.
func adapter(_ name: String, folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["DecoderKit"] + dependencies,
    path: "Plugins/\(folder)/\(name)", packageAccess: false, swiftSettings: hotSettings)
}

/// The thin executable that turns an adapter into a worker.
func worker(_ name: String, folder: String, adapter: Target.Dependency) -> Target {
  .executableTarget(
    name: "harness-decoder-\(name)", dependencies: ["DecoderKit", adapter],
    path: "Plugins/\(folder)/Worker", packageAccess: false, swiftSettings: settings)
}

/// Tests of one part. Plugins that they start are scripts in a folder of their own. Those that simulate
/// are optimised as the hot parts are.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies,
    exclude: scripted.contains(name) ? ["Plugins"] : vectors[name] ?? [],
    swiftSettings: simulating.contains(name) ? hotSettings : settings)
}

/// A feature: one command with all that belongs to it, in `Sources/Features`, and its tests beside.
///
/// Features know the core and what commands share, and none knows another: to remove one, remove its entry
/// here, its name in `Sources/harness/Harness.swift`, and its two folders.
struct Feature {
  let name: String
  /// The parts that it knows beside ``known``.
  let knows: [Target.Dependency]
  /// Files of its page, which the program holds.
  var page: [String] = []
  /// What its tests need beside it and what it knows.
  var testedWith: [Target.Dependency] = []
  /// Folders beside its tests with programs that they start.
  var scripts: [String] = []
  /// True if it reads what strangers send: its readers are fuzzed.
  var readsForeign = false

  /// The parts that every feature knows.
  static let known: [Target.Dependency] = [
    "Console", "Reporting", "Sessions", "Results", "DecoderKit", "Base",
    .product(name: "ArgumentParser", package: "swift-argument-parser"),
  ]

  var targets: [Target] {
    [
      .target(
        name: name, dependencies: Self.known + knows, path: "Sources/Features/\(name)",
        exclude: ["README.md"], resources: page.map { .embedInCode("Page/" + $0) },
        swiftSettings: settings),
      .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name), "TestSupport"] + Self.known + knows + testedWith,
        path: "Tests/Features/\(name)Tests", exclude: scripts, swiftSettings: settings),
    ]
  }
}

/// What tests need that run the harness.
let programs: [Target.Dependency] = [
  "harness", "harness-guard", "harness-decoder-zbar", "harness-decoder-zxing",
  "harness-decoder-dmtx", "harness-decoder-null",
]

let features: [Feature] = [
  Feature(
    name: "Camera",
    knows: ["Evaluation", "Corpora", "Scanning", "Statistics", "Optics"]
  ),
  Feature(
    name: "Comparison",
    knows: ["Evaluation", "PluginHost", "ResultStore", "Analysis", "Statistics"],
    testedWith: ["RunFixtures"] + programs),
  Feature(
    name: "Configure",
    knows: [
      "CodeGeneration", "Evaluation", "PluginHost", "Corpora", "ResultStore", "Analysis",
      "Scanning", "Measuring", "Judging", "Images", "Symbols", "Values", "Statistics", "Serving",
      .product(name: "FlyingFox", package: "FlyingFox"),
    ], page: ["configure.html", "configure.css", "code.js", "area.js", "configure.js"],
    testedWith: programs),
  Feature(
    name: "Demo", knows: ["Evaluation"], testedWith: ["RunFixtures"] + programs),
  Feature(
    name: "Distance", knows: ["Corpora", "Drawing", "Symbols", "Optics"],
    testedWith: programs),
  Feature(
    name: "Explain",
    knows: ["Evaluation", "Corpora", "Scanning", "Measuring", "Images"],
    testedWith: ["RunFixtures"]),
  Feature(
    name: "Fuzz",
    knows: [
      "Evaluation", "PluginHost", "Corpora", "Scanning", "Judging", "Images", "Symbols",
      "Statistics",
    ], testedWith: programs),
  Feature(
    name: "Grade",
    knows: ["Corpora", "Scanning", "Measuring", "Images", "Statistics"],
    testedWith: ["Evaluation", "PluginHost"] + programs),
  Feature(
    name: "Hunt",
    knows: [
      "Evaluation", "PluginHost", "Scanning", "Judging", "Drawing", "Images", "Symbols",
      "Statistics",
    ], testedWith: programs),
  Feature(
    name: "Judge",
    knows: ["Evaluation", "PluginHost", "Corpora", "Analysis", "Statistics"],
    testedWith: ["RunFixtures"] + programs),
  Feature(
    name: "Live",
    knows: [
      "Serving", "Evaluation", "PluginHost", "Scanning", "Measuring", "Statistics", "Optics",
      "Images", "Symbols", .product(name: "FlyingFox", package: "FlyingFox"),
    ],
    page: [
      "live.html", "live.css", "chart.js", "frames.js", "picture.js", "numbers.js", "camera.js",
      "pictures.js", "aim.js", "walk.js", "start.js",
    ], testedWith: ["Drawing"] + programs, readsForeign: true),
  Feature(
    name: "Misreads",
    knows: ["Evaluation", "Corpora", "Analysis", "Statistics"],
    testedWith: ["RunFixtures"] + programs),
  Feature(name: "Plan", knows: ["Evaluation", "PluginHost", "Corpora"], testedWith: programs),
  Feature(
    name: "Plugins", knows: ["PluginHost", "Judging", "Drawing", "Symbols"],
    testedWith: programs, scripts: ["Plugins"]),
  Feature(
    name: "Publish",
    knows: ["Evaluation", "PluginHost", "Corpora", "ResultStore", "Analysis", "Statistics"],
    testedWith: ["RunFixtures"] + programs, readsForeign: true),
  Feature(
    name: "Realism",
    knows: [
      "Evaluation", "PluginHost", "Corpora", "ResultStore", "Scanning", "Measuring",
      "Judging", "Images", "Symbols", "Statistics",
    ], testedWith: programs),
  Feature(
    name: "Runs", knows: ["PluginHost", "ResultStore", "Analysis", "Statistics"],
    testedWith: ["RunFixtures"] + programs),
  Feature(
    name: "Samples",
    knows: ["Evaluation", "PluginHost", "Corpora", "Scanning", "Images", "Optics"],
    testedWith: programs),
  Feature(
    name: "Scan",
    knows: ["Evaluation", "PluginHost", "Scanning", "Measuring", "Images"],
    testedWith: ["Values", "RunFixtures"]),
  Feature(
    name: "Screen",
    knows: [
      "Serving", "Evaluation", "PluginHost", "Corpora", "ResultStore", "Analysis", "Judging",
      "Symbols", "Images", "Optics", .product(name: "FlyingFox", package: "FlyingFox"),
    ],
    page: ["screen.html", "screen.css", "screen.js"], testedWith: ["Statistics"] + programs,
    readsForeign: true),
  Feature(
    name: "Soak", knows: ["Evaluation", "PluginHost", "Statistics"],
    testedWith: programs),
  Feature(
    name: "Tune", knows: ["Evaluation", "PluginHost", "Analysis"],
    testedWith: ["RunFixtures"] + programs),
  Feature(
    name: "Versions",
    knows: ["Evaluation", "PluginHost", "Corpora", "Analysis", "Statistics"],
    testedWith: ["RunFixtures"] + programs),
]

let simulating: Set = ["StatisticsTests", "DrawingTests", "MeasuringTests"]
let vectors = [
  "SymbolsTests": ["Vectors"], "StatisticsTests": ["Vectors"], "CorporaTests": ["Vectors"],
  "ValuesTests": ["ZXingJava"],
]
let scripted: Set = ["PluginHostTests", "AdapterTests", "IntegrationTests"]

let package = Package(
  name: "barcode-harness",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "harness", targets: ["harness"]),
    .executable(name: "harness-guard", targets: ["harness-guard"]),
    .executable(name: "harness-decoder-zbar", targets: ["harness-decoder-zbar"]),
    .executable(name: "harness-decoder-zxing", targets: ["harness-decoder-zxing"]),
    .executable(name: "harness-decoder-dmtx", targets: ["harness-decoder-dmtx"]),
    .executable(name: "harness-decoder-null", targets: ["harness-decoder-null"]),
    .library(name: "DecoderKit", targets: ["DecoderKit"]),
    .library(name: "BarcodeImages", targets: ["Images"]),
    .library(name: "SymbolGauge", targets: ["Measuring"]),
    .library(name: "BarcodeValues", targets: ["Values"]),
    .library(name: "FrameScanner", targets: ["Scanning"]),
    .library(name: "ZBarDecoder", targets: ["ZBarDecoder"]),
    .library(name: "ZXingDecoder", targets: ["ZXingDecoder"]),
    .library(name: "DmtxDecoder", targets: ["DmtxDecoder"]),
  ],
  // Exact versions, so that the same commit is built from the same sources everywhere.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    // The harness, from the SDK up.
    hotPart("DecoderKit", []),
    testedPart("Statistics", []),
    testedPart("Values", []),
    part("Optics", []),
    hotPart(
      "Base", ["DecoderKit", "CCrypto", "CProcess", .product(name: "Yams", package: "Yams")]),
    testedPart("PluginHost", ["DecoderKit", "Base", "CProcess"]),
    testedPart("Images", ["DecoderKit", "Base", "CPng", "CJpeg", "CWebp"]),
    hotPart("Symbols", ["DecoderKit", "Base", "CZint"]),
    hotPart("Drawing", ["Symbols", "Images", "Statistics", "DecoderKit", "Base"]),
    part(
      "Corpora",
      [
        "Drawing", "Scanning", "Optics", "Symbols", "Images", "Statistics", "DecoderKit", "Base",
      ]),
    testedPart("Measuring", ["Symbols", "DecoderKit", "Base"]),
    testedPart("Limits", ["Drawing", "Measuring", "Symbols", "DecoderKit"]),
    part("Results", ["DecoderKit", "Statistics", "Base"]),
    testedPart("Judging", ["Results", "Symbols", "Values", "DecoderKit"]),
    part(
      "Scanning",
      [
        "Measuring", "Judging", "Results", "Images", "Symbols", "Values", "Optics", "DecoderKit",
        "Base",
      ]),
    part(
      "Evaluation",
      [
        "PluginHost", "Corpora", "Scanning", "Measuring", "Limits", "Judging", "Results", "Drawing",
        "Symbols", "Images", "Statistics", "DecoderKit", "Base",
      ]),
    part("Analysis", ["Scanning", "Results", "Statistics", "DecoderKit", "Base"]),
    part(
      "ResultStore",
      [
        "Results", "DecoderKit", "Base", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    part(
      "Sessions",
      [
        "Evaluation", "Analysis", "ResultStore", "Corpora", "Scanning", "Measuring", "Judging",
        "PluginHost", "Results", "Drawing", "Symbols", "Images", "DecoderKit", "Base",
      ]),
    part(
      "Reporting",
      ["Results", "Scanning", "Measuring", "Values", "Images", "Statistics", "DecoderKit", "Base"],
      resources: ["theme", "filters", "viewer", "start"].map {
        .embedInCode("Page/Script/\($0).js")
      }),
    part(
      "Serving",
      [
        "Reporting", "Base", "CTls",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: ["page.css", "page.js", "camera.js", "aim.js"].map {
        .embedInCode("Page/\($0)")
      }),
    part("CodeGeneration", ["DecoderKit", "Base"]),
    part(
      "Console",
      [
        "Sessions", "Reporting", "Evaluation", "ResultStore", "Corpora", "PluginHost",
        "Scanning", "Symbols", "Results", "Optics", "DecoderKit", "Base",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "harness",
      dependencies: [
        "Console", "PluginHost", "DecoderKit",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + features.map { .byName(name: $0.name) },
      exclude: ["README.md"], swiftSettings: settings),

    .target(name: "CProcess"),
    .target(
      name: "CTls", dependencies: ["CCrypto"], linkerSettings: [.linkedLibrary("ssl")]),
    // Started before each plugin. Without libraries to load, Swift's least of all, it starts in a
    // third of the time.
    .executableTarget(
      name: "harness-guard", dependencies: ["CProcess"],
      linkerSettings: [
        .unsafeFlags(["-nostartfiles", "-static-executable"], .when(platforms: [.linux]))
      ]),
    .executableTarget(
      name: "harness-bench",
      dependencies: [
        "Corpora", "DecoderKit", "Evaluation", "PluginHost", "ResultStore", "Results",
        "Analysis", "Measuring", "Reporting", "Scanning", "Sessions", "Statistics", "Base",
        "ZBarDecoder", "ZXingDecoder",
      ],
      exclude: ["README.md"], swiftSettings: hotSettings),

    .executableTarget(
      name: "harness-simulate", dependencies: ["Statistics"], exclude: ["README.md"],
      swiftSettings: settings),

    systemLibrary("CZint", path: "Sources/CZint", pkgConfig: nil, apt: "libzint-dev"),
    systemLibrary("CPng", path: "Sources/CPng", pkgConfig: "libpng", apt: "libpng-dev"),
    systemLibrary(
      "CLibJpeg", path: "Sources/CLibJpeg", pkgConfig: "libjpeg", apt: "libjpeg-dev"),
    .target(name: "CJpeg", dependencies: ["CLibJpeg"]),
    systemLibrary("CWebp", path: "Sources/CWebp", pkgConfig: "libwebp", apt: "libwebp-dev"),
    systemLibrary("CCrypto", path: "Sources/CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),

    // The adapters that come with it.
    systemLibrary("CZBar", path: "Plugins/ZBar/CZBar", pkgConfig: "zbar", apt: "libzbar-dev"),
    adapter("ZBarDecoder", folder: "ZBar", ["CZBar"]),
    worker("zbar", folder: "ZBar", adapter: "ZBarDecoder"),

    .target(
      name: "CZXing", path: "Plugins/ZXing/CZXing", packageAccess: false,
      cxxSettings: [.define("ZX_USE_UTF8")],
      linkerSettings: [.linkedLibrary("ZXing")]),
    adapter("ZXingDecoder", folder: "ZXing", ["CZXing"]),
    worker("zxing", folder: "ZXing", adapter: "ZXingDecoder"),

    systemLibrary("CDmtx", path: "Plugins/Dmtx/CDmtx", pkgConfig: "libdmtx", apt: "libdmtx-dev"),
    adapter("DmtxDecoder", folder: "Dmtx", ["CDmtx"]),
    worker("dmtx", folder: "Dmtx", adapter: "DmtxDecoder"),

    adapter("NullDecoder", folder: "Null"),
    worker("null", folder: "Null", adapter: "NullDecoder"),

    // Tests: of a part with those beneath it, then of the whole thing.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "PluginHost", "Corpora", "Images", "ResultStore", "Results", "Values", "DecoderKit", "Base",
        "Sessions", "Evaluation", "Serving", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "FlyingFox", package: "FlyingFox"),
      ] + features.filter(\.readsForeign).map { .byName(name: $0.name) },
      path: "Tests/Fuzz/Targets", swiftSettings: settings),
    tests("FuzzSeedTests", ["FuzzTargets", "TestSupport"]),
    .target(
      name: "TestSupport", dependencies: ["Statistics"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .target(
      name: "RunFixtures",
      dependencies: [
        "Evaluation", "Analysis", "ResultStore", "Scanning", "Measuring", "Results", "PluginHost",
        "Corpora", "Statistics", "DecoderKit", "Base", "TestSupport",
      ],
      path: "Tests/RunFixtures", swiftSettings: hotSettings),
    tests("DecoderKitTests", ["DecoderKit", "TestSupport"]),
    tests(
      "PluginHostTests",
      [
        "PluginHost", "DecoderKit", "Base", "CProcess", "TestSupport", "harness-decoder-null",
        "harness-guard",
      ]),
    tests("ImagesTests", ["Images", "DecoderKit", "Base", "TestSupport"]),
    .target(
      name: "CZXingWriter", path: "Tests/CZXingWriter",
      linkerSettings: [.linkedLibrary("ZXing")]),
    tests(
      "SymbolsTests",
      [
        "Symbols", "Drawing", "DecoderKit", "Base", "TestSupport", "CZint", "CZXingWriter",
        "ZBarDecoder", "ZXingDecoder", "DmtxDecoder",
      ]),
    tests(
      "DrawingTests",
      ["Drawing", "Symbols", "Images", "Optics", "DecoderKit", "Base", "TestSupport"]),
    tests(
      "CorporaTests",
      [
        "Corpora", "Drawing", "Scanning", "Optics", "Symbols", "Images", "Statistics", "DecoderKit",
        "Base", "TestSupport",
      ]),
    tests(
      "MeasuringTests",
      [
        "Measuring", "Symbols", "Images", "DecoderKit", "TestSupport", "CZXingWriter",
        "ZBarDecoder", "ZXingDecoder", "DmtxDecoder",
      ]),
    tests(
      "LimitsTests",
      [
        "Limits", "Corpora", "Drawing", "Symbols", "Images", "DecoderKit", "Base",
      ]),
    tests("StatisticsTests", ["Statistics", "TestSupport"]),
    tests("ServingTests", ["Serving"]),
    tests("CodeGenerationTests", ["CodeGeneration", "DecoderKit", "Base", "TestSupport"]),
    tests(
      "ValuesTests",
      [
        "Values", "Scanning", "Judging", "PluginHost", "DecoderKit", "Base", "TestSupport", "CZint",
        "ZBarDecoder", "ZXingDecoder", "DmtxDecoder",
      ]),
    tests(
      "ScanningTests",
      [
        "Scanning", "Sessions", "Measuring", "Values", "Results", "Optics", "Images", "DecoderKit",
        "TestSupport",
      ]),
    tests("BaseTests", ["Base", "TestSupport"]),
    tests("OpticsTests", ["Optics", "Corpora"]),
    tests("ResultsTests", ["Results", "Statistics", "DecoderKit", "Base", "TestSupport"]),
    tests("JudgingTests", ["Judging", "Results", "Symbols", "DecoderKit", "TestSupport"]),
    tests(
      "AnalysisTests",
      [
        "Analysis", "Results", "PluginHost", "Corpora", "Scanning", "Images", "Statistics",
        "DecoderKit", "RunFixtures", "TestSupport",
      ]),
    tests(
      "EvaluationTests",
      [
        "Evaluation", "Analysis", "Judging", "Results", "PluginHost", "Corpora", "Scanning",
        "Drawing", "Images", "Statistics", "DecoderKit", "Base", "RunFixtures", "TestSupport",
      ]),
    tests(
      "ResultStoreTests",
      [
        "ResultStore", "Results", "Statistics", "DecoderKit", "Base", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    tests(
      "ReportingTests",
      [
        "Reporting", "Analysis", "Results", "Judging", "Corpora", "Statistics", "DecoderKit",
        "Base", "ResultStore", "RunFixtures", "TestSupport", "Scanning", "Measuring",
      ]),
    tests(
      "AdapterTests",
      [
        "ZBarDecoder", "ZXingDecoder", "DmtxDecoder", "NullDecoder", "DecoderKit", "PluginHost",
        "Base", "CodeGeneration", "Scanning", "Images", "TestSupport", "CZint",
      ]),
    tests(
      "IntegrationTests",
      [
        "harness", "harness-guard", "harness-decoder-zbar", "harness-decoder-zxing",
        "harness-decoder-dmtx", "harness-decoder-null", "Results", "ResultStore", "Images",
        "DecoderKit", "Base", "RunFixtures", "TestSupport",
      ]),
  ] + features.flatMap(\.targets),
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

// `make compare` builds all that is left with one command: what a comparison needs.
if quick == "compare" {
  let aside: Set = [
    "harness-bench", "harness-simulate", "FuzzTargets", "TestSupport", "RunFixtures",
    "CZXingWriter",
  ]
  package.targets.removeAll { $0.type == .test || aside.contains($0.name) }
}

// `make fuzz` instruments what it runs, in a build of its own: `-sanitize=fuzzer` counts edges.
if Context.environment["HARNESS_FUZZ"] != nil {
  for target in package.targets where target.type == .regular {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
  }
  // The system's default linker on Linux stumbles over the marks that the instrumentation leaves.
  package.targets.append(
    .executableTarget(
      name: "harness-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Program",
      swiftSettings: settings,
      linkerSettings: [
        .unsafeFlags(["-sanitize=fuzzer,address"]),
        .unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux])),
      ]))
  package.products = [.executable(name: "harness-fuzz", targets: ["harness-fuzz"])]
}

// `make sanitize` builds a suite with what it needs and nothing else: instrumented code takes its time.
if let suites = Context.environment["HARNESS_SUITES"] {
  var names = suites.split(separator: " ").map { String($0) }
  var needed: Set<String> = []
  while let name = names.popLast() {
    guard needed.insert(name).inserted else { continue }
    for case .byNameItem(let name, _) in package.targets.first(where: { $0.name == name })?
      .dependencies ?? []
    { names.append(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products = []
}

// Apple's own reader is built where it exists; its manifest tells others why it does not take part.
#if os(macOS)
  package.products += [
    .executable(name: "harness-decoder-vision", targets: ["harness-decoder-vision"]),
    .library(name: "VisionDecoder", targets: ["VisionDecoder"]),
  ]
  package.targets += [
    adapter("VisionDecoder", folder: "Vision"),
    worker("vision", folder: "Vision", adapter: "VisionDecoder"),
  ]
#endif
