import DecoderKit

/// Samples that show how decoders fail, each drawn once and ready for a page to print.
package struct Gallery: Hashable, Sendable {
  /// The samples, each once.
  package var pictures: [Picture]
  /// The sets of examples, in the score table's order of decoders.
  package var examples: [ExampleSet]
  /// Indices of the pictures that show the run as a whole: a sample of each level, group by group;
  /// of photos, all that there is room for.
  package var survey: [Int]
  /// The reasons something expected is missing.
  package var gaps: [Gap]

  package init(
    pictures: [Picture] = [], examples: [ExampleSet] = [], survey: [Int] = [], gaps: [Gap] = []
  ) {
    self.pictures = pictures
    self.survey = survey
    self.examples = examples
    self.gaps = gaps
  }

  /// The reason something expected is missing from a gallery.
  package enum Gap: Hashable, Sendable {
    /// The corpus could not be loaded, for the reason given.
    case noCorpus(reason: String)
    /// Decoders were not started, because the caller asked for that.
    case decodersNotStarted
    /// A decoder could not be started, for the reason given.
    case noOutlines(decoder: String, reason: String)
    /// So many samples are drawn differently today.
    case changedSamples(Int)
    /// So many samples could not be drawn; the first error is given.
    case undrawable(Int, firstError: String)
    /// So many samples were chosen beyond the room of a page.
    case noRoom(Int)
  }

  /// The symbols that a sample shows, as far as they are known.
  package enum Contents: Hashable, Sendable {
    /// The sample was not drawn.
    case notDrawn
    /// Nobody knows what the image shows.
    case unknown
    /// These symbols; none for an image without a symbol.
    case symbols([Symbol])

    /// One symbol.
    package struct Symbol: Hashable, Sendable {
      /// Its symbology; `nil` where any will do.
      package var symbology: Symbology?
      /// Its data.
      package var bytes: [UInt8]

      package init(symbology: Symbology?, bytes: [UInt8]) {
        (self.symbology, self.bytes) = (symbology, bytes)
      }
    }
  }

  /// A sample with each decoder's answer.
  package struct Picture: Hashable, Sendable {
    /// The sample's key.
    package var key: String
    /// The sample's place in the corpus.
    package var place: SamplePlace
    /// The image; `nil` when it was not drawn.
    package var image: PictureFile?
    /// The symbols that the image shows.
    package var contents: Contents
    /// The aim at one of the symbols; `nil` where all are to be found.
    package var aim: Aim?
    /// The answer of each decoder that tried the sample, in the score table's order.
    package var answers: [Answer]

    package init(
      key: String, place: SamplePlace, image: PictureFile? = nil,
      contents: Contents = .notDrawn, answers: [Answer] = []
    ) {
      self.key = key
      self.place = place
      self.image = image
      self.contents = contents
      self.answers = answers
    }
  }

  /// The part of a sample's image in which one symbol is to be selected, in pixels of the image.
  package struct Aim: Hashable, Sendable {
    /// The corners of the scan area.
    package var area: Corners
    /// The point of interest.
    package var point: Point
    /// The radius of the selection around it; `nil` for a selection of another shape.
    package var radius: Double?

    package init(area: Corners, point: Point, radius: Double?) {
      (self.area, self.point, self.radius) = (area, point, radius)
    }
  }

  /// One decoder's answer to a sample.
  package struct Answer: Hashable, Sendable {
    /// The decoder's name in tables.
    package var decoder: String
    /// The verdict, as the run recorded it.
    package var verdict: Verdict
    /// The wrong reading or the error message, for people; `nil` when there is nothing to say.
    package var detail: String?
    /// The end of what the worker printed before an error; `nil` when it printed nothing.
    package var printed: String?
    /// Corners of the symbols found in a second decode; empty without one, or if the decoder
    /// reports none.
    package var outlines: [Corners]
    /// The command that reproduces the answer.
    package var command: String

    package init(
      decoder: String, verdict: Verdict, detail: String? = nil, printed: String? = nil,
      outlines: [Corners] = [], command: String
    ) {
      self.decoder = decoder
      self.verdict = verdict
      self.detail = detail
      self.printed = printed
      self.outlines = outlines
      self.command = command
    }
  }
}

/// Everything that a page shows of a run beside its score table.
package struct RunEvidence: Hashable, Sendable {
  /// The bins of the histograms.
  package var latencyScale: LatencyScale
  /// Decode times, decoder by decoder.
  package var latencies: [LatencyDistribution]
  /// Misreads and false positives, or some of them: ``ExampleSet/Subject/misread`` of each decoder.
  package var misreads: [ExampleSet]
  /// Samples that show how decoders fail.
  package var gallery: Gallery

  package init(
    latencyScale: LatencyScale, latencies: [LatencyDistribution], misreads: [ExampleSet],
    gallery: Gallery
  ) {
    self.latencyScale = latencyScale
    self.latencies = latencies
    self.misreads = misreads
    self.gallery = gallery
  }
}

/// A few samples that show one thing about one decoder.
package struct ExampleSet: Hashable, Sendable {
  /// The kind of samples in a set.
  package enum Subject: Hashable, Sendable {
    /// Samples missed right below the level from which the decoder is reliable.
    case belowThreshold
    /// Samples missed on a sweep without thresholds; those that others read come first.
    case missed
    /// Samples missed at levels that fail although harder levels are read better.
    case island
    /// Samples that ended in an error: a crash, a timeout or a failure.
    case broken(Verdict)
    /// Samples misread.
    case misread
    /// Samples read by another decoder, given by its name in tables, and not by this one.
    case readOnlyBy(String)
  }

  /// The decoder's name in tables.
  package var decoder: String
  /// The kind of samples shown.
  package var subject: Subject
  /// The number of samples of this kind in the run; `nil` where that is not counted.
  package var total: Int?
  /// Indices of the samples among the gallery's pictures.
  package var pictures: [Int]

  package init(decoder: String, subject: Subject, total: Int? = nil, pictures: [Int]) {
    self.decoder = decoder
    self.subject = subject
    self.total = total
    self.pictures = pictures
  }
}

/// An image file small enough to embed in a page, with the dimensions of the sample's image.
package struct PictureFile: Hashable, Sendable {
  /// `image/png`, whose pixels are the sample's own, or `image/jpeg` for one that was reduced.
  package var mediaType: String
  /// The file's bytes.
  package var bytes: [UInt8]
  /// Columns of the sample's image, in pixels.
  package var width: Int
  /// Rows of the sample's image, in pixels.
  package var height: Int
  /// The side of the sample's image divided by that of the file's; 1 when it was not reduced.
  package var reduction: Double

  package init(
    mediaType: String, bytes: [UInt8], width: Int, height: Int, reduction: Double = 1
  ) {
    self.mediaType = mediaType
    self.bytes = bytes
    self.width = width
    self.height = height
    self.reduction = reduction
  }
}
