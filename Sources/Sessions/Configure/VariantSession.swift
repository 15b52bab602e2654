import Base
import Configuring
import Corpora
import DecoderKit
import Evaluation
import Foundation
import Images

/// The choice on changed copies of all samples: cut down to the scan area, or with fewer pixels.
public struct VariantSession {
  private let context: ConfigureContext
  private let folder: String

  /// Makes a session with the configuration's folder.
  public init(_ context: ConfigureContext, folder: String) {
    self.context = context
    self.folder = folder
  }

  /// Sides of the coarser copies, as shares of the samples' own.
  private static let scales = [0.75, 0.5]

  /// Tries the choice on the changed copies. Blocks the caller.
  ///
  /// - Parameters:
  ///   - choice: The decoder with its settings.
  ///   - halves: The samples.
  ///   - area: The scan area; `nil` for none.
  /// - Returns: An effect for each change; none without samples, or if it was stopped.
  public func run(
    _ choice: Candidate, _ halves: SampleHalves, area: FrameBox?
  ) throws -> [Recommendation.VariantEffect] {
    let images = halves.learned + halves.heldOut
    guard !images.isEmpty else { return [] }
    let changes = (area == nil ? [] : [SampleChange.area]) + Self.scales.map(SampleChange.scaled)
    guard let whole = try attempts(choice, images, nil, area) else { return [] }
    var effects: [Recommendation.VariantEffect] = []
    for change in changes {
      guard let own = try attempts(choice, images, change, area) else { return effects }
      effects.append(
        .init(
          change: change,
          effect: Effect(own, beside: whole, counted: images.map { _ in true })))
    }
    return effects
  }

  /// The attempts at all images, in their order; `nil` if it was stopped.
  private func attempts(
    _ choice: Candidate, _ images: [SurveyedImage], _ change: SampleChange?, _ area: FrameBox?
  ) throws -> [Evidence.Attempt]? {
    let name = Self.name(of: change)
    let corpus = try SampleFolders.corpus(images, in: "\(folder)/samples/\(name)") { image, path in
      guard let change else { return try Folder.link(path, to: ScanInputs.realPath(image.path)) }
      let pixels = try ImageFile.decode(ImageBytes.bytes(ofFile: image.path), name: image.path)
      try PNG.write(Self.changed(pixels, by: change, area), path: path)
    }
    guard let corpus else { return nil }
    var evidence = Evidence()
    try SearchRun(context: context, corpus: corpus, folder: "\(folder)/runs/\(name)")
      .add([choice], to: &evidence) { _, _ in 1 }
    guard !context.stop.isRequested, let own = evidence.attempts[choice] else { return nil }
    // A corpus lists its images by their files' names.
    let order = images.indices.sorted {
      images[$0].name.utf8.lexicographicallyPrecedes(images[$1].name.utf8)
    }
    var sorted = own
    for (place, index) in order.enumerated() { sorted[index] = own[place] }
    return sorted
  }

  private static func name(of change: SampleChange?) -> String {
    switch change {
    case nil: "all"
    case .area: "scan-area"
    case .scaled(let factor): "scaled-\(Int((factor * 100).rounded()))"
    }
  }

  private static func changed(
    _ image: GrayImage, by change: SampleChange, _ area: FrameBox?
  ) -> GrayImage {
    func side(_ fraction: Double, _ length: Int) -> Int {
      min(max(Int((fraction * Double(length)).rounded()), 0), length)
    }
    switch change {
    case .scaled(let factor):
      return image.reduced(
        toWidth: max(side(factor, image.width), 1), height: max(side(factor, image.height), 1))
    case .area:
      guard let area else { return image }
      let (left, top) = (side(area.left, image.width), side(area.top, image.height))
      return image.cropped(
        x: left, y: top, width: max(side(area.right, image.width) - left, 1),
        height: max(side(area.bottom, image.height) - top, 1))
    }
  }
}
