import CDmtx
import DecoderKit

/// Reads Data Matrix with libdmtx 0.7.
///
/// It owns nothing between calls: libdmtx's handles belong to one image.
public struct DmtxAdapter: Decoder {
  private let options: DecoderOptions

  /// Makes a reader with the options of ``identity``, which the plugin's README explains.
  public init(options: DecoderOptions) {
    self.options = options
  }

  /// Reads the symbols in an image, until there are enough of them or the time is up.
  ///
  /// - Throws: ``/DecoderKit/DecoderError`` for an image without pixels and when libdmtx refuses a
  ///   setting.
  /// - Warning: libdmtx ends the process on images of 1 × 1 and 2 × 2 pixels, and overruns the
  ///   time on images 1 pixel thin. The adapter does not hide it.
  public func decode(_ image: borrowing GrayImage, hints: DecodeHints) throws -> [Reading] {
    guard !image.isEmpty else {
      throw DecoderError("libdmtx cannot take an image of \(image.width) × \(image.height) pixels")
    }
    if let wanted = hints.symbologies, !wanted.contains(where: { $0.carrier == .dataMatrix }) {
      return []
    }
    let limit = hints.maximumCount ?? options.integer("max-count")
    let (width, height, rowStride) = (image.width, image.height, image.rowStride)

    return try image.withUnsafeBytes { bytes in
      let search = try Search(
        bytes, width: width, height: height, rowStride: rowStride, options: options)
      return try search.readings(limit: limit)
    }
  }
}

/// The limits of a search: a deadline, and a number of positions.
private struct Patience {
  var deadline: DmtxTime
  /// The positions of the search grid that are left; `nil` for no limit.
  private(set) var positions: Int?

  init(_ options: DecoderOptions) {
    deadline = dmtxTimeAdd(dmtxTimeNow(), options.integer("timeout-ms"))
    let limit = options.integer("max-positions")
    positions = limit == 0 ? nil : limit
  }

  /// Takes one position; false if none is left or the deadline has passed.
  mutating func takePosition() -> Bool {
    guard let left = positions, left > 0, dmtxTimeExceeded(deadline) == 0 else { return false }
    positions = left - 1
    return true
  }
}

/// libdmtx's handles for one image; frees them when it goes out of scope.
private struct Search: ~Copyable {
  private let image: UnsafeMutablePointer<DmtxImage>
  private let decode: UnsafeMutablePointer<DmtxDecode>
  private let options: DecoderOptions

