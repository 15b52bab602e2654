import Base
import DecoderKit
import Drawing
import Statistics
import Symbols

/// The kind of image to draw: a symbol, several symbols on one label, or a texture without any.
package struct Recipe: Hashable, Sendable {
  /// The name in keys and reports.
  package let name: String
  /// The content of the image.
  package let subject: Subject
  /// True if readings are judged by what they mean too, beside the verdict on their data.
  package var judgesMeaning = false
  /// The side of a printed module, in millimetres; `nil` if the recipe has no printed size.
  package var moduleMillimetres: Double?

  /// The content of the images that a recipe draws.
  package enum Subject: Hashable, Sendable {
    /// Symbols on one label, in the layout's order; at least one.
    case symbols([SymbolRecipe], layout: SceneLayout)
    /// No symbol: a texture in an image of this size in pixels.
    case texture(Texture, width: Int, height: Int)
  }

  /// The symbologies, each once, in the recipe's order; empty for textures.
  package var symbologies: [Symbology] {
    symbols.map(\.options.symbology).uniqued()
  }

  /// The symbols on the label, in the layout's order; empty for textures.
  package var symbols: [SymbolRecipe] {
    guard case .symbols(let symbols, _) = subject else { return [] }
    return symbols
  }

  /// The number of payloads that the trials use in turn: the least common multiple of all literal
  /// lists.
  ///
  /// `nil` if some symbol's payload is drawn anew for every trial, and if there are no symbols.
  package var payloadCount: Int? {
    guard !symbols.isEmpty else { return nil }
    var total = 1
    for symbol in symbols {
      guard case .literals(let literals) = symbol.payload.source else { return nil }
      total = leastCommonMultiple(total, literals.count)
    }
    return total
  }

  /// The number of trials after which payloads that take turns repeat; 1 if there are none.
  var period: Int {
    symbols.reduce(1) { period, symbol in
      guard case .literals(let literals) = symbol.payload.source else { return period }
      return leastCommonMultiple(period, literals.count)
    }
  }

  /// The knowledge about the symbols in its images.
  package var content: CorpusGroup.Content { symbols.isEmpty ? .nothing : .symbols }
}

/// One symbol of a recipe: its fixed options and the generator of its payloads.
package struct SymbolRecipe: Hashable, Sendable {
  /// The options of the symbol, the same for all trials.
  package let options: SymbolOptions
  /// The generator of the payload of each trial.
  package let payload: PayloadGenerator
  /// The charset that the symbol announces for its data; `nil` for none.
  package var interpretation: Interpretation?
}

/// The way in which a label is printed and photographed.
package struct Condition: Hashable, Sendable {
  /// The name in keys and reports.
  package let name: String
  /// The parameters that are asked for; the others are neutral.
  package let values: [CameraParameter: ConditionValue]
  /// The texture behind the label; `nil` for paper up to the image's border.
  package let backdrop: Backdrop?
  /// The camera that sizes follow from at a distance; `nil` if they are given in pixels.
  package var camera: ConditionCamera?

  /// A texture behind the label.
  package struct Backdrop: Hashable, Sendable {
    package let texture: Texture
    /// The size of the texture's features, in pixels.
    package let scalePixels: Double

    /// The same texture in an image of another resolution.
    func scaled(by factor: Double) -> Backdrop {
      Backdrop(texture: texture, scalePixels: scalePixels * factor)
    }
  }
}

extension Condition {
  /// The largest angle by which symbols are turned, 0 to 180 degrees.
  var turnDegrees: Double {
    switch values[.rotation] {
    case nil: 0
    case .fixed(let angle): abs(angle.remainder(dividingBy: 360))
    case .list(let angles): angles.reduce(0) { max($0, abs($1.remainder(dividingBy: 360))) }
    case .random(let low, let high): min(max(abs(low), abs(high)), 180)
    }
  }

  /// The number of trials after which values that take turns repeat; those of the sweep's axis are
  /// not used.
  func period(sweeping axis: CameraParameter) -> Int {
    values.reduce(1) { period, entry in
      guard case .list(let values) = entry.value, entry.key != axis else { return period }
      return leastCommonMultiple(period, values.count)
    }
  }
}

func leastCommonMultiple(_ a: Int, _ b: Int) -> Int {
  var (x, y) = (a, b)
  while y != 0 { (x, y) = (y, x % y) }
  return a / x * b
}

/// The value of a parameter in a condition, for each trial.
package enum ConditionValue: Hashable, Sendable {
  /// The same at every trial.
  case fixed(Double)
  /// Values in turn: trial t has value t modulo the number of values, so that each occurs equally
  /// often.
  case list([Double])
  /// A value drawn anew for each trial, uniformly from [low, high).
  case random(low: Double, high: Double)

  /// The value for a trial.
  func value(trial: Int, generator: () -> Xoshiro256) -> Double {
    switch self {
    case .fixed(let value): return value
    case .list(let values): return values[trial % values.count]
    case .random(let low, let high):
      var generator = generator()
      return low + generator.unit() * (high - low)
    }
  }

  /// The values that could be hardest or easiest: all listed ones, or the ends of the range.
  var extremes: [Double] {
    switch self {
    case .fixed(let value): [value]
    case .list(let values): values
    case .random(let low, let high): [low, high]
    }
  }
}

/// The axis along which a corpus gets harder.
package struct Sweep: Hashable, Sendable {
  /// The parameter that is varied.
  package let axis: CameraParameter
  /// The direction in which decoding gets harder.
  package let harder: SweepDirection
  /// The values tried, ascending; at least one.
  package let levels: [Level]
  /// The second axis, whose levels the conditions have; `nil` for a corpus without maps.
  package let second: SecondAxis?

  /// Makes a sweep; the levels are put in ascending order.
  ///
  /// - Precondition: There is at least one level, and none twice.
  package init(
    axis: CameraParameter, harder: SweepDirection, levels: [Level], second: SecondAxis? = nil
  ) {
    precondition(!levels.isEmpty && Set(levels).count == levels.count, "levels are listed once")
    self.axis = axis
    self.harder = harder
    self.levels = levels.sorted()
    self.second = second
  }

  /// The unit of the levels, as reports print it.
  package var unit: String { axis.unit }

  /// True if a trial is one and the same scene at every level: a sweep over resolutions takes pictures
  /// of it with more and more pixels, one over time films it.
  package var sharesScenes: Bool { axis == .resolution || isOfStreams }

  /// True if trials are streams, and levels the instants of their frames.
  package var isOfStreams: Bool { axis == .time }
}
