import Foundation
import Optics

/// The sizes at which one decoder is certified to read a code, and those at which it was shown to fail, at
/// each distance and under all conditions of a question together.
///
/// Sides of modules are those that are seen: a leaning label's along its shorter direction. A pixel, a disc
/// and a movement are all widths on the symbol; ÷ the side of a module, they say how hard it is to read.
struct ReadingBounds: Hashable {
  /// A side of a module from which on, or up to which, something holds: a share of the distance, a share
  /// of the blur out of focus, and a length.
  private struct Bound: Hashable {
    var perDistance = 0.0
    var perBlur = 0.0
    var millimetres = 0.0

    func side(atMillimetres distance: Double, _ blur: FocusBlur) -> Double {
      let width = perBlur == 0 ? 0 : blur.millimetres(atMillimetres: distance)
      return perDistance * distance + millimetres + (width == 0 ? 0 : perBlur * width)
    }

    /// Finds the distances at which a module of a side that grows with them is as large as the bound.
    func distances(
      side: Double, sidePerDistance: Double, _ blur: FocusBlur
    ) -> ClosedRange<Double>? {
      blur.distances(
        perDistance: perDistance - sidePerDistance, perBlur: perBlur, upTo: side - millimetres)
    }
  }

  /// The disc, in modules, that counts as in focus where nothing is known of blur: a fifth of a pixel at two
  /// pixels per module, whose own spread it widens by less than two per cent.
  static let sharpModules = 0.1
  /// The share by which sides may differ and still are the same: what rounding makes of equal ones.
  private static let rounding = 1e-9

  private let blur: FocusBlur
  /// The least sides that are certified, which all must hold; `nil` if none is.
  private let certified: [Bound]?
  /// The largest sides that were shown to fail, each by itself.
  private let failing: [Bound]

  /// Combines a threshold with what the decoder takes of each condition.
  ///
  /// - Parameter limits: The limits of the question's conditions; none for a condition of which nothing
  ///   is known.
  init(
    _ threshold: DecoderThreshold, _ question: DistanceQuestion,
    limits: [DistanceCondition: ConditionLimit]
  ) {
    let limited = Limited(question: question, limits: limits)
    blur = question.view.focusBlur
    certified = threshold.score.certified.flatMap(limited.certified)
    failing = limited.failing(fromPixels: threshold.score.lower)
  }

  /// Computes the least side of a module that is certified at a distance, in millimetres; `nil` if none is.
  func certifiedSide(atMillimetres distance: Double) -> Double? {
    let least = certified?.map { $0.side(atMillimetres: distance, blur) }.max()
    return least.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Computes the largest side of a module that was shown to fail at a distance, in millimetres; `nil` if
  /// none was.
  func failingSide(atMillimetres distance: Double) -> Double? {
    failing.map { $0.side(atMillimetres: distance, blur) }.max()
  }

  /// Finds the distances at which a side is certified; `nil` if there are none.
  ///
  /// - Parameter perDistance: The growth of the side with the distance, such as that of as many pixels.
  func certifiedDistances(side: Double, perDistance: Double = 0) -> ClosedRange<Double>? {
    certified.flatMap { common($0, side * (1 + Self.rounding), perDistance) }
  }

  /// Finds the distances outside of which a side was shown to fail; `nil` if it was at all.
  func sparedDistances(side: Double) -> ClosedRange<Double>? {
    common(failing, side * (1 - Self.rounding), 0)
  }

  private func common(
    _ bounds: [Bound], _ side: Double, _ perDistance: Double
  ) -> ClosedRange<Double>? {
    bounds.reduce(0...(.infinity)) { all, bound in
      guard let all,
        let own = bound.distances(side: side, sidePerDistance: perDistance, blur)
      else { return nil }
      return all.intersection(own)
    }
  }

  /// True if a side is certified at a distance.
  func isCertified(side: Double, atMillimetres distance: Double) -> Bool {
    certifiedSide(atMillimetres: distance).map { !Self.isLarger($0, than: side) } ?? false
  }

  /// True if a side was shown to fail at a distance.
  func isFailing(side: Double, atMillimetres distance: Double) -> Bool {
    failingSide(atMillimetres: distance).map { !Self.isLarger(side, than: $0) } ?? false
  }

  /// True if a size is larger than another by more than rounding.
  static func isLarger(_ size: Double, than other: Double) -> Bool {
    size > other * (1 + rounding)
  }
}

extension ReadingBounds {
  /// A question with what a decoder takes of its conditions.
  private struct Limited {
    let question: DistanceQuestion
    let limits: [DistanceCondition: ConditionLimit]

