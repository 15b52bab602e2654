import Results
import Testing

/// The selection of the samples to show, tested with a gallery without images.
@Suite struct GalleryChoiceTests {
  private func gallery(
    labels: [String], groups: Int = 1, finding: (Int, SamplePlace) -> Finding?
  ) throws -> (GalleryFixture, RunEvidence) {
    let fixture = try GalleryFixture(groups: groups, labels: labels, finding: finding)
    return (fixture, try fixture.evidence(corpus: .some(nil)))
  }

  @Test func missesComeFromTheLevelRightBelowTheThreshold() throws {
    let (fixture, evidence) = try gallery(labels: ["a"]) { _, place in
      // Reliable from 2 on despite one miss, nearly reliable at 1.5, and not reliable at 1.
      if place.level == 4, place.trial == 9 { return Finding(.noRead) }
      return Finding(
        place.level >= 2 || place.level == 1 && place.trial % 10 != 3 ? .read : .noRead)
    }
    #expect(fixture.table.decoders[0].groups[0].threshold.upper == 2)
    let places = evidence.places("a", .belowThreshold)
    #expect(places.map(\.level) == [1, 1, 1])
    #expect(places.map(\.trial) == [3, 13, 23])
  }

  @Test func whatOthersReadComesFirst() throws {
    let (_, evidence) = try gallery(labels: ["a", "b"]) { decoder, place in
      if place.level >= 2 { return Finding(.read) }
      return Finding(decoder == 1 && [150, 60].contains(place.trial) ? .read : .noRead)
    }
    #expect(evidence.places("a", .belowThreshold).map(\.trial) == [60, 150, 0])
  }

  @Test func aDecoderThatFailsThroughoutIsShownAtTheEasiestLevel() throws {
    let (_, evidence) = try gallery(labels: ["a"]) { _, _ in Finding(.noRead) }
    #expect(evidence.places("a", .belowThreshold).map(\.level) == [4, 4, 4])
  }

  @Test func aPerfectDecoderHasNothingToShow() throws {
    let (_, evidence) = try gallery(labels: ["a"]) { _, _ in Finding(.read) }
    #expect(evidence.gallery.examples.isEmpty && evidence.misreads.isEmpty)
  }

  @Test func everyGroupHasItsShare() throws {
    let (_, evidence) = try gallery(labels: ["a"], groups: 4) { _, place in
      Finding(place.level >= 2 ? .read : .noRead)
    }
    let groups = evidence.places("a", .belowThreshold).map(\.group)
    #expect(groups == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3])
  }

  @Test func islandsAreShownAtTheirWorstLevel() throws {
    let (fixture, evidence) = try gallery(labels: ["a"]) { _, place in
      // 1.5 and 2 fail, and 1 reads.
      let hole = [0, 0.5, 0.9, 0, 0][place.level]
      return Finding(Double(place.trial) < hole * 200 ? .noRead : .read)
    }
    #expect(fixture.table.decoders[0].groups[0].islands.count == 1)
    #expect(evidence.places("a", .island).map(\.level) == [2, 2])
  }

  @Test func breakagesAreToldApartByWhatWasPrinted() throws {
    let (_, evidence) = try gallery(labels: ["a"]) { _, place in
      guard place.level == 0 else { return Finding(.read) }
      return place.trial % 50 == 0
        ? Finding(.crash, detail: place.trial == 100 ? "SIGSEGV" : "SIGABRT")
        : place.trial == 7 ? Finding(.timeout) : Finding(.noRead)
    }
    #expect(evidence.places("a", .broken(.crash)).map(\.trial) == [0, 100])
    #expect(evidence.places("a", .broken(.timeout)).map(\.trial) == [7])
    let crashes = evidence.gallery.examples.first { $0.subject == .broken(.crash) }
    #expect(crashes?.total == 4)
    let details = evidence.gallery.pictures.flatMap(\.answers).compactMap(\.detail)
    #expect(Set(details) == ["SIGABRT", "SIGSEGV"])
  }

  @Test func whatOneReadsAndAnotherDoesNotIsCountedAsInTheScores() throws {
    let (fixture, evidence) = try gallery(labels: ["a", "b"]) { decoder, place in
      let limit = decoder == 0 ? 1 : 3
      return Finding(place.level >= limit || place.trial == 5 && decoder == 1 ? .read : .noRead)
    }
    let pair = try #require(fixture.table.comparisons.first)
    let shown = evidence.gallery.examples.filter {
      if case .readOnlyBy = $0.subject { true } else { false }
    }
    #expect(pair.better == "a")
    #expect(shown.first { $0.decoder == "b" }?.total == pair.onlyBetter)
    #expect(shown.first { $0.decoder == "a" }?.total == pair.onlyWorse)
    // The easiest levels come first: a miss is most surprising there.
    #expect(evidence.places("b", .readOnlyBy("a")).map(\.level) == [2, 2, 2, 2])
    #expect(evidence.places("a", .readOnlyBy("b")).map(\.trial) == [5])
  }

  @Test func manyDecodersAreHeldAgainstTheBestAlone() throws {
    let labels = ["a", "b", "c", "d", "e", "f"]
    let (fixture, evidence) = try gallery(labels: labels) { decoder, place in
      Finding(place.level * 2 + place.trial % 3 > decoder ? .read : .noRead)
    }
    let best = fixture.table.decoders[0].label
    for exhibit in evidence.gallery.examples {
      guard case .readOnlyBy(let other) = exhibit.subject else { continue }
      #expect(other == best || exhibit.decoder == best)
    }
  }

  @Test func theSurveyHasASampleOfEachLevelThatWasTried() throws {
    let (_, evidence) = try gallery(labels: ["a", "b"]) { decoder, place in
      place.level == 2 ? nil : Finding(place.level > decoder ? .read : .noRead)
    }
    let places = evidence.gallery.survey.map { evidence.gallery.pictures[$0].place }
    #expect(places == [0, 1, 3, 4].map { SamplePlace(group: 0, level: $0, trial: 0) })
  }

  @Test func misreadsAreListedOneByOneUpToALimit() throws {
    let (_, evidence) = try gallery(labels: ["a", "b"]) { decoder, place in
      guard decoder == 0 || place.level == 0 && place.trial < 3 else { return Finding(.read) }
      return Finding(.misread, misreadClass: .substitution, detail: "QR Code: \(place.trial)")
    }
    let many = try #require(evidence.misreads.first { $0.decoder == "a" })
    #expect(many.total == 1000 && many.pictures.count == 100)
    let levels = Set(many.pictures.map { evidence.gallery.pictures[$0].place.level })
    #expect(levels.count == 5, "they come from the whole run")
    let few = try #require(evidence.misreads.first { $0.decoder == "b" })
    #expect(few.total == 3 && few.pictures.count == 3)
    for picture in few.pictures.map({ evidence.gallery.pictures[$0] }) {
      let answer = picture.answers.first { $0.decoder == "b" }
      #expect(answer?.detail == "QR Code: \(picture.place.trial)")
    }
  }

  @Test func theSameRunGivesTheSameGallery() throws {
    let finding = { (decoder: Int, place: SamplePlace) -> Finding? in
      Finding((place.trial * 7 + place.level * 31 + decoder) % 5 < place.level ? .read : .noRead)
    }
    let first = try gallery(labels: ["a", "b"], finding: finding).1
    let second = try gallery(labels: ["a", "b"], finding: finding).1
    #expect(first == second)
  }
}
