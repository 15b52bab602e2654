import Foundation
import Images
import Testing

@Suite struct ImageFileTests {
  @Test func kindIsToldFromTheBytesWhateverTheName() throws {
    let image = try Naive.picture(width: 24, height: 16)
    #expect(try ImageFile.decode(PNG.encode(image), name: "x.jpg") == image)
    #expect(try ImageFormat(of: PNG.encode(image)) == .png)
    #expect(try ImageFormat(of: JPEG.encode(image, quality: 3)) == .jpeg)
    #expect(try ImageFormat(of: WebPFixtures.colours) == .webP)
    #expect(try ImageFormat(of: Array("P5#".utf8)) == .netpbm)
  }

  @Test func otherKindsAreNamed() {
    let readable = "; PNG, JPEG, WebP, PBM, PGM and PPM can be read"
    for (start, name) in [
      ("GIF89a", "is a GIF file"), ("BM......", "is a BMP file"),
      ("\0\0\0\u{18}ftypheic", "is a HEIC file"), ("II*\0", "is a TIFF file"),
      ("P7\nWIDTH 3", "is a PAM file"), ("P5X", "is not an image of a known kind"),
      ("P", "is not an image of a known kind"), ("", "is empty"),
    ] {
      let error = #expect(throws: ImageError.self) {
        try ImageFile.decode(Array(start.utf8), name: "a b")
      }
      #expect(error?.description == "a b: \(name)\(readable)")
      #expect(error?.code == .format)
    }
  }

  @Test func filesThatAreNoneAreRefused() throws {
    let scratch = try ImagesScratch()
    for (path, reason) in [
      (scratch.path, "is a folder, not a file"),
      ("/dev/zero", "is a device or a pipe, not a file"),
      (scratch.path + "/none", "cannot be opened: No such file or directory"),
    ] {
      let error = #expect(throws: ImageError.self) { try ImageFile.read(path: path) }
      #expect(error?.description == "\(path): \(reason)")
      #expect(error?.code == .file)
    }
  }
}

@Suite struct WebPTests {
  @Test func losslessColoursAreWeightedAsByBT601() throws {
    let image = try ImageFile.decode(WebPFixtures.colours, name: "w")
    #expect(image.width == 4 && image.height == 2)
    #expect(image.pixels == [76, 150, 29, 131, 77, 0, 255, 100])
  }

  @Test func transparencyShowsWhite() throws {
    #expect(try WebP.decode(WebPFixtures.transparent).pixels == [255, 150, 127])
  }

  @Test func animationsAreRefused() {
    let error = #expect(throws: ImageError.self) { try WebP.decode(WebPFixtures.animation) }
    #expect(
      error?.description
        == "is an animated WebP file; save one of its frames as an image")
  }

  @Test func everyTruncationIsAnError() {
    for file in [WebPFixtures.colours, WebPFixtures.transparent] {
      // The last byte may be padding.
      for count in 0..<file.count - 1 {
        #expect(throws: ImageError.self) { try WebP.decode(Array(file[..<count])) }
      }
    }
  }

  @Test(.enabled(if: Tools.has("cwebp"), "cwebp comes with the package webp"))
  func otherProgramsFilesAreRead() throws {
    let scratch = try ImagesScratch()
    let image = try Naive.picture(width: 75, height: 41)
    let (png, webp) = (scratch.path + "/a.png", scratch.path + "/a.webp")
    try PNG.write(image, path: png)
    _ = try Tools.run(["cwebp", "-quiet", "-lossless", png, "-o", webp])
    #expect(try ImageFile.read(path: webp) == image)
    _ = try Tools.run(["cwebp", "-quiet", "-q", "100", png, "-o", webp])
    let lossy = try ImageFile.read(path: webp)
    #expect(lossy != image)
    let errors = zip(lossy.pixels, image.pixels).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) < 2 * errors.count)
  }
}

/// WebP files made with libwebp's cwebp and img2webp.
enum WebPFixtures {
  /// An image of red, green, blue, (10, 200, 90) and greys of 77, 0, 255 and 100.
  static let colours = bytes(
    "UklGRkYAAABXRUJQVlA4TDoAAAAvA0AAAD9AEEDS/goLjTJFGmTCEPs11P+RApEACVYv+j+4gvkPEFLkkJZp"
      + "6zsIBdDYDCSiHIrofxgD")
  /// An image of black with alpha 0, green with alpha 255 and black with alpha 128.
  static let transparent = bytes("UklGRiIAAABXRUJQVlA4TBUAAAAvAgAAEBcw/xECgqLnTA88FCOi/wEA")
  /// An animation of two frames.
  static let animation = bytes(
    "UklGRoQAAABXRUJQVlA4WAoAAAACAAAAAQAAAQAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAEAAAEA"
      + "AGQAAAJWUDhMDgAAAC8BQAAABxAR/Q9ERP8DQU5NRioAAAAAAAAAAAABAAABAABkAAAAVlA4TBEAAAAvAUAA"
      + "AAdQ5CIXuf+BiOh/AAA=")

  private static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64) ?? Data())
  }
}

/// A folder that is removed together with its owner.
final class ImagesScratch {
  let path = NSTemporaryDirectory() + "images-tests-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var entries: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}
