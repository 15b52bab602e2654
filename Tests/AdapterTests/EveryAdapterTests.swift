import CZint
import DecoderKit
import DmtxDecoder
import NullDecoder
import Testing
import ZBarDecoder
import ZXingDecoder

/// Requirements on every adapter, whatever its library.
@Suite struct EveryAdapterTests {
  enum Adapter: String, CaseIterable {
    case zbar, zxing, dmtx

    var identity: DecoderIdentity {
      switch self {
      case .zbar: ZBarAdapter.identity
      case .zxing: ZXingAdapter.identity
      case .dmtx: DmtxAdapter.identity
      }
    }

    /// zint's number of a matrix code that the adapter reads; tests draw "hello" in it.
    var zint: Int32 { self == .dmtx ? BARCODE_DATAMATRIX : BARCODE_QRCODE }

    /// Decodes images one after the other with one decoder.
    func decode(_ images: [GrayImage], _ options: [String: String] = [:]) throws -> [[Reading]] {
      func run<D: Decoder & ~Copyable>(_ type: D.Type) throws -> [[Reading]] {
        var decoder = try D(options: DecoderOptions(resolving: options, for: D.identity))
        var results: [[Reading]] = []
        for image in images { results.append(try decoder.decode(image, hints: .none)) }
        return results
      }
      switch self {
      case .zbar: return try run(ZBarAdapter.self)
      case .zxing: return try run(ZXingAdapter.self)
      case .dmtx: return try run(DmtxAdapter.self)
      }
    }
  }

  @Test(arguments: Adapter.allCases) func topLeftFollowsTheSymbolRound(adapter: Adapter) throws {
    var image = try Drawing(adapter.zint, "hello").image
    let (low, high) = (80, image.width - 80)
    var expected = [(low, low), (high, low), (high, high), (low, high)]
    for turn in 0..<4 {
      let readings = try #require(try adapter.decode([image]).first)
      #expect(readings.map(\.ascii) == ["hello"])
      let corners = try #require(readings.first?.corners)
      #expect(corners.error(from: expected) <= 1, "after \(turn) quarter turns")
      image = image.turned
      expected = expected.map { (low + high - $0.1, $0.0) }
    }
  }

  @Test(arguments: [BARCODE_DATAMATRIX, BARCODE_AZTEC, BARCODE_PDF417, BARCODE_MICROQR])
  func zxingTurnsTheCornersOfEveryMatrixCode(zint: Int32) throws {
    var image = try Drawing(zint, "12345", moduleSizePixels: 4).image
    let (right, bottom) = (image.width - 40, image.height - 40)
    var expected = [(40, 40), (right, 40), (right, bottom), (40, bottom)]
    for _ in 0..<4 {
      let reading = try #require(try read(ZXingAdapter.self, image).first)
      #expect(reading.ascii == "12345")
      #expect(try #require(reading.corners).error(from: expected) <= 1.5)
      let height = image.height
      image = image.turned
      expected = expected.map { (height - $0.1, $0.0) }
    }
  }

  @Test func zxingOutlinesTheScannedRowsOfLinearCodes() throws {
    var image = try Drawing(BARCODE_CODE128, "hello", moduleSizePixels: 4).image
    let (right, bottom) = (image.width - 40, image.height - 40)
    var expected = [(40, 40), (right, 40), (right, bottom), (40, bottom)]
    // From half a turn on, the rows come back in the other order: only start and end are compared.
    for turn in 0..<4 {
      let corners = try #require(try read(ZXingAdapter.self, image).first?.corners)
      let ends = Corners(
        topLeft: corners.topLeft.halfway(to: corners.bottomLeft),
        topRight: corners.topRight.halfway(to: corners.bottomRight),
        bottomRight: corners.topRight.halfway(to: corners.bottomRight),
        bottomLeft: corners.topLeft.halfway(to: corners.bottomLeft))
      let start = ((expected[0].0 + expected[3].0) / 2, (expected[0].1 + expected[3].1) / 2)
      let end = ((expected[1].0 + expected[2].0) / 2, (expected[1].1 + expected[2].1) / 2)
      #expect(ends.error(from: [start, end, end, start]) <= 1.5, "after \(turn) quarter turns")
      let height = image.height
      image = image.turned
      expected = expected.map { (height - $0.1, $0.0) }
    }
  }

