import DecoderKit
import Statistics
import Symbols

/// An image that inputs are made from, with what may be read in it.
struct FuzzSource: Sendable {
  /// The key of its sample.
  let key: String
  let image: GrayImage
  let truth: Truth
  /// The decoder's readings of the untouched image.
  var readings: [Reading] = []

  /// True if every symbol in it is known, so that other readings are misreads.
  var isJudged: Bool { truth.isKnown && truth.isComplete }
}

/// An input: a source image, and the changes to it.
struct FuzzInput {
  let number: Int
  let source: Int
  var mutations: [ImageMutation]

  /// The sources whose symbols it shows.
  var sources: [Int] {
    [source] + mutations.filter { $0.kind == .companion }.map { $0.amounts[0] }
  }

  func image(_ sources: [FuzzSource]) -> GrayImage {
    mutations.reduce(sources[source].image) { image, mutation in
      mutation.applied(to: image) { sources[$0].image }
    }
  }

  /// Makes the input with a number, whatever else was made before.
  ///
  /// The first ones are the untouched sources.
  init(_ number: Int, seed: UInt64, sources: Int) {
    self.number = number
    guard number >= sources else {
      (source, mutations) = (number, [])
      return
    }
    var random = SplitMix64(state: seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    // The first word of neighbouring states is not used.
    _ = random.next()
    source = Int.random(in: 0..<sources, using: &random)
    let count = [1, 1, 2, 2, 3].randomElement(using: &random) ?? 1
    mutations = (0..<count).map { _ in ImageMutation(random: &random, sources: sources) }
  }

  init(number: Int, source: Int, mutations: [ImageMutation]) {
    (self.number, self.source, self.mutations) = (number, source, mutations)
  }
}

extension ImageMutation {
  /// Draws a change.
  init(random: inout SplitMix64, sources: Int) {
    let kind = Kind.allCases.randomElement(using: &random) ?? .border
    func pick(_ numbers: [Int]) -> Int { numbers.randomElement(using: &random) ?? 0 }
    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let shades = [0, 1, 127, 128, 254, 255]
    switch kind {
    case .border: self.init(kind, pick([1, 2, 3, 10, 40, 100, 300]), pick(shades))
    case .inversion, .mirror: self.init(kind)
    case .turn: self.init(kind, draw(1...3))
    case .tilt: self.init(kind, draw(-44...45))
    case .scale: self.init(kind, pick([10, 25, 33, 50, 67, 75, 90, 110, 150, 199, 300, 500]))
    case .enlarge: self.init(kind, draw(2...6))
    case .stride: self.init(kind, pick([1, 2, 3, 7, 13, 64, 1000]), pick(shades))
    case .contrast:
      let low = draw(0...200)
      self.init(kind, low, low + draw(0...55))
    case .noise: self.init(kind, draw(1...60), draw(0...1 << 30))
    case .companion: self.init(kind, draw(0...sources - 1), pick([8, 20, 60]), draw(0...1))
    case .copies: self.init(kind, draw(1...4), draw(1...4), pick([0, 8, 30]))
    case .strip: self.init(kind, draw(0...1), draw(0...1000), draw(1...9))
    case .crop: self.init(kind, draw(0...900), draw(0...900), draw(1...1000), draw(1...1000))
    case .blank:
      self.init(kind, draw(0...900), draw(0...900), draw(1...500), draw(1...500), pick(shades))
    case .flips: self.init(kind, pick([1, 2, 4, 8, 16]), draw(1...30), draw(0...1 << 30))
    case .speckle: self.init(kind, pick([1, 10, 50, 200, 1000]), draw(0...1 << 30))
    case .flat:
      let sides = [1, 2, 3, 4, 5, 7, 8, 9, 16, 31, 64, 255, 501, 1025]
      // The smallest images are those that libraries forget.
      let width = draw(0...1) == 0 ? draw(1...3) : pick(sides)
      self.init(kind, width, draw(0...1) == 0 ? width : pick(sides), pick(shades))
    }
  }
}
