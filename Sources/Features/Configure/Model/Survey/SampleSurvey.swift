import DecoderKit
import Measuring
import Scanning

/// One sample image with everything that was found in it, with all decoders and all formats on.
public struct SurveyedImage: Hashable, Sendable {
  /// The image's path as it was named or found.
  public let path: String
  /// A name for files about it; unique in the survey.
  public let name: String
  /// Columns, in pixels.
  public let width: Int
  /// Rows, in pixels.
  public let height: Int
  /// The symbols that were read or that the truth names, from the top down.
  public let symbols: [SurveyedSymbol]
  /// True if the symbols are known from a file beside the image, not from decoders.
  public let hasTruth: Bool
  /// True if the file says that there are no other symbols.
  public let isComplete: Bool
  /// Places that look like a symbol and that nobody read.
  public let potential: [PotentialSymbol]

  /// Makes an image.
  public init(
    path: String, name: String, width: Int, height: Int, symbols: [SurveyedSymbol],
    hasTruth: Bool = false, isComplete: Bool = false, potential: [PotentialSymbol] = []
  ) {
    self.isComplete = isComplete
    self.path = path
    self.name = name
    self.width = width
    self.height = height
    self.symbols = symbols
    self.hasTruth = hasTruth
    self.potential = potential
  }

  /// True if some decoder read some of its symbols.
  public var isRead: Bool { symbols.contains { !$0.readers.isEmpty } }
}

/// All sample images of a configuration.
public struct SampleSurvey: Hashable, Sendable {
  /// The images that could be opened, in the order of the files' names.
  public let images: [SurveyedImage]
  /// The decoders that took part, as they come.
  public let decoders: [ScanDecoder]
  /// Files that could not be read as images, with the reason.
  public let unreadable: [Unreadable]
  /// Files that were left out because they have the bytes of another one.
  public let copyCount: Int

  /// A file that is no image.
  public struct Unreadable: Hashable, Sendable {
    /// The file's path.
    public let path: String
    /// The reason.
    public let reason: String

    /// Makes a file that is no image.
    public init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// Makes a survey.
  public init(
    images: [SurveyedImage], decoders: [ScanDecoder], unreadable: [Unreadable] = [],
    copyCount: Int = 0
  ) {
    self.images = images
    self.decoders = decoders
    self.unreadable = unreadable
    self.copyCount = copyCount
  }

  /// All symbols, image by image.
  public var symbols: [SurveyedSymbol] { images.flatMap(\.symbols) }

  /// Images in which no symbol was read, without those that hold none.
  public var unread: [SurveyedImage] {
    images.filter { !$0.isRead && !($0.isComplete && $0.symbols.isEmpty) }
  }

  /// Symbologies that a truth names and that none of the decoders reads.
  public var unsupported: [Symbology] {
    let named = Set(symbols.map(\.symbology))
    return named.filter { symbology in !decoders.contains { $0.reads(symbology) } }
      .sorted { $0.rawValue < $1.rawValue }
  }
}
