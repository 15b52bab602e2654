import DecoderKit
import Measuring
import Scanning

/// One sample image with everything that was found in it, with all decoders and all formats on.
struct SurveyedImage: Hashable, Sendable {
  /// The image's path as it was named or found.
  let path: String
  /// A name for files about it; unique in the survey.
  let name: String
  /// Columns, in pixels.
  let width: Int
  /// Rows, in pixels.
  let height: Int
  /// The symbols that were read or that the truth names, from the top down.
  let symbols: [SurveyedSymbol]
  /// True if the symbols are known from a file beside the image, not from decoders.
  var hasTruth: Bool = false
  /// True if the file says that there are no other symbols.
  var isComplete: Bool = false
  /// Places that look like a symbol and that nobody read.
  var potential: [PotentialSymbol] = []

  /// True if some decoder read some of its symbols.
  var isRead: Bool { symbols.contains { !$0.readers.isEmpty } }
}

/// All sample images of a configuration.
struct SampleSurvey: Hashable, Sendable {
  /// The images that could be opened, in the order of the files' names.
  let images: [SurveyedImage]
  /// The decoders that took part, as they come.
  let decoders: [ScanDecoder]
  /// Files that could not be read as images, with the reason.
  var unreadable: [Unreadable] = []
  /// Files that were left out because they have the bytes of another one.
  var copyCount: Int = 0

  /// A file that is no image.
  struct Unreadable: Hashable, Sendable {
    /// The file's path.
    let path: String
    let reason: String
  }

  /// All symbols, image by image.
  var symbols: [SurveyedSymbol] { images.flatMap(\.symbols) }

  /// Images in which no symbol was read, without those that hold none.
  var unread: [SurveyedImage] {
    images.filter { !$0.isRead && !($0.isComplete && $0.symbols.isEmpty) }
  }

  /// Symbologies that a truth names and that none of the decoders reads.
  var unsupported: [Symbology] {
    let named = Set(symbols.map(\.symbology))
    return named.filter { symbology in !decoders.contains { $0.reads(symbology) } }
      .sorted { $0.rawValue < $1.rawValue }
  }
}