    /// The side of a pixel on the symbol, ÷ the distance.
    private var pixel: Double {
      question.view.pinhole.millimetres(ofPixels: 1, atMillimetres: 1)
    }

    /// The least sides that are certified, given the pixels per module that are without any condition.
    ///
    /// Two things are known of each condition: at its threshold of the module size the decoder is certified
    /// without any of it, and at the size at which the condition was measured, and at larger ones, up to its
    /// limit. Between the two points, in pixels of a module beside pixels of blur or degrees, the straight
    /// line counts, and between conditions likewise: limits are not taken together.
    func certified(fromPixels pixels: Double) -> [Bound]? {
      var whole = Bound()
      var beside = Bound(perDistance: pixels * pixel)
      var rest = 1.0
      for condition in question.conditions {
        let limit = limits[condition]
        let certified = limit?.certified ?? 0
        let measured = limit?.moduleSizePixels.upperBound ?? pixels
        // The share of blur that is lost on the way from the size that was measured to the threshold.
        let loss = max(0, 1 - pixels / measured)
        switch condition {
        case .defocus:
          let isKnown = certified >= ReadingBounds.sharpModules
          whole.perBlur = 1 / max(certified, ReadingBounds.sharpModules)
          beside.perBlur = isKnown ? loss / certified : whole.perBlur
        case .motion:
          guard certified > 0 else { return nil }
          whole.millimetres = question.movedMillimetres / certified
          beside.millimetres = loss * whole.millimetres
        case .tilt:
          let share = question.tiltDegrees / certified
          guard share <= 1 else { return nil }
          rest -= share
          let seen = measured * cos(certified * .pi / 180)
          beside.perDistance += max(0, seen - pixels) * share * pixel
        }
      }
      // What leaves nothing to other conditions still leaves what counts as in focus.
      if whole.perBlur > 0 {
        whole.perBlur = min(whole.perBlur / rest, 1 / ReadingBounds.sharpModules)
      }
      if whole.millimetres > 0 { whole.millimetres /= rest }
      return [whole, beside]
    }

    /// The largest sides that were shown to fail, each by itself.
    func failing(fromPixels pixels: Double?) -> [Bound] {
      let isLensKnown = question.view.lens != nil
      let conditions = question.conditions.compactMap { condition -> Bound? in
        guard let limit = limits[condition], let failing = limit.failing else { return nil }
        // A larger module than was measured may be read at that angle, or if it fails without any blur.
        let measured = Bound(
          perDistance: limit.moduleSizePixels.lowerBound * question.foreshortening * pixel)
        switch condition {
        case .tilt: return question.tiltDegrees >= failing ? measured : nil
        case .motion where failing > 0:
          return Bound(millimetres: question.movedMillimetres / failing)
        // Of a lens that is not known, nothing was shown.
        case .defocus where failing > 0: return isLensKnown ? Bound(perBlur: 1 / failing) : nil
        case .motion, .defocus: return measured
        }
      }
      return (pixels.map { [Bound(perDistance: $0 * pixel)] } ?? []) + conditions
    }
  }
}

extension ClosedRange<Double> {
  /// The part that both ranges have; `nil` if they have none.
  func intersection(_ other: ClosedRange<Double>) -> ClosedRange<Double>? {
    let (lower, upper) = (
      Swift.max(lowerBound, other.lowerBound), Swift.min(upperBound, other.upperBound)
    )
    return lower <= upper ? lower...upper : nil
  }
}
