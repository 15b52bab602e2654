import DecoderKit

/// Samples that show how decoders fail, each drawn once and ready for a page to print.
package struct Gallery: Hashable, Sendable {
  /// The samples, each once.
  package var pictures: [Picture]
  /// The exhibits, in the score table's order of decoders.
  package var exhibits: [Exhibit]
  /// Sentences that say why something expected is missing.
  package var remarks: [String]

  /// Makes a gallery.
  package init(pictures: [Picture] = [], exhibits: [Exhibit] = [], remarks: [String] = []) {
    self.pictures = pictures
    self.exhibits = exhibits
    self.remarks = remarks
  }

  /// A sample with each decoder's answer.
  package struct Picture: Hashable, Sendable {
    /// The sample's key.
    package var key: String
    /// The sample's place in the corpus.
    package var place: SampleSchedule.Place
    /// The image; `nil` when it was not drawn.
    package var image: PictureFile?
    /// The expected symbols, symbology and data, as text for people.
    package var expected: [String]
    /// The answer of each decoder that tried the sample, in the score table's order.
    package var answers: [Answer]

    /// Makes a picture.
    package init(
      key: String, place: SampleSchedule.Place, image: PictureFile? = nil,
      expected: [String] = [], answers: [Answer] = []
    ) {
      self.key = key
      self.place = place
      self.image = image
      self.expected = expected
      self.answers = answers
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
    /// Corners of the symbols found in a second decode; empty without one, or if the decoder
    /// reports none.
    package var outlines: [Corners]
    /// The command that reproduces the answer.
    package var command: String

    /// Makes an answer.
    package init(
      decoder: String, verdict: Verdict, detail: String? = nil, outlines: [Corners] = [],
      command: String
    ) {
      self.decoder = decoder
      self.verdict = verdict
      self.detail = detail
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
  /// Misreads and false positives, or some of them: ``Exhibit/Subject/misread`` of each decoder.
  package var misreads: [Exhibit]
  /// Samples that show how decoders fail.
  package var gallery: Gallery

  /// Makes evidence.
  package init(
    latencyScale: LatencyScale, latencies: [LatencyDistribution], misreads: [Exhibit],
    gallery: Gallery
  ) {
    self.latencyScale = latencyScale
    self.latencies = latencies
    self.misreads = misreads
    self.gallery = gallery
  }
}
