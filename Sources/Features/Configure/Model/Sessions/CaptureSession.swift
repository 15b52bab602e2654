import Base
import Corpora
import DecoderKit
import Foundation
import Images
import Sessions

/// The attempts of finalists at changed copies of the samples: cut down to the scan area, with fewer pixels, or both.
struct CaptureSession {
  private let context: DecodingContext
  private let halves: SampleHalves
  private let area: FrameBox?
  private let folder: String

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - context: The surroundings.
  ///   - halves: The samples.
  ///   - area: The scan area; `nil` for none.
  ///   - folder: The configuration's folder.
  init(_ context: DecodingContext, halves: SampleHalves, area: FrameBox?, folder: String) {
    self.context = context
    self.halves = halves
    self.area = area
    self.folder = folder
  }

  /// Decodes both halves of the samples with all captures. Blocks the caller.
  ///
  /// - Parameter finalists: The finalists on whole frames.
  /// - Returns: `nil` without samples, and if it was stopped.
  func run(_ finalists: [Candidate]) throws -> (learned: Evidence, heldOut: Evidence)? {
    guard !halves.learned.isEmpty else { return nil }
    let learned = try evidence(finalists, halves.learned, half: "learned")
    let heldOut = try evidence(finalists, halves.heldOut, half: "held-out")
    return context.stop.isRequested ? nil : (learned, heldOut)
  }

  private func evidence(
    _ finalists: [Candidate], _ images: [SurveyedImage], half: String
  ) throws -> Evidence {
    var evidence = Evidence()
    var places: [Evidence.Place] = []
    var attempts: [Candidate: [Evidence.Attempt]] = [:]
    for capture in Capture.all(hasArea: area != nil) where !context.stop.isRequested {
      let name = half + "-" + Self.name(of: capture)
      guard let corpus = try self.corpus(images, capture, name: name) else { continue }
      let run = try SearchRun(context: context, corpus: corpus, folder: "\(folder)/runs/\(name)")
        .decode(finalists) { _, _ in 1 }
      // All copies have the samples' names, so that their order is one.
      places = run.places
      for (finalist, own) in run.attempts { attempts[finalist.taking(capture)] = own }
    }
    if !context.stop.isRequested { evidence.add(places, attempts) }
    return evidence
  }

  private func corpus(
    _ images: [SurveyedImage], _ capture: Capture, name: String
  ) throws -> Corpus? {
    try SampleFolders.corpus(images, in: "\(folder)/samples/\(name)") { image, path in
      if capture == .whole { return try Folder.link(path, to: ScanInputs.realPath(image.path)) }
      let pixels = try ImageFile.decode(ImageBytes.bytes(ofFile: image.path), name: image.path)
      try PNG.write(captured(pixels, capture), path: path)
    }
  }

  private static func name(of capture: Capture) -> String {
    (capture.isCut ? "area" : "frame") + "-\(Int((capture.scale * 100).rounded()))"
  }

  private func captured(_ image: GrayImage, _ capture: Capture) -> GrayImage {
    func side(_ fraction: Double, _ length: Int) -> Int {
      min(max(Int((fraction * Double(length)).rounded()), 0), length)
    }
    var part = image
    if capture.isCut, let area {
      let (left, top) = (side(area.left, image.width), side(area.top, image.height))
      part = image.cropped(
        x: left, y: top, width: max(side(area.right, image.width) - left, 1),
        height: max(side(area.bottom, image.height) - top, 1))
    }
    guard capture.scale < 1 else { return part }
    return part.reduced(
      toWidth: max(side(capture.scale, part.width), 1),
      height: max(side(capture.scale, part.height), 1))
  }
}
