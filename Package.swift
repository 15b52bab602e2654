// swift-tools-version: 6.2

import PackageDescription

// Every warning in this package is an error; dependencies keep their own settings.
let settings: [SwiftSetting] = [.treatAllWarnings(as: .error)]

/// A C library that comes from the system's packages, found through pkg-config.
func systemLibrary(_ name: String, path: String, pkgConfig: String?, apt: String) -> Target {
  .systemLibrary(name: name, path: path, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A part of the harness itself.
func part(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// An adapter: a library that anyone can link, built with the access an outsider would have.
func adapter(_ name: String, folder: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: ["DecoderKit"] + dependencies,
    path: "Plugins/\(folder)/\(name)", packageAccess: false, swiftSettings: settings)
}

/// The thin executable that turns an adapter into a worker.
func worker(_ name: String, folder: String, adapter: Target.Dependency) -> Target {
  .executableTarget(
    name: "harness-decoder-\(name)", dependencies: ["DecoderKit", adapter],
    path: "Plugins/\(folder)/Worker", packageAccess: false, swiftSettings: settings)
}

/// Tests of one part. Plugins that they start are scripts in a folder of their own.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: scripted.contains(name) ? ["Plugins"] : [],
    swiftSettings: settings)
}

let scripted: Set = ["PluginHostTests", "AdapterTests", "IntegrationTests", "ConformanceTests"]

let package = Package(
  name: "barcode-harness",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "harness", targets: ["harness"]),
    .executable(name: "harness-decoder-zbar", targets: ["harness-decoder-zbar"]),
    .executable(name: "harness-decoder-zxing", targets: ["harness-decoder-zxing"]),
    .executable(name: "harness-decoder-dmtx", targets: ["harness-decoder-dmtx"]),
    .executable(name: "harness-decoder-null", targets: ["harness-decoder-null"]),
    .library(name: "DecoderKit", targets: ["DecoderKit"]),
    .library(name: "ZBarDecoder", targets: ["ZBarDecoder"]),
    .library(name: "ZXingDecoder", targets: ["ZXingDecoder"]),
    .library(name: "DmtxDecoder", targets: ["DmtxDecoder"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    // The harness, from the SDK up.
    part("DecoderKit", []),
    part(
      "PluginHost",
      [
        "DecoderKit", "CProcess", .product(name: "Yams", package: "Yams"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]),
    part("Images", ["DecoderKit", "CPng", "CJpeg", "CWebp"]),
    part(
      "Corpora",
      ["DecoderKit", "Images", "CZint", "CCrypto", .product(name: "Yams", package: "Yams")]),
    part("Statistics", []),
    part("Evaluation", ["PluginHost", "Corpora", "Images", "Statistics", "DecoderKit"]),
    part(
      "ResultStore",
      [
        "Evaluation", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]),
    part("Reporting", ["Evaluation", "Statistics"]),
    part("Conformance", ["PluginHost", "Evaluation", "Corpora", "DecoderKit"]),
    part("Scaffold", []),
    .executableTarget(
      name: "harness",
      dependencies: [
        "DecoderKit", "PluginHost", "Images", "Corpora", "Statistics", "Evaluation",
        "ResultStore", "Reporting", "Conformance", "Scaffold",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    .target(name: "CProcess"),
    .executableTarget(
      name: "harness-bench",
      dependencies: [
        "Corpora", "DecoderKit", "Evaluation", "PluginHost", "ResultStore", "ZBarDecoder",
        "ZXingDecoder",
      ],
      swiftSettings: settings),

    .executableTarget(
      name: "harness-simulate", dependencies: ["Statistics"], swiftSettings: settings),

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

    // Tests: one target per part, then the whole thing.
    tests("DecoderKitTests", ["DecoderKit"]),
    tests("PluginHostTests", ["PluginHost", "DecoderKit", "harness-decoder-null"]),
    tests("ImagesTests", ["Images", "DecoderKit"]),
    .target(
      name: "CZXingWriter", path: "Tests/CZXingWriter",
      linkerSettings: [.linkedLibrary("ZXing")]),
    tests(
      "CorporaTests",
      [
        "Corpora", "Images", "DecoderKit", "CZint", "CZXingWriter", "ZBarDecoder",
        "ZXingDecoder", "DmtxDecoder",
      ]),
    tests("StatisticsTests", ["Statistics"]),
    tests(
      "EvaluationTests",
      ["Evaluation", "PluginHost", "Corpora", "Images", "Statistics", "DecoderKit"]),
    tests(
      "ResultStoreTests",
      [
        "ResultStore", "Evaluation", "Corpora", "DecoderKit",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]),
    tests(
      "ReportingTests",
      ["Reporting", "Evaluation", "Corpora", "PluginHost", "Statistics", "DecoderKit"]),
    tests(
      "AdapterTests",
      [
        "ZBarDecoder", "ZXingDecoder", "DmtxDecoder", "NullDecoder", "DecoderKit", "PluginHost",
        "CZint",
      ]),
    tests(
      "ConformanceTests",
      [
        "Conformance", "Corpora", "PluginHost", "DecoderKit", "Scaffold", "harness",
        "harness-decoder-zbar", "harness-decoder-zxing", "harness-decoder-dmtx",
        "harness-decoder-null",
      ]),
    tests(
      "IntegrationTests",
      [
        "harness", "harness-decoder-zbar", "harness-decoder-zxing", "harness-decoder-dmtx",
        "harness-decoder-null", "Evaluation", "ResultStore", "DecoderKit",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)

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
