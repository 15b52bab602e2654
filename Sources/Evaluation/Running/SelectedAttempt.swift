import Base
import Corpora
import DecoderKit
import Measuring
import PluginHost
import Scanning

/// A decoder's attempt at a sample, with the readings that are left of it once one symbol was chosen.
package struct SelectedAttempt: Sendable {
  /// The attempt. Its readings are those that were kept, with corners in pixels of the whole image; its
  /// times include those of the choice.
  package var attempt: DecodeAttempt
  /// Readings that were not kept because their place is not known.
  package var unplaced = 0

  package init(attempt: DecodeAttempt, unplaced: Int = 0) {
    (self.attempt, self.unplaced) = (attempt, unplaced)
  }

  /// The readings that were kept; empty without an answer.
  var readings: [Reading] {
    if case .readings(let readings) = attempt.outcome { readings } else { [] }
  }
}

extension DecoderChain {
  /// Gives a sample to the decoder, and chooses among its readings in the decoder's way.
  func decode(
    _ sample: Sample, of corpus: Corpus, by configured: ConfiguredDecoder
  ) -> SelectedAttempt {
    decode([sample], of: corpus, by: configured).samples[0]
  }

  /// Gives samples to the decoder, one after the other, and chooses among the readings of each.
  ///
  /// - Parameter blank: The number of samples before which an empty image goes, too; `nil` for none.
  /// - Returns: An attempt for each sample, and that at the empty image.
  func decode(
    _ samples: [Sample], of corpus: Corpus, by configured: ConfiguredDecoder, blank: Int? = nil
  ) -> (samples: [SelectedAttempt], blank: DecodeAttempt?) {
    let choices = samples.map { Choice(of: $0, by: configured) }
    var pending = zip(samples, choices).compactMap { sample, choice in
      choice.image.map { PendingDecode($0, hints: configured.hints(for: sample, of: corpus)) }
    }
    let place = blank.flatMap { pending.isEmpty ? nil : min($0, pending.count) }
    if let place { pending.insert(pending[max(place - 1, 0)].blank, at: place) }
    var attempts = decode(pending)
    let atBlank = place.map { attempts.remove(at: $0) }
    var rest = attempts[...]
    let selected = choices.map { choice in
      guard choice.image != nil, let attempt = rest.popFirst() else {
        return SelectedAttempt(attempt: .nothingToDecode)
      }
      return choice.among(attempt)
    }
    return (selected, atBlank)
  }
}

/// A sample's image as a decoder gets it, with the choice among its readings.
private struct Choice {
  /// The image to decode; `nil` if there is nothing in it.
  let image: GrayImage?
  private let part: (selector: Selector, part: Selector.Part)?

  init(of sample: Sample, by configured: ConfiguredDecoder) {
    guard let aim = sample.aim, configured.selection != .none else {
      (image, part) = (sample.image, nil)
      return
    }
    let selector = Selector(strategy: configured.selection, region: aim.region, image: sample.image)
    part = selector.part.map { (selector, $0) }
    image = part?.part.image
  }

  func among(_ attempt: DecodeAttempt) -> SelectedAttempt {
    guard let (selector, part) = part, case .readings(let readings) = attempt.outcome else {
      return SelectedAttempt(attempt: attempt)
    }
    var attempt = attempt
    let (wall, cpu) = (ContinuousClock.now, ThreadClock.nanoseconds())
    let kept = selector.select(readings, in: part)
    attempt.outcome = .readings(kept.readings)
    // The choice is part of the decode: the exchange includes what the decode does.
    let chosen = Int((ContinuousClock.now - wall) / .nanoseconds(1))
    attempt.wallNanoseconds += chosen
    attempt.exchangeNanoseconds += chosen
    attempt.cpuNanoseconds += Int(ThreadClock.nanoseconds() - cpu)
    return SelectedAttempt(attempt: attempt, unplaced: kept.unplaced)
  }
}

/// The choice among the symbols of one image.
package struct Selector {
  private let strategy: SelectionStrategy
  /// The region, in pixels of the image.
  private let region: PlacedRegion
  private let image: GrayImage

  /// Makes the choice in one way.
  package init(strategy: SelectionStrategy, region: PlacedRegion, image: GrayImage) {
    (self.strategy, self.region, self.image) = (strategy, region, image)
  }

  /// The part of an image that is decoded.
  package struct Part {
    package let image: GrayImage
    /// The place of its top left corner in the whole image.
    package let origin: Point
  }

  /// The shorter side below which a part holds no symbol: the smallest have ten rows or columns of
  /// modules. Decoders fail on images of a few pixels.
  private static let leastSide = 8

  /// The part that is decoded; `nil` if it is too small to hold anything.
  package var part: Part? {
    let wanted: Rectangle? =
      switch strategy {
      case .none, .filter, .filterGauge:
        Rectangle(x: 0, y: 0, width: Double(image.width), height: Double(image.height))
      case .crop: region.selectionBounds
      case .cropFilter, .cropFilterGauge: region.area
      }
    guard let wanted else { return nil }
    // Pixels that the part shows in part belong to it, up to a rounding error.
    let left = max(Int((wanted.x + 1e-6).rounded(.down)), 0)
    let top = max(Int((wanted.y + 1e-6).rounded(.down)), 0)
    let width = min(Int((wanted.right - 1e-6).rounded(.up)), image.width) - left
    let height = min(Int((wanted.bottom - 1e-6).rounded(.up)), image.height) - top
    guard min(width, height) >= Self.leastSide else { return nil }
    guard (width, height) != (image.width, image.height) else {
      return Part(image: image, origin: Point(x: 0, y: 0))
    }
    return Part(
      image: image.cropped(x: left, y: top, width: width, height: height),
      origin: Point(x: Double(left), y: Double(top)))
  }

  /// Chooses among the readings of a part.
  ///
  /// - Returns: The readings that are kept, with corners in pixels of the whole image, and the number of
  ///   those that could not be chosen because their place is not known.
  package func select(
    _ readings: [Reading], in part: Part
  ) -> (readings: [Reading], unplaced: Int) {
    let placed = (strategy.gauges ? measured(readings, in: part) : readings)
      .map { reading in
        reading.mapped { Point(x: $0.x + part.origin.x, y: $0.y + part.origin.y) }
      }
    guard strategy.filters else { return (placed, 0) }
    let isCropped = strategy == .cropFilter || strategy == .cropFilterGauge
    var (kept, unplaced): ([Reading], Int) = ([], 0)
    for reading in placed {
      guard let outline = reading.corners else {
        unplaced += 1
        continue
      }
      let fate = isCropped ? region.fateInArea(of: outline) : region.fate(of: outline)
      if fate == .kept { kept.append(reading) }
    }
    return (kept, unplaced)
  }

  /// The same readings with the outlines that the gauge measures. Where it finds none, the decoder's own
  /// corners stay.
  private func measured(_ readings: [Reading], in part: Part) -> [Reading] {
    zip(readings, SymbolGauge().measure(readings, in: part.image)).map { reading, measurement in
      var reading = reading
      reading.corners = measurement.outline
      return reading
    }
  }
}

extension DecodeAttempt {
  /// The attempt at an image in which there is nothing to decode.
  fileprivate static var nothingToDecode: DecodeAttempt { DecodeAttempt(outcome: .readings([])) }
}
