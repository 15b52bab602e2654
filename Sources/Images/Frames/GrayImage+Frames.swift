import DecoderKit

/// The values that black and white have in a frame's luminance plane.
public enum LumaRange: String, CaseIterable, Hashable, Sendable {
  /// Black is 0 and white is 255, as in JPEG files and on most phones.
  case full
  /// Black is 16 and white is 235, as in video (ITU-R BT.601, section 2.5.3).
  case video
}

/// The order of the bytes of one pixel in a frame of colours.
public enum PixelOrder: String, CaseIterable, Hashable, Sendable {
  case rgb
  case bgr
  case rgba
  case bgra
  case argb
  case abgr

  /// Bytes from one pixel to the next.
  public var bytesPerPixel: Int { rawValue.count }

  /// The place of a colour in a pixel.
  fileprivate func offset(of colour: Character) -> Int {
    rawValue.prefix { $0 != colour }.count
  }
}

extension GrayImage {
  /// Takes the luminance of an NV12 frame whose two planes lie in one buffer.
  ///
  /// The luminance plane is followed by the plane of Cb and Cr, which is half as high and has the
  /// same stride. The luminance is taken as it is (``LumaRange/full``) or expanded
  /// (``LumaRange/video``); the matrix that it was made with, BT.601 or BT.709, is not undone.
  ///
  /// NV21 frames have the same luminance.
  ///
  /// - Parameters:
  ///   - bytes: At least `stride × (height × 3/2 − 1) + width` bytes.
  ///   - width: The number of columns; an even number.
  ///   - height: The number of rows; an even number.
  ///   - stride: Bytes from one row to the next; `nil` means `width`.
  ///   - range: The values of black and white.
  /// - Throws: ``ImageError`` of code `malformed` for measures that do not fit the bytes or are odd,
  ///   of code `size` for more than ``ImageLimits/maximumPixels``.
  public init(
    nv12 bytes: [UInt8], width: Int, height: Int, stride: Int? = nil, range: LumaRange = .video
  ) throws(ImageError) {
    guard width.isMultiple(of: 2), height.isMultiple(of: 2) else {
      throw .frame("an NV12 frame has even sides, not \(width) × \(height)")
    }
    let layout = try FrameLayout(
      width: width, height: height, stride: stride, bytesPerPixel: 1)
    try layout.check(bytes.count, rows: height + height / 2, of: "an NV12 frame with both planes")
    self.init(layout, luma: bytes.span, range)
  }

  /// Takes the luminance plane of a frame whose planes lie apart: NV12, NV21, I420 and the like.
  ///
  /// - Parameters:
  ///   - plane: At least `stride × (height − 1) + width` bytes.
  ///   - width: The number of columns, 1 or more.
  ///   - height: The number of rows, 1 or more.
  ///   - stride: Bytes from one row to the next; `nil` means `width`.
  ///   - range: The values of black and white.
  /// - Throws: ``ImageError``, as for NV12.
  public init(
    luma plane: Span<UInt8>, width: Int, height: Int, stride: Int? = nil,
    range: LumaRange = .video
  ) throws(ImageError) {
    let layout = try FrameLayout(width: width, height: height, stride: stride, bytesPerPixel: 1)
    try layout.check(plane.count, rows: height, of: "a luminance plane")
    self.init(layout, luma: plane, range)
  }

  /// Takes the luminance of a frame of colours: Y' = 0.299 R' + 0.587 G' + 0.114 B' (ITU-R BT.601).
  ///
  /// Colours are full range. The weights are 19595, 38470 and 7471 of 65536, rounded to nearest, as
  /// for image files: the same picture has the same luminance in every format. The fourth byte
  /// of a pixel is ignored, because cameras leave it undefined.
  ///
  /// - Parameters:
  ///   - colours: At least `stride × (height − 1) + width × bytes per pixel` bytes.
  ///   - order: The order of the bytes of one pixel.
  ///   - width: The number of columns, 1 or more.
  ///   - height: The number of rows, 1 or more.
  ///   - stride: Bytes from one row to the next; `nil` means that rows follow without padding.
  /// - Throws: ``ImageError``, as for NV12.
  public init(
    colours: Span<UInt8>, order: PixelOrder, width: Int, height: Int, stride: Int? = nil
  ) throws(ImageError) {
    let layout = try FrameLayout(
      width: width, height: height, stride: stride, bytesPerPixel: order.bytesPerPixel)
    try layout.check(colours.count, rows: height, of: "the \(order.rawValue.uppercased()) bytes")
    let (red, green, blue) = (
      order.offset(of: "r"), order.offset(of: "g"), order.offset(of: "b")
    )
    self.init(layout) { y, output in
      var pixel = y &* layout.stride
      for index in y * width..<(y + 1) * width {
        output[index] = UInt8(
          truncatingIfNeeded: PixelLayout.luma(
            colours[pixel &+ red], colours[pixel &+ green], colours[pixel &+ blue]))
        pixel &+= layout.bytesPerPixel
      }
    }
  }

