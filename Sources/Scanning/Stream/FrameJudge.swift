import DecoderKit
import Measuring

/// Decodes one frame: crops it to the scan area, asks the decoder, and selects among its readings.
public struct FrameJudge: Sendable {
  private let reader: any FrameReader
  private let symbologies: Set<Symbology>?
  private let aim: ScanAim
  private let findsPlaces: Bool
  private let gauge = SymbolGauge()

  public init(reader: any FrameReader, options: ScannerOptions) {
    self.reader = reader
    symbologies = options.symbologies
    aim = options.aim
    findsPlaces = options.findsPlaces
  }

  /// Decodes one frame.
  public func judge(_ frame: Frame) async -> FrameJudgement {
    let image = frame.orientation.upright(frame.image)
    do throws(ScanRegionError) {
      let window = try aim.window(width: image.width, height: image.height)
      let answer = await reader.read(
        window.crop(image), hints: DecodeHints(symbologies: symbologies))
      var judgement = FrameJudgement(decodeTime: answer.decodeTime)
      if case .failed(let message) = answer.outcome { judgement.failure = message }
      judgement.readings = answer.readings.map(window.moved).compactMap { reading in
        let located = place(of: reading, in: image, window)
        return window.fate(of: located.corners) == .kept ? located : nil
      }
      return judgement
    } catch {
      return FrameJudgement(failure: error.description)
    }
  }

  /// The reading with its measured outline where its place counts; the decoder's corners are used if it
  /// cannot be measured.
  private func place(of reading: Reading, in image: GrayImage, _ window: ScanWindow) -> Reading {
    guard window.needsPlaces, findsPlaces else { return reading }
    var located = reading
    located.corners = gauge.measure(reading, in: image).outline ?? reading.corners
    return located
  }
}

/// The outcome of one frame.
public struct FrameJudgement: Sendable {
  /// The readings that the region keeps; corners are pixels of the upright frame.
  public var readings: [Reading]
  /// The decoder's failure, or the reason that the region does not fit the frame.
  public var failure: String?
  /// The time inside the decode call.
  public var decodeTime: Duration

  public init(
    readings: [Reading] = [], failure: String? = nil, decodeTime: Duration = .zero
  ) {
    self.readings = readings
    self.failure = failure
    self.decodeTime = decodeTime
  }
}