  @Test(arguments: Adapter.allCases) func rowStrideChangesNothing(adapter: Adapter) throws {
    let image = try Drawing(adapter.zint, "hello").image
    let padded = try image.padded(by: 37)
    #expect(padded.rowStride == image.width + 37)
    let results = try adapter.decode([image, padded])
    #expect(results[0].count == 1)
    #expect(results[0] == results[1])
  }

  @Test(arguments: Adapter.allCases, [(0, 0), (10, 0), (0, 10)])
  func imagesWithoutPixelsAreErrors(adapter: Adapter, size: (Int, Int)) throws {
    let empty = GrayImage(width: size.0, height: size.1, filledWith: 0)
    let error = #expect(throws: DecoderError.self) { try adapter.decode([empty]) }
    #expect(error?.message.contains("\(size.0) × \(size.1) pixels") == true)
  }

  @Test(arguments: Adapter.allCases) func oneImageLeavesNoTraceInTheNext(adapter: Adapter) throws {
    var noise: [UInt8] = []
    var state: UInt32 = 1
    for _ in 0..<100 * 100 {
      state = state &* 1_664_525 &+ 1_013_904_223
      noise.append(UInt8(state >> 24))
    }
    let image = try Drawing(adapter.zint, "hello", moduleSizePixels: 3).image
    let others = [
      try GrayImage(width: 100, height: 100, pixels: noise),
      GrayImage(width: 300, height: 20, filledWith: 255),
      try Drawing(adapter.zint, "something else", moduleSizePixels: 2).image.turned,
    ]
    let results = try adapter.decode([image] + others + [image] + others + [image])
    let alone = try adapter.decode([image])[0]
    #expect(alone.map(\.ascii) == ["hello"])
    #expect([results[0], results[4], results[8]] == [alone, alone, alone])
    #expect(Array(results[1...3]) == Array(results[5...7]))
  }

  @Test(arguments: Adapter.allCases)
  func threadsDoNotDisturbEachOther(adapter: Adapter) async throws {
    let image = try Drawing(adapter.zint, "hello", moduleSizePixels: 3).image
    let alone = try adapter.decode([image])[0]
    try await withThrowingTaskGroup(of: [[Reading]].self) { group in
      for _ in 0..<8 {
        group.addTask { try adapter.decode(Array(repeating: image, count: 5)) }
      }
      for try await results in group {
        #expect(results == Array(repeating: alone, count: 5))
      }
    }
  }

  @Test(arguments: Adapter.allCases) func profilesResolve(adapter: Adapter) throws {
    let identity = adapter.identity
    #expect(identity.profiles.map(\.name).starts(with: ["default", "tuned"]))
    let plain = try DecoderOptions(resolving: [:], for: identity)
    let tuned = try DecoderOptions(resolving: ["profile": "tuned"], for: identity)
    #expect(plain != tuned)
    let image = try Drawing(adapter.zint, "hello").image
    #expect(try adapter.decode([image], ["profile": "tuned"])[0].map(\.ascii) == ["hello"])
  }

  @Test(arguments: Adapter.allCases) func unknownOptionIsRefused(adapter: Adapter) {
    #expect(throws: OptionError.self) { try adapter.decode([], ["no-such-option": "1"]) }
  }

  @Test func nullReadsNothingAndTakesEverything() throws {
    let empty = GrayImage(width: 0, height: 0, filledWith: 0)
    #expect(try read(NullAdapter.self, empty).isEmpty)
    #expect(try read(NullAdapter.self, Drawing(BARCODE_QRCODE, "hello").image).isEmpty)
    #expect(NullAdapter.identity.symbologies == Set(Symbology.allCases))
  }
}

extension Point {
  fileprivate func halfway(to other: Point) -> Point {
    Point(x: (x + other.x) / 2, y: (y + other.y) / 2)
  }
}
