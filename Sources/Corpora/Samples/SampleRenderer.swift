import Base
import DecoderKit
import Drawing
import Scanning
import Statistics
import Symbols

/// Draws a corpus's samples, each from its key alone.
///
/// A renderer owns scratch memory and is used by one thread at a time. The same key gives the same
/// bytes, whatever was drawn before and by whichever renderer.
package struct SampleRenderer: Sendable {
  /// The corpus whose samples are drawn.
  package let corpus: Corpus

  private let groups: [String: Group]
  /// The photos that were read last; `nil` where no photo is needed twice.
  private let photos: PhotoCache?
  private var encoder = SymbolEncoder()
  private var rasteriser = SceneRasteriser()
  private var camera = Camera()
  private var ink = InkPlane()

  /// The source of a group's samples.
  private enum Group: Sendable {
    case drawn(Recipe, Condition)
    case photos(FolderGroup)
  }

  package init(corpus: Corpus) {
    self.init(corpus: corpus, photos: PhotoCache())
  }

  /// Makes one of several renderers of a corpus's samples.
  ///
  /// - Parameter photos: Photos are kept here for their other turns.
  package init(corpus: Corpus, photos: PhotoCache) {
    self.corpus = corpus
    self.photos = corpus.sweep.levels.count > 1 ? photos : nil
    var groups: [String: Group] = [:]
    switch corpus.source {
    case .drawn(let recipes, let conditions, _):
      for recipe in recipes {
        for condition in conditions {
          groups["\(recipe.name)/\(condition.name)"] = .drawn(recipe, condition)
        }
      }
    case .photos(let folder):
      for (group, photos) in zip(corpus.groups, folder.groups) {
        groups[group.id] = .photos(photos)
      }
    }
    self.groups = groups
  }

  /// Draws a sample.
  ///
  /// - Precondition: `trial` is 0 or more.
  /// - Throws: ``SampleError`` if the group is not in the corpus or its symbol cannot be drawn;
  ///   `ImageError` for a photo that cannot be read.
  package mutating func draw(group: CorpusGroup, level: Level, trial: Int) throws -> Sample {
    try draw(
      SampleKey(
        corpus: corpus.name, recipe: group.recipe, condition: group.condition, level: level,
        trial: trial))
  }

  /// Draws the sample that a key names. The level need not be one that the corpus lists.
  ///
  /// - Throws: The errors of ``draw(group:level:trial:)``; also if the key is not of this corpus.
  package mutating func draw(_ key: SampleKey) throws -> Sample {
    switch try group(of: key) {
    case .drawn(let recipe, let condition):
      try draw(specification(key, recipe, condition))
    case .photos(let group):
      try PhotoSample.draw(key, from: group, through: photos)
    }
  }

  /// Resolves all values that determine a drawn sample, without encoding or drawing; `nil` for
  /// photos.
  ///
  /// - Throws: ``SampleError`` if the group is not in the corpus or the level cannot be drawn.
  package func specification(of key: SampleKey) throws(SampleError) -> SampleSpecification? {
    guard case .drawn(let recipe, let condition) = try group(of: key) else { return nil }
    return try specification(key, recipe, condition)
  }

  private func group(of key: SampleKey) throws(SampleError) -> Group {
    guard key.corpus == corpus.name else { throw .otherCorpus(key, corpus: corpus.name) }
    guard let group = groups[key.group] else {
      throw .unknownGroup(key.group, corpus: corpus.name, known: corpus.groups.map(\.id))
    }
    return group
  }

  private func specification(
    _ key: SampleKey, _ recipe: Recipe, _ condition: Condition
  ) throws(SampleError) -> SampleSpecification {
    if let reason = corpus.sweep.axis.objection(to: key.level.value) {
      throw .badLevel(key.level, reason: reason)
    }
    let random = SampleRandomness(
      seed: corpus.seed, recipe: recipe.name, condition: condition.name,
      // Resolutions and frames are of one and the same scene, trial by trial.
      level: corpus.sweep.sharesScenes ? "" : key.level.text, trial: key.trial)
    var payloads = random.generator(.payload)
    var phases = random.generator(.phase)
    var settings = CameraSettings()
    for (parameter, value) in condition.values {
      settings[parameter] = value.value(trial: key.trial) {
        random.generator(of: parameter)
      }
    }
    settings[corpus.sweep.axis] = key.level.value
    var way = LabelWay()
    if let reason = settings.objection ?? condition.film(recipe, &settings, random, way: &way) {
      throw .badLevel(key.level, reason: reason)
    }
    return SampleSpecification(
      key: key,
      symbols: recipe.symbols.map { symbol in
        .init(
          options: symbol.options,
          payload: symbol.payload.draw(trial: key.trial, from: &payloads),
          interpretation: symbol.interpretation)
      },
      subject: recipe.subject, judgesMeaning: recipe.judgesMeaning, camera: settings.atResolution,
      limit: condition.camera?.frame,
      backdrop: condition.backdrop?.scaled(by: settings.pixelFactor),
      selection: corpus.selection,
      phase: Point(
        x: (phases.unit() + way.shiftPixels.x).fraction,
        y: (phases.unit() + way.shiftPixels.y).fraction),
      randomness: random,
      noise: corpus.sweep.isOfStreams ? random.ofFrame(key.level.text) : random,
      travelPixels: way.travelPixels)
  }

  /// Draws what a specification describes.
  ///
  /// - Throws: ``SampleError`` if the symbol cannot be encoded or the scene cannot be seen whole.
  package mutating func draw(_ specification: SampleSpecification) throws -> Sample {
    let started = ThreadClock.nanoseconds()
    let symbols = try encode(specification)
    let encoded = ThreadClock.nanoseconds()
    let scene = try Self.scene(specification, symbols)
    let image = try expose(scene, specification)
    let drawn = ThreadClock.nanoseconds()
    return Sample(
      key: specification.key, hash: specification.hash, image: image,
      truth: Truth(
        expected: zip(symbols, specification.symbols).enumerated().map { place, pair in
          let (symbol, asked) = pair
          // A label that has left the view is still what there was to read.
          return ExpectedSymbol(
            symbology: symbol.symbology, bytes: symbol.payload,
            corners: scene.symbols.isEmpty ? nil : scene.symbols[place].corners,
            extent: symbol.extent, charset: asked.interpretation?.charset)
        }),
      judgesMeaning: specification.judgesMeaning, aim: try Self.aim(specification, scene),
      drawn: scene.symbols.map { DrawnSymbol(symbol: $0.printed.symbol, map: $0.map) },
      cost: DrawingCost(encodeNanoseconds: encoded - started, renderNanoseconds: drawn - encoded))
  }

  private mutating func encode(
    _ specification: SampleSpecification
  ) throws(SampleError) -> [Symbol] {
    var symbols: [Symbol] = []
    for symbol in specification.symbols {
      do {
        symbols.append(
          try encoder.encode(
            symbol.payload, options: symbol.options, interpretation: symbol.interpretation))
      } catch {
        throw .encoding(recipe: specification.key.recipe, error)
      }
    }
    return symbols
  }

  private static func scene(
    _ specification: SampleSpecification, _ symbols: [Symbol]
  ) throws(SampleError) -> Scene {
    do {
      return try Scene(specification, symbols)
    } catch {
      throw .scene(specification.key, reason: error.description)
    }
  }

  /// The aim at one of a scene's symbols; `nil` where nothing is selected.
  private static func aim(
    _ specification: SampleSpecification, _ scene: Scene
  ) throws(SampleError) -> SampleAim? {
    guard let selection = specification.selection, !scene.symbols.isEmpty else { return nil }
    do throws(ScanRegionError) {
      return try selection.aim(
        at: scene.symbols.map(\.corners), width: scene.width, height: scene.height,
        specification.camera, specification.randomness)
    } catch {
      throw .scene(specification.key, reason: error.description)
    }
  }

  private mutating func expose(
    _ scene: Scene, _ specification: SampleSpecification
  ) throws -> GrayImage {
    guard !specification.camera.isPlain else { return try rasteriser.drawImage(scene) }
    rasteriser.drawInk(scene, into: &ink)
    MetalSurface(specification.camera)?.cover(
      &ink, of: scene, brushing: specification.randomness.generator(.streaks),
      mirrors: specification.randomness.generator(.mirrors))
    return try camera.expose(
      ink, settings: specification.camera, generator: specification.noise.generator(.noise))
  }
}

extension Double {
  /// The part after the point, in [0, 1).
  fileprivate var fraction: Double { self - rounded(.down) }
}
