import DecoderKit
import DmtxDecoder
import ZBarDecoder
import ZXingDecoder

// The examples of the plugins' READMEs, word for word: the tests show that they compile and run.

func zbarExample(width: Int, height: Int, luminance: [UInt8]) throws {
  let options = try DecoderOptions(
    resolving: ["test-inverted": "true"], for: ZBarAdapter.identity)
  let image = try GrayImage(width: width, height: height, pixels: luminance)
  for reading in try ZBarAdapter(options: options).decode(image, hints: .none) {
    print(reading.symbology?.description ?? "unknown", reading.bytes)
  }
}

func zxingExample(width: Int, height: Int, luminance: [UInt8]) throws {
  let options = try DecoderOptions(resolving: ["profile": "tuned"], for: ZXingAdapter.identity)
  let image = try GrayImage(width: width, height: height, pixels: luminance)
  for reading in try ZXingAdapter(options: options).decode(image, hints: .none) {
    print(reading.symbology?.description ?? "unknown", reading.bytes)
  }
}

func dmtxExample(width: Int, height: Int, luminance: [UInt8]) throws {
  let options = try DecoderOptions(resolving: ["timeout-ms": "200"], for: DmtxAdapter.identity)
  let image = try GrayImage(width: width, height: height, pixels: luminance)
  for reading in try DmtxAdapter(options: options).decode(image, hints: .none) {
    print(reading.symbology?.description ?? "unknown", reading.bytes)
  }
}
