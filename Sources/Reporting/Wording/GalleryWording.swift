import Results

/// The sentences about a gallery.
enum GalleryWording {
  /// The reasons something expected is missing, without full stops.
  static func sentences(_ gaps: [Gallery.Gap]) -> [String] {
    gaps.map { gap in
      switch gap {
      case .noCorpus(let reason):
        "No images: the corpus was not found (--corpus names its file or folder): \(reason)"
      case .decodersNotStarted:
        "No outlines: decoders were not started (--no-decoders)"
      case .noOutlines(let decoder, let reason):
        "No outlines of \(decoder): \(reason)"
      case .changedSamples(let count):
        "\(count) samples are not shown: the corpus or the renderer has changed since the run"
      case .undrawable(let count, let error):
        "\(count) samples could not be drawn: \(error)"
      case .noRoom(let count):
        "\(count) more samples were chosen; they do not fit on the page and are left out"
      }
    }
  }

  /// The wrong reading or the error of an answer; `nil` when there is nothing to say.
  static func detail(of answer: Gallery.Answer) -> String? {
    let parts = [answer.detail, answer.printed.map { "it printed: \($0)" }].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The symbols that a picture shows, one text each; none if it was not drawn.
  static func contents(_ picture: Gallery.Picture) -> [String] {
    switch picture.contents {
    case .notDrawn: []
    case .unknown: ["not known"]
    case .symbols(let symbols):
      symbols.isEmpty
        ? ["nothing"]
        : symbols.map {
          "\($0.symbology?.description ?? "any symbology"): \($0.bytes.readable)"
        }
    }
  }
}
