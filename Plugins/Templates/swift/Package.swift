// swift-tools-version: 6.0

import PackageDescription

let package = Package(
  name: "harness-decoder-template-name",
  platforms: [.macOS(.v15)],
  targets: [
    // The harness's SDK, as it was when this plugin was begun.
    .target(name: "DecoderKit"),
    .executableTarget(name: "harness-decoder-template-name", dependencies: ["DecoderKit"]),
  ]
)
