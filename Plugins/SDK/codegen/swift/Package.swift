// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "scanner",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "barcode-harness", path: "{{package}}")],
  targets: [
    .executableTarget(
      name: "scanner",
      dependencies: [
        .product(name: "DecoderKit", package: "barcode-harness"),
        .product(name: "BarcodeImages", package: "barcode-harness"),
        .product(name: "FrameScanner", package: "barcode-harness"),
        .product(name: "BarcodeValues", package: "barcode-harness"),
        .product(name: "{{word.module}}", package: "barcode-harness"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