  init(
    _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, rowStride: Int,
    options: DecoderOptions
  ) throws {
    // libdmtx asks for a mutable pointer and only reads through it.
    let pixels = UnsafeMutablePointer(
      mutating: bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
    guard
      let image = dmtxImageCreate(
        pixels, Int32(width), Int32(height), Int32(DmtxPack8bppK.rawValue))
    else { throw DecoderError("libdmtx could not take the image") }
    dmtxImageSetProp(image, Int32(DmtxPropRowPadBytes.rawValue), Int32(rowStride - width))

    guard let decode = dmtxDecodeCreate(image, Int32(options.integer("shrink"))) else {
      var image: UnsafeMutablePointer<DmtxImage>? = image
      dmtxImageDestroy(&image)
      throw DecoderError("libdmtx could not set up its search: out of memory")
    }
    self.image = image
    self.decode = decode
    self.options = options
  }

  deinit {
    var decode: UnsafeMutablePointer<DmtxDecode>? = decode
    dmtxDecodeDestroy(&decode)
    var image: UnsafeMutablePointer<DmtxImage>? = image
    dmtxImageDestroy(&image)
  }

  func readings(limit: Int) throws -> [Reading] {
    for (property, value) in DmtxAdapter.properties(options) {
      guard dmtxDecodeSetProp(decode, Int32(property.rawValue), value) == DmtxPass else {
        throw DecoderError("libdmtx refuses the value \(value) for property \(property.rawValue)")
      }
    }
    var patience = Patience(options)
    var readings: [Reading] = []
    while readings.count < limit, let region = nextRegion(&patience) {
      defer {
        var region: UnsafeMutablePointer<DmtxRegion>? = region
        dmtxRegionDestroy(&region)
      }
      // A region that cannot be decoded was no symbol: the search goes on.
      guard let message = dmtxDecodeMatrixRegion(decode, region, DmtxUndefined) else { continue }
      defer {
        var message: UnsafeMutablePointer<DmtxMessage>? = message
        dmtxMessageDestroy(&message)
      }
      readings.append(reading(message.pointee, in: region))
    }
    return readings
  }

  /// The next region that looks like a symbol; `nil` when the image is searched or a limit is
  /// reached.
  private func nextRegion(_ patience: inout Patience) -> UnsafeMutablePointer<DmtxRegion>? {
    guard patience.positions != nil else { return dmtxRegionFindNext(decode, &patience.deadline) }
    while patience.takePosition(), !isAtTheEnd {
      // The library checks the time after each position: with no time left, it searches one
      // position.
      var past = DmtxTime()
      if let region = dmtxRegionFindNext(decode, &past) { return region }
    }
    return nil
  }

  /// True if the search grid has no more positions. A gap smaller than `shrink` counts as 0 there.
  private var isAtTheEnd: Bool {
    let grid = decode.pointee.grid
    return grid.extent == 0 || grid.extent < grid.minExtent
  }

  private func reading(
    _ message: DmtxMessage, in region: UnsafeMutablePointer<DmtxRegion>
  ) -> Reading {
    var bytes = [UInt8](UnsafeBufferPointer(start: message.output, count: Int(message.outputIdx)))
    // Code word 232 at the start is FNC1: it means "GS1" and is no data.
    let isGS1 = message.code[0] == 232
    var facts = announcedFacts(message, in: region)
    facts.identifier = SymbologyIdentifier(isGS1 ? "]d2" : "]d1")
    if isGS1, options.integer("fnc1") >= 0, !bytes.isEmpty { bytes.removeFirst() }
    if isGS1, options.integer("fnc1") < 0, hasSeparators(region, besides: bytes.count) {
      facts.losses.insert(.separators)
    }
    return Reading(
      symbology: isGS1 ? .gs1DataMatrix : .dataMatrix, bytes: bytes,
      corners: Corners(
        topLeft: point(0, 1, of: region), topRight: point(1, 1, of: region),
        bottomRight: point(1, 0, of: region), bottomLeft: point(0, 0, of: region)),
      facts: facts)
  }

  /// The charsets that a symbol announces, and their loss: libdmtx returns the announcement as data.
  private func announcedFacts(
    _ message: DmtxMessage, in region: UnsafeMutablePointer<DmtxRegion>
  ) -> ReadingFacts {
    let words = dmtxGetSymbolAttribute(
      Int32(DmtxSymAttribSymbolDataWords.rawValue), region.pointee.sizeIdx)
    let count = min(max(Int(words), 0), Int(message.codeSize))
    let stream = CodewordStream([UInt8](UnsafeBufferPointer(start: message.code, count: count)))
    guard !stream.announcements.isEmpty else { return ReadingFacts(interpretations: []) }
    return ReadingFacts(
      interpretations: stream.leadingNumber.map { [.init(offset: 1, number: $0)] },
      losses: [.charset])
  }

  /// True if the symbol has more FNC1 than the one at its start, found by reading it again with them.
  private func hasSeparators(
    _ region: UnsafeMutablePointer<DmtxRegion>, besides count: Int
  ) -> Bool {
    let property = Int32(DmtxPropFnc1.rawValue)
    guard dmtxDecodeSetProp(decode, property, 29) == DmtxPass else { return false }
    defer { dmtxDecodeSetProp(decode, property, Int32(options.integer("fnc1"))) }
    var message = dmtxDecodeMatrixRegion(decode, region, DmtxUndefined)
    defer { dmtxMessageDestroy(&message) }
    return message.map { Int($0.pointee.outputIdx) > count + 1 } ?? false
  }

  /// A corner of the symbol's unit square in image coordinates.
  ///
  /// libdmtx counts pixels, y upwards, and its points are the centres of pixels.
  private func point(
    _ x: Double, _ y: Double, of region: UnsafeMutablePointer<DmtxRegion>
  ) -> Point {
    let scale = Double(decode.pointee.scale)
    let raw = cdmtx_point(region, x, y)
    return Point(
      x: raw.X * scale + 0.5, y: Double(image.pointee.height) - raw.Y * scale - 0.5)
  }
}
