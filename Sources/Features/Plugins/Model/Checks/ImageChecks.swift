import DecoderKit

/// Checks of the plugin's handling of images of every shape.
enum ImageChecks {
  static let all = [
    empty, tiny, thin, large, noise, rowStride, sameTwice, withoutState, times,
  ]

  // MARK: - Shapes

  static let empty = ConformanceCheck(
    "empty-image", .images, "survives images without pixels"
  ) { bench in
    try survives(
      [(0, 0), (0, 7), (7, 0)].map { GrayImage(width: $0.0, height: $0.1, filledWith: 0) }, bench,
      advice:
        "Look at the sides first. If the library cannot take an empty image, answer it with an "
        + "\"error\" field and go on.")
  }

  static let tiny = ConformanceCheck(
    "tiny-image", .images, "survives images of a few pixels"
  ) { bench in
    let flat = [(1, 1), (2, 2), (3, 3)].flatMap { side in
      [0, 255].map { GrayImage(width: side.0, height: side.1, filledWith: $0) }
    }
    return try survives(
      flat + [TestImage.stripes(2, 2), TestImage.stripes(5, 5)], bench, advice: smallImageAdvice)
  }

  static let thin = ConformanceCheck(
    "thin-image", .images, "survives images of one row or column"
  ) { bench in
    try survives(
      [(1, 1000), (1000, 1), (1, 37), (37, 1), (3, 500)].map { TestImage.stripes($0.0, $0.1) },
      bench, advice: smallImageAdvice)
  }

  private static let smallImageAdvice =
    "Photos are cropped, and crops are empty or a pixel thin now and then. Answer what the library "
    + "cannot take with an \"error\" field before it gets there; no symbol is lost by that."

  static let large = ConformanceCheck(
    "large-image", .images, "takes an image of 12 megapixels"
  ) { bench in
    let ground = GrayImage(width: 4000, height: 3000, filledWith: 255)
    // The symbols that a plugin reads are those that cost it the most work.
    guard let symbol = try bench.readable().first else { return try survives([ground], bench) }
    let image = symbol.image.placed(x: 1500, y: 1100, in: ground)
    return try survives([image], bench)
  }

  static let noise = ConformanceCheck(
    "noise", .images, "answers in time where there is much to look at and nothing to find"
  ) { bench in
    try survives([TestImage.noise], bench)
  }

  /// Expects an answer to every image, an error included, and a plugin that still works.
  private static func survives(
    _ images: [GrayImage], _ bench: CheckBench, advice: String? = nil
  ) throws -> String {
    let conversation = try bench.open()
    var refused: [String] = []
    do {
      for image in images {
        let outcome = try conversation.decode(image, image.what).outcome
        if case .failure(let error) = outcome { refused.append("\(error)") }
      }
      _ = try conversation.decode(TestImage.white, "the image after \(images.last?.what ?? "it")")
    } catch var objection as CheckFault {
      objection.advice = advice ?? objection.advice
      throw objection
    }
    guard let reason = refused.first else { return "\(images.count) answered" }
    return "\(images.count) answered, \(refused.count) with an error: \(reason)"
  }

  // MARK: - The same image again

  static let rowStride = ConformanceCheck(
    "row-stride", .images, "reads images whose rows are padded"
  ) { bench in
    let symbol = try bench.readable().first
    let image = symbol?.image ?? TestImage.stripes(40, 30)
    let what = symbol?.what ?? "stripes"
    let conversation = try bench.open()
    let plain = try conversation.decode(image, what)
    for padding in [1, 13, 200] {
      let padded = try conversation.decode(
        image.padded(by: padding), "\(what) in rows that are padded by \(padding) bytes")
      guard padded.sameOutcome(as: plain) else {
        throw CheckFault(
          "reads \(plain.inWords) in \(what), and \(padded.inWords) when its rows are padded by "
            + "\(padding) bytes",
          advice: "Row y starts at byte y × rowStride, not y × width. If the library wants packed "
            + "rows, copy width bytes of each.")
      }
    }
    guard symbol != nil else { throw NotJudged("survived; it reads nothing to compare yet") }
    return "the same readings with 1, 13 and 200 bytes of padding"
  }

  static let sameTwice = ConformanceCheck(
    "same-twice", .images, "answers the same to the same image"
  ) { bench in
    let symbols = try bench.readable().prefix(3)
    let images = symbols.map { ($0.image, $0.what) } + [(TestImage.noise, "noise")]
    let conversation = try bench.open()
    for (image, what) in images {
      let first = try conversation.decode(image, what)
      let second = try conversation.decode(image, "\(what), once more")
      guard first.sameOutcome(as: second) else {
        throw CheckFault(
          "reads \(first.inWords) in \(what), and \(second.inWords) when it is sent once more",
          advice:
            "Start fresh with each image: switch off caches for video, reset handles, and seed what "
            + "is random. If the library runs against a clock, give it more time or count steps.")
      }
    }
    guard !symbols.isEmpty else { throw NotJudged("survived; it reads nothing to compare yet") }
    return "\(images.count) images twice each"
  }

