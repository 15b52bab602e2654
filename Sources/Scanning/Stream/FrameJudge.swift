import DecoderKit
import Images
import Measuring

/// The way of one frame through region, decoder and selection.
struct FrameJudge: Sendable {
  let reader: any FrameReader
  let options: ScannerOptions
  private let gauge = SymbolGauge()

  init(reader: any FrameReader, options: ScannerOptions) {
    self.reader = reader
    self.options = options
  }

  /// The outcome of one frame.
  struct Judgement: Sendable {
    /// The readings that the region keeps; corners are pixels of the upright frame.
    var readings: [Reading] = []
    /// The decoder's failure, or the reason that the region does not fit the frame.
    var failure: String?
    var decodeTime = Duration.zero
  }

  func judge(_ frame: Frame) async -> Judgement {
    let image = frame.orientation.upright(frame.image)
    do throws(ScanRegionError) {
      let window = try ScanWindow(
        options.region, in: options.view, width: image.width, height: image.height)
      let answer = await reader.read(
        window.crop(image), hints: DecodeHints(symbologies: options.symbologies))
      var judgement = Judgement(decodeTime: answer.decodeTime)
      if case .failed(let message) = answer.outcome { judgement.failure = message }
      judgement.readings = answer.readings.map(window.moved).compactMap { reading in
        let located = place(of: reading, in: image, window)
        return window.fate(of: located.corners) == .kept ? located : nil
      }
      return judgement
    } catch {
      return Judgement(failure: "\(error)")
    }
  }

  /// The reading with corners, found by measuring if the decoder gives none and they are needed.
  private func place(of reading: Reading, in image: GrayImage, _ window: ScanWindow) -> Reading {
    guard reading.corners == nil, window.needsPlaces, options.findsPlaces else { return reading }
    var located = reading
    located.corners = gauge.measure(reading, in: image).outline
    return located
  }
}
