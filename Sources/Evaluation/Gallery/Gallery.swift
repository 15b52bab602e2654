import DecoderKit

/// Samples that show how decoders fail, each drawn once: finished, so that a page only prints them.
package struct Gallery: Hashable, Sendable {
  /// The samples, each once.
  package var pictures: [Picture]
  /// What shows what, in the score table's order of decoders.
  package var exhibits: [Exhibit]
  /// Why something is not there that one would look for, in sentences.
  package var remarks: [String]

  /// Makes a gallery.
  package init(pictures: [Picture] = [], exhibits: [Exhibit] = [], remarks: [String] = []) {
    self.pictures = pictures
    self.exhibits = exhibits
    self.remarks = remarks
  }

  /// A sample with what became of it.
  package struct Picture: Hashable, Sendable {
    /// The sample's key.
    package var key: String
    /// Where the sample stands.
    package var place: SampleSchedule.Place
    /// The image; `nil` when it was not drawn.
    package var image: PictureFile?
    /// What is in it: symbology and data, for people.
    package var expected: [String]
    /// What each decoder that tried it made of it, in the score table's order.
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

  /// What one decoder made of a sample.
  package struct Answer: Hashable, Sendable {
    /// The decoder's name in tables.
    package var decoder: String
    /// The verdict, as the run recorded it.
    package var verdict: Verdict
    /// What was read instead, or what broke; `nil` when there is nothing to say.
    package var detail: String?
    /// Where it found symbols when it was asked again; empty when it was not, or does not say.
    package var outlines: [Corners]
    /// The command that does it again.
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

/// All that a page shows of a run beside its score table.
package struct RunEvidence: Hashable, Sendable {
  /// The bins of the histograms.
  package var latencyScale: LatencyScale
  /// How long decodes took, decoder by decoder.
  package var latencies: [LatencyDistribution]
  /// Misreads and false positives, or some of them: ``Exhibit/Subject/misread`` of each decoder.
  package var misreads: [Exhibit]
  /// How decoders fail.
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