  /// Takes the luminance of a BGRA frame, as phones deliver it; see
  /// ``init(colours:order:width:height:stride:)``.
  public init(
    bgra bytes: [UInt8], width: Int, height: Int, stride: Int? = nil
  ) throws(ImageError) {
    try self.init(
      colours: bytes.span, order: .bgra, width: width, height: height, stride: stride)
  }

  /// Takes the luminance of an RGB frame; see ``init(colours:order:width:height:stride:)``.
  public init(
    rgb bytes: [UInt8], width: Int, height: Int, stride: Int? = nil
  ) throws(ImageError) {
    try self.init(
      colours: bytes.span, order: .rgb, width: width, height: height, stride: stride)
  }

  private init(_ layout: FrameLayout, luma plane: Span<UInt8>, _ range: LumaRange) {
    let levels = range.levels
    self.init(layout) { y, output in
      let row = plane.extracting(y * layout.stride..<y * layout.stride + layout.width)
      let levels = levels.span
      let start = y * layout.width
      for x in 0..<row.count { output[start &+ x] = levels[Int(row[x])] }
    }
  }

  /// Makes an image whose rows a closure writes, each at its place among all pixels.
  private init(_ layout: FrameLayout, row: (Int, inout MutableSpan<UInt8>) -> Void) {
    var pixels = [UInt8](repeating: 0, count: layout.width * layout.height)
    var output = pixels.mutableSpan
    for y in 0..<layout.height { row(y, &output) }
    self.init(trustedWidth: layout.width, height: layout.height, pixels: pixels)
  }
}

extension LumaRange {
  /// The level of 0 to 255 for each value of a luminance plane.
  ///
  /// Video's 16 to 235 is expanded, value' = (value − 16) × 255 / 219, rounded to nearest; what lies
  /// below or above is clipped. An image from a camera then has the contrast of the same image
  /// from a file.
  fileprivate var levels: [UInt8] {
    (0...255).map { (value: Int) -> UInt8 in
      guard self == .video else { return UInt8(value) }
      return UInt8(max(0, min(255, (2 * 255 * (value - 16) + 219) / (2 * 219))))
    }
  }
}

/// The measures of a frame's plane in memory, which fit together.
private struct FrameLayout {
  let width: Int
  let height: Int
  /// Bytes from one row to the next.
  let stride: Int
  let bytesPerPixel: Int

  init(width: Int, height: Int, stride: Int?, bytesPerPixel: Int) throws(ImageError) {
    guard width > 0, height > 0 else {
      throw .frame("a frame of \(width) × \(height) pixels has none: sides are 1 or more")
    }
    _ = try ImageLimits.pixelCount(width: width, height: height)
    let rowBytes = width * bytesPerPixel
    guard stride ?? rowBytes >= rowBytes else {
      throw .frame(
        "a stride of \(stride ?? 0) bytes is shorter than a row, which has \(rowBytes): "
          + "\(width) pixels of \(bytesPerPixel)")
    }
    self.width = width
    self.height = height
    self.stride = stride ?? rowBytes
    self.bytesPerPixel = bytesPerPixel
  }

  /// Checks that a buffer holds all rows; the padding of the last one may be missing.
  func check(_ count: Int, rows: Int, of what: String) throws(ImageError) {
    let (body, overflow) = stride.multipliedReportingOverflow(by: rows - 1)
    let needed = body.addingReportingOverflow(width * bytesPerPixel)
    guard !overflow, !needed.overflow, count >= needed.partialValue else {
      let wanted = overflow || needed.overflow ? "more than memory has" : "\(needed.partialValue)"
      throw .frame(
        "the buffer has \(count) bytes, and \(what) of \(width) × \(height) pixels with a stride "
          + "of \(stride) needs \(wanted)")
    }
  }
}

extension ImageError {
  fileprivate static func frame(_ message: String) -> ImageError {
    ImageError(code: .malformed, message: message)
  }
}
