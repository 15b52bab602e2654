import DecoderKit
import Optics
import Results
import Sessions

extension DistanceEvidence {
  /// Takes the thresholds of a walk-away: between the ends of the 95 % interval of the size from which 95 % of the
  /// frames are read.
  ///
  /// - Throws: ``RequestError`` if it says nothing about a code.
  init(_ walk: WalkRecord, for code: PrintedCode) throws(RequestError) {
    let seen = walk.view.symbology
    guard seen?.carrier == code.symbology.carrier else {
      throw RequestError(
        "the walk-away was of \(seen?.description ?? "an unknown symbology"), which says nothing about "
          + "\(code.symbology)")
    }
    let columns = walk.view.columns.map(Double.init)
    if code.sizeName != nil, let columns, let wanted = code.columns, columns != wanted {
      guard columns > wanted else {
        throw RequestError(
          "the symbol of the walk-away was \(Int(columns)) modules across, which says nothing about one of "
            + "\(Int(wanted)): walk away with one of \(Int(wanted)) or more")
      }
      otherSize = "\(Int(columns)) modules across"
    }
    run = nil
    self.walk = walk
    thresholds = walk.decoders.compactMap { own -> DecoderThreshold? in
      guard let least = own.smallestPixels, let most = own.largestPixels else { return nil }
      return DecoderThreshold(
        decoder: own.decoder, reference: own.reference, library: own.library,
        version: own.version, group: "by hand", score: ThresholdScore(own.reliable),
        tested: least...most)
    }
    guard !thresholds.isEmpty else {
      throw RequestError(
        "the walk-away has no frame in which the symbol had a size: walk once more")
    }
  }
}

extension ThresholdScore {
  /// Takes the interval's ends; each is wrong with 2.5 %.
  fileprivate init(_ crossing: WalkRecord.Crossing?) {
    let kind: Kind =
      switch (crossing?.lower, crossing?.upper) {
      case (_?, _?): .interval
      case (nil, _?): .atMost
      case (_?, nil): .above
      case (nil, nil): .notCertified
      }
    self.init(
      kind: kind, rate: 0.95, alpha: 0.025, lower: crossing?.lower, upper: crossing?.upper)
  }
}

extension WalkRecord {
  /// The camera of the frames; `nil` if its focal length is not known.
  var model: CameraModel? {
    view.focalPixels.map {
      CameraModel(
        focalPixels: $0, of: frame, from: "walk-away",
        title: view.camera ?? "The camera of the walk-away")
    }
  }

  /// The size of the frames.
  var frame: PixelSize { PixelSize(columns: view.width, rows: view.height) }
}
