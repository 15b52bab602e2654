import DecoderKit

/// A scanner's complete settings: the decoder, what it looks for and where, and which readings count.
///
/// It is what a recommendation recommends and what code is generated from. As JSON, its first field is
/// the version of its layout; see ``schemaVersion``.
package struct ScannerConfiguration: Hashable, Sendable {
  /// The version of the JSON layout.
  package static let schemaVersion = 1

  /// The decoder's name, as its adapter says it: `zbar`.
  package var decoder: String

  /// The decoder's options, names and values as the harness takes them; those left out have their
  /// defaults.
  package var options: [String: String]

  /// The symbologies that the decoder is told to look for; none for all that it reads.
  ///
  /// They are hints: a decoder that is asked for GS1-128 also returns plain Code 128.
  package var symbologies: Set<Symbology>

  /// The accepted numbers of data bytes, as the decoder returns them; readings outside are rejected.
  ///
  /// A symbology that is not in it has the range of its carrier: GS1-128 that of Code 128. One without
  /// either has any length.
  package var lengths: [Symbology: ClosedRange<Int>]

  /// The treatment of the 2 or 5 digits beside an EAN or UPC symbol.
  ///
  /// ``AddOns/none`` leaves it to the decoder's options.
  package var addOns: AddOns

  /// The part of each image that is scanned; `nil` for all of it.
  package var scanArea: ScanArea?

  /// The choice among the symbols of the scan area; `nil` for all of them.
  package var selection: Selection?

  /// The payloads that never count.
  package var rejections: [Rejection]

  /// The end of a scan.
  package var stopRule: StopRule

  /// True if all symbols of an image count; false if only the first accepted one does.
  package var severalPerImage: Bool

  /// The resolution that a camera should capture, in pixels; `nil` if none was found to matter.
  ///
  /// A program that reads image files has it as a constant for the program it becomes.
  package var captureResolution: Resolution?

  /// The shape of the view-finder that is drawn over the camera's picture.
  package var viewFinder: ViewFinder

  /// True if payloads are parsed into values: links, contacts, products.
  package var parsesValues: Bool

  /// Makes a configuration; with the decoder's name alone, it has the decoder's own defaults.
  ///
  /// It may be wrong: see ``problems()``.
  package init(
    decoder: String, options: [String: String] = [:], symbologies: Set<Symbology> = [],
    lengths: [Symbology: ClosedRange<Int>] = [:], addOns: AddOns = .none,
    scanArea: ScanArea? = nil, selection: Selection? = nil, rejections: [Rejection] = [],
    stopRule: StopRule = StopRule(), severalPerImage: Bool = true,
    captureResolution: Resolution? = nil, viewFinder: ViewFinder = .none,
    parsesValues: Bool = false
  ) {
    self.decoder = decoder
    self.options = options
    self.symbologies = symbologies
    self.lengths = lengths
    self.addOns = addOns
    self.scanArea = scanArea
    self.selection = selection
    self.rejections = rejections
    self.stopRule = stopRule
    self.severalPerImage = severalPerImage
    self.captureResolution = captureResolution
    self.viewFinder = viewFinder
    self.parsesValues = parsesValues
  }
}

extension ScannerConfiguration {
  /// The treatment of EAN and UPC add-ons.
  package enum AddOns: String, CaseIterable, Hashable, Sendable, Codable {
    /// None are expected.
    case none
    /// They are read where there are some.
    case allowed
    /// A symbol without one does not count.
    case required
  }

  /// A part of an image, in fractions of its sides from its top left.
  package struct ScanArea: Hashable, Sendable, Codable {
    /// The left edge: 0 or more, below 1.
    package var left: Double
    /// The top edge: 0 or more, below 1.
    package var top: Double
    /// Above 0; `left` + `width` is 1 at most.
    package var width: Double
    /// Above 0; `top` + `height` is 1 at most.
    package var height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }
  }

  /// A choice among symbols by their place: those that touch a shape around a point count.
  package struct Selection: Hashable, Sendable, Codable {
    /// The shape around the point of interest.
    package enum Shape: Hashable, Sendable, Codable {
      /// A circle; its radius is a fraction of the scan area's shorter side, 0 for the point alone.
      case circle(radius: Double)
      /// An upright rectangle with the point in its middle; fractions of the scan area's sides, above 0.
      case rectangle(width: Double, height: Double)
    }

    /// The point's column, as a fraction of the scan area's width: 0 to 1.
    package var x: Double
    /// The point's row, as a fraction of the scan area's height: 0 to 1.
    package var y: Double
    package var shape: Shape

    /// Makes a selection; around the scan area's centre unless told otherwise.
    package init(x: Double = 0.5, y: Double = 0.5, _ shape: Shape) {
      self.x = x
      self.y = y
      self.shape = shape
    }
  }

  /// A rule for payloads that never count.
  package enum Rejection: Hashable, Sendable {
    /// This payload alone.
    case exact([UInt8])
    /// Payloads that begin so.
    case prefix([UInt8])
    /// Payloads that match as a whole; see ``PayloadPattern`` for what a pattern may hold.
    case pattern(String)

    /// The rejection of one text, as UTF-8.
    package static func exact(text: String) -> Self { .exact(Array(text.utf8)) }

    /// The rejection of texts that begin so, as UTF-8.
    package static func prefix(text: String) -> Self { .prefix(Array(text.utf8)) }
  }

  /// The end of a scan; whichever limit is reached first ends it.
  package struct StopRule: Hashable, Sendable, Codable {
    /// The number of different codes after which it ends, 1 or more; `nil` for no such limit.
    package var uniqueCodes: Int?
    /// The seconds after which it ends, above 0; `nil` for no such limit.
    package var seconds: Double?

    /// Makes a rule; without arguments a scan ends when there are no more images.
    package init(uniqueCodes: Int? = nil, seconds: Double? = nil) {
      self.uniqueCodes = uniqueCodes
      self.seconds = seconds
    }
  }

  /// A camera's resolution, in pixels.
  package struct Resolution: Hashable, Sendable, Codable {
    /// Columns, 1 or more.
    package var width: Int
    /// Rows, 1 or more.
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The shape of a view-finder, in fractions of the scan area's sides, each above 0 and 1 at most.
  package enum ViewFinder: Hashable, Sendable, Codable {
    /// Nothing is drawn.
    case none
    /// A frame around the centre.
    case frame(width: Double, height: Double)
    /// A horizontal line through the centre.
    case laser(width: Double)
  }
}