  static let withoutState = ConformanceCheck(
    "no-state", .images, "forgets one image before the next"
  ) { bench in
    let readable = try bench.readable()
    guard let first = readable.first else { throw NotJudged("it reads nothing to remember yet") }
    let second = try readable.dropFirst().first ?? ClearSymbol.draw(first.symbology, number: 2)
    let blank = GrayImage(
      width: first.image.width, height: first.image.height, filledWith: 255)
    let images = [
      (first.image, first.what), (second.image, second.what), (blank, "a white image"),
      (first.image, first.what),
    ]
    let alone = try images.map { try bench.open().decode($0.0, $0.1) }
    let conversation = try bench.open()
    for ((image, what), expected) in zip(images, alone) {
      let result = try conversation.decode(image, "\(what), after other images")
      guard result.sameOutcome(as: expected) else {
        throw CheckFault(
          "reads \(result.inWords) in \(what) that follows other images, and \(expected.inWords) in "
            + "a fresh process",
          advice: "Something of the last image is kept: clear the list of readings, the buffer's "
            + "length and the library's own state before each decode.")
      }
    }
    return "as in fresh processes: a symbol, another, none, the first"
  }

  // MARK: - Times

  static let times = ConformanceCheck(
    "times", .images, "gives times in nanoseconds, where it gives any"
  ) { bench in
    let conversation = try bench.open()
    let clock = ContinuousClock()
    let start = clock.now
    let result = try conversation.decode(TestImage.noise, "noise")
    let passed = clock.now - start
    let nanoseconds = Int(passed / .nanoseconds(1))
    guard result.wallNanoseconds >= 0, result.cpuNanoseconds >= 0 else {
      throw CheckFault("gives a time below 0", advice: Self.timeAdvice)
    }
    guard result.wallNanoseconds <= nanoseconds else {
      throw CheckFault(
        "gives a wall time of \(result.wallNanoseconds) ns for an answer that took \(nanoseconds) ns",
        advice: Self.timeAdvice)
    }
    guard result.wallNanoseconds > 0 || result.cpuNanoseconds > 0 else {
      throw NotJudged("it gives no times, which is allowed; speeds cannot be compared then")
    }
    return "wall \(result.wallNanoseconds) ns, CPU \(result.cpuNanoseconds) ns, on noise"
  }

  private static let timeAdvice =
    "Take the time before and after the library's call from a clock that never jumps "
    + "(CLOCK_MONOTONIC) and give the difference in nanoseconds."
}

extension DecodeResult {
  /// True if two answers agree about an image; the texts of errors may differ.
  func sameOutcome(as other: DecodeResult) -> Bool {
    switch (outcome, other.outcome) {
    case (.success(let mine), .success(let theirs)): Set(mine) == Set(theirs)
    case (.failure, .failure): true
    default: false
    }
  }

  /// The outcome in words: the readings, "nothing" or the error.
  var inWords: String {
    switch outcome {
    case .failure(let error): "an error (\(error))"
    case .success(let readings) where readings.isEmpty: "nothing"
    case .success(let readings): readings.map(\.inWords).joined(separator: " and ")
    }
  }
}

extension Reading {
  /// The reading for people: `"Hello" (QR Code)`.
  var inWords: String {
    let corners =
      corners.map { corners in
        " at " + corners.points.map { "(\($0.x.short), \($0.y.short))" }.joined(separator: " ")
      } ?? ""
    return "\"\(bytes.prefix(60).readable)\" (\(symbology?.description ?? "no symbology"))"
      + corners
  }
}

extension Double {
  /// The coordinate, rounded to tenths.
  var short: String {
    let tenths = (self * 10).rounded() / 10
    return tenths == tenths.rounded() && abs(tenths) < 1e9 ? "\(Int(tenths))" : "\(tenths)"
  }
}

extension GrayImage {
  /// The image, described by its size.
  fileprivate var what: String { "an image of \(width) × \(height) pixels" }
}

/// Images without a symbol.
enum TestImage {
  static let white = GrayImage(width: 64, height: 48, filledWith: 255)

  /// Random pixels: the hardest search there is, and never a symbol.
  static let noise: GrayImage = {
    let (width, height) = (640, 480)
    // A linear congruential generator's upper bits (Numerical Recipes' constants).
    var state: UInt32 = 2_463_534_242
    let pixels = (0..<width * height).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return GrayImage(width, height, pixels)
  }()

  /// Stripes two pixels wide, along the longer side.
  static func stripes(_ width: Int, _ height: Int) -> GrayImage {
    let pixels = (0..<height).flatMap { y in
      (0..<width).map { x in UInt8((x + y) / 2 % 2 == 0 ? 255 : 0) }
    }
    return GrayImage(width, height, pixels)
  }
}
