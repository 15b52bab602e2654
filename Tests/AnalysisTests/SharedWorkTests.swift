import DecoderKit
import Results
import Statistics
import Testing

@testable import Analysis
@testable import RunFixtures

/// Ranks on like work: scenes, photos, and decoders that share little.
@Suite struct SharedWorkTests {
  private static let label: [Symbology?] = [.qrCode, .dataMatrix, .code128]

  private func group(
    _ id: String, _ symbologies: [Symbology], trials: Int, scenes: [[Symbology?]]? = nil,
    photos: [Int]? = nil, content: GroupContent = .symbols
  ) -> CorpusRecord.Group {
    CorpusRecord.Group(
      id: id, symbologies: symbologies, content: content, trials: trials, scenes: scenes,
      photoPayloads: photos, cellHashes: [])
  }

  private func record(
    _ groups: [CorpusRecord.Group], levels: [String] = ["1", "2", "3", "4"],
    harder: SweepDirection = .smaller, decoders: [(String, [Symbology])]
  ) throws -> RunRecord {
    var record = Fixture.record(
      try Fixture.corpus(levels: levels.joined(separator: ", "), trials: 1), decoders: [])
    record.corpus.groups = groups
    for index in groups.indices {
      record.corpus.groups[index].cellHashes = levels.map { "\(index)-\($0)" }
    }
    record.corpus.harder = harder
    record.decoders = decoders.map { name, symbologies in
      Fixture.configured(
        name,
        supports: groups.map { group in
          group.symbologies.isEmpty || group.symbologies.contains(where: symbologies.contains)
        }, symbologies: record.corpus.symbologies.filter(symbologies.contains))
    }
    return record
  }

  /// A finding in a scene, from the letters of its symbols.
  private func scene(_ letters: String) -> Finding {
    let asked = letters.filter { $0 != "u" }
    return Finding(
      asked.allSatisfy { $0 == "r" } ? .read : asked.contains("m") ? .misread : .noRead,
      symbols: letters)
  }

  @Test func groupsWithoutASymbologyAreNamedWhereDecodersDifferInBreadth() throws {
    let groups = [group("odd/photo", [], trials: 2), group("qr/photo", [.qrCode], trials: 2)]
    var record = try record(
      groups, harder: .unordered, decoders: [("one", [.qrCode]), ("two", [.qrCode])])
    record.decoders[0].breadth = [.qrCode]
    record.decoders[1].breadth = [.qrCode, .dataBar]
    let unequal = try Fixture.scores(of: record) { _, _ in .read }
    #expect(unequal.unequalGroups == ["odd/photo"])
    record.decoders[1].breadth = [.qrCode]
    #expect(try Fixture.scores(of: record) { _, _ in .read }.unequalGroups == nil)
    record.corpus.groups.removeFirst()
    record.decoders = record.decoders.map { decoder in
      var decoder = decoder
      decoder.supportedGroups = [true]
      return decoder
    }
    record.decoders[1].breadth = [.qrCode, .dataBar]
    #expect(try Fixture.scores(of: record) { _, _ in .read }.unequalGroups == nil)
  }

  /// Two read both folders; a third may support codes of the nameless one, or not.
  @Test func noRankStandsOnCodesWithoutASymbologyIfOthersHaveOne() throws {
    let groups = [group("odd/photo", [], trials: 8), group("qr/photo", [.qrCode], trials: 3)]
    var record = try record(
      groups, harder: .unordered,
      decoders: [("one", [.qrCode]), ("two", [.qrCode]), ("narrow", [.dataMatrix])])
    func table(_ breadths: [[Symbology]]) throws -> ScoreTable {
      for (index, breadth) in breadths.enumerated() { record.decoders[index].breadth = breadth }
      return try Fixture.scores(of: record) { decoder, place in
        place.group == 0 && decoder > 0 ? .noRead : .read
      }
    }
    let unequal = try table([[.qrCode, .dataBar], [.qrCode], [.dataMatrix]])
    #expect(unequal.rankedGroups == ["qr/photo"] && unequal.unequalGroups == ["odd/photo"])
    #expect(unequal.decoders.filter { $0.rank != nil }.map(\.label).sorted() == ["one", "two"])
    #expect(unequal.decoder("narrow")?.standing == .apart)
    #expect(unequal.comparisons.map(\.pairs) == [3 * 4])
    // Decoders of the same breadth support the same, whatever it is.
    record.decoders.removeLast()
    let equal = try table([[.qrCode], [.qrCode]])
    #expect(equal.rankedGroups == ["odd/photo", "qr/photo"] && equal.unequalGroups == nil)
    // Without another folder there is nothing else to rank by, and the warning stands above.
    record.corpus.groups.removeLast()
    for index in record.decoders.indices { record.decoders[index].supportedGroups = [true] }
    let alone = try table([[.qrCode, .dataBar], [.qrCode]])
    #expect(alone.rankedGroups == ["odd/photo"] && alone.unequalGroups == ["odd/photo"])
  }

  // MARK: Photos

  /// A photo of two codes counts as unread if nobody reads either; what shows no code is no photo of one.
  @Test func photosThatNobodyReadsAreCountedApartWhereNobodyWroteDownTheirCodes() throws {
    let two: [Symbology?] = [.qrCode, .dataMatrix]
    let groups = [
      group("qr/photo", [.qrCode], trials: 4, photos: [0, 1, 2, 3]),
      group("pair/photo", [.qrCode, .dataMatrix], trials: 2, scenes: [two, two], photos: [4, 5]),
      group("odd/photo", [], trials: 3, photos: [6, 7, 8], content: .unknown),
      group("empty/photo", [], trials: 5, photos: [9, 10, 11, 12, 13], content: .nothing),
    ]
    let record = try record(
      groups, levels: ["1"], harder: .unordered,
      decoders: [("one", [.qrCode, .dataMatrix]), ("two", [.qrCode, .dataMatrix])])
    let table = try Fixture.scores(ofFindings: record) { decoder, place in
      switch (place.group, place.trial) {
      // Read by the one or the other, by neither, and a crash of one that the other was not given.
      case (0, 0): Finding(decoder == 0 ? .read : .noRead)
      case (0, 1): Finding(decoder == 1 ? .read : .misread)
      case (0, 2): Finding(decoder == 0 ? .noRead : .misread)
      case (0, _): decoder == 0 ? Finding(.crash) : nil
      case (1, 0): decoder == 0 ? self.scene("rn") : self.scene("nn")
      case (1, _): self.scene("nn")
      case (2, 0): Finding(decoder == 0 ? .detected : .undetected)
      case (2, _): Finding(.undetected)
      default: Finding(.clean)
      }
    }
    #expect(table.unread == UnreadPhotos(judged: 6, unread: 3, unjudged: 3, undetected: 2))
    var drawn = record
    for index in groups.indices { drawn.corpus.groups[index].photoPayloads = nil }
    let none = try Fixture.scores(ofFindings: drawn) { _, place in
      place.group == 1 ? self.scene("nn") : Finding(.noRead)
    }
    #expect(none.unread == nil)
  }

  // MARK: Scenes

  /// Reads all that it supports, one symbol in three, against one that reads as much of it and half
  /// of the rest.
  private func narrowAgainstWide(_ harder: SweepDirection) throws -> ScoreTable {
    let record = try record(
      [
        group("mixed/upright", [.qrCode, .dataMatrix, .code128], trials: 100, scenes: [Self.label])
      ],
      harder: harder,
      decoders: [("narrow", [.qrCode]), ("wide", [.qrCode, .dataMatrix, .code128])])
    return try Fixture.scores(ofFindings: record) { decoder, place in
      if decoder == 0 { return scene("ruu") }
      return scene(place.trial % 2 == 0 ? "rrr" : "rnn")
    }
  }

  @Test(arguments: [SweepDirection.smaller, .unordered])
  func aNarrowDecoderIsNotPreferredForReadingAllThatItSupports(harder: SweepDirection) throws {
    let table = try narrowAgainstWide(harder)
    #expect(table.decoders.map(\.rank) == [1, 1])
    #expect(table.comparisons.map(\.isSignificant) == [false])
    #expect(table.comparisons[0].pairs == 400)
    #expect(table.comparisons[0].onlyBetter == 0 && table.comparisons[0].onlyWorse == 0)
    #expect(table.basis?.unit == .image, "one shared symbol in each image")
    #expect(table.basis?.symbologies == [.qrCode])
    #expect(table.decoder("narrow")?.sharedRate == table.decoder("wide")?.sharedRate)
    #expect(table.decoder("narrow")?.meanThreshold == table.decoder("wide")?.meanThreshold)
    // As wholes, images would prefer the narrow one: 100 against 50 %.
    #expect(table.decoder("narrow")?.total.read == 400)
    #expect(table.decoder("wide")?.total.read == 200)
    #expect(table.decoder("narrow")?.coverage?.isWhole == false)
    #expect(table.decoder("wide")?.coverage?.isWhole == true)
  }

  @Test func theWiderDecoderWinsIfItReadsMoreOfWhatBothSupport() throws {
    let record = try record(
      [group("mixed/upright", [.qrCode, .dataMatrix, .code128], trials: 60, scenes: [Self.label])],
      decoders: [("narrow", [.qrCode]), ("wide", [.qrCode, .dataMatrix, .code128])])
    let table = try Fixture.scores(ofFindings: record) { decoder, place in
      decoder == 0 ? scene(place.level > 1 ? "ruu" : "nuu") : scene(place.level > 0 ? "rnn" : "nnn")
    }
    #expect(table.decoders.map(\.label) == ["wide", "narrow"])
    #expect(table.decoders.map(\.rank) == [1, 2])
    // One level of weight 1 is read by one of them only.
    #expect(abs(try #require(table.comparisons[0].meanThresholdDifference).value - 1) < 1e-12)
  }

  @Test func symbolsOfOneImageAreOneCluster() throws {
    let label = Array(repeating: Symbology.qrCode as Symbology?, count: 9)
    let record = try record(
      [group("nine/upright", [.qrCode], trials: 5, scenes: [label])], levels: ["1", "2"],
      harder: .unordered, decoders: [("a", [.qrCode]), ("b", [.qrCode])])
    let table = try Fixture.scores(ofFindings: record) { decoder, place in
      // In one image of ten, a reads nine symbols and b none.
      let isSpecial = place.trial == 0 && place.level == 0
      return scene(String(repeating: decoder == 1 && isSpecial ? "n" : "r", count: 9))
    }
    let pair = try #require(table.comparisons.first)
    #expect(pair.onlyBetter == 9 && pair.onlyWorse == 0 && pair.pairs == 90)
    // Nine independent flips would have p = 2/512. One image has p = 1.
    #expect(abs(pair.p - 1) < 1e-12 && !pair.isSignificant)
    #expect(table.basis?.unit == .symbol && table.basis?.isClustered == true)
    #expect(table.basis?.units == 90)
  }

  @Test func aSceneIsScoredSymbolBySymbol() throws {
    let record = try record(
      [
        group("mixed/upright", [.qrCode, .dataMatrix, .code128], trials: 120, scenes: [Self.label])
      ],
      levels: ["1", "2"], decoders: [("a", [.qrCode, .code128])])
    let table = try Fixture.scores(ofFindings: record) { _, place in
      place.level == 1
        ? scene("rur") : place.trial < 60 ? scene("rum") : Finding(.crash)
    }
    let score = try #require(table.decoder("a")?.groups[0].scene)
    #expect(score.tried == 480 && score.read == 300)
    #expect(score.places.map(\.place) == [1, 3])
    #expect(score.places.map(\.read) == [180, 120])
    #expect(score.places.map(\.misread) == [0, 60])
    #expect(score.places.map(\.broken) == [60, 60])
    #expect(score.places.map(\.tried) == [240, 240])
    #expect(score.levels.map { $0?.value } == [0.25, 1])
    // T̄ = 2 − ½ · ¼ − ½ · 1, and places differ: 2 − ½ · ½ − ½ and 2 − 0 − ½.
    #expect(abs(try #require(score.meanThreshold).value - 1.375) < 1e-12)
    #expect(score.places.map { $0.meanThreshold?.value } == [1.25, 1.5])
    #expect(score.threshold.kind == .interval, "120 images, one symbol of each")
    #expect(score.threshold.upper == 2)
    // The second measure: all symbols of an image that the decoder supports.
    #expect(table.decoder("a")?.groups[0].levels.map(\.readRate) == [0, 1])
    let bySymbology = try #require(table.decoder("a")?.symbologies)
    #expect(bySymbology.map(\.symbology) == [.qrCode, .code128])
    #expect(bySymbology.map(\.read) == [180, 120])
  }

  @Test func recordsWithoutScenesAreNoCommonGroundForScenes() throws {
    let record = try record(
      [group("mixed/upright", [.qrCode, .dataMatrix], trials: 10)],
      decoders: [("narrow", [.qrCode]), ("wide", [.qrCode, .dataMatrix])])
    let table = try Fixture.scores(ofFindings: record) { decoder, _ in
      Finding(decoder == 0 ? .read : .noRead)
    }
    #expect(table.decoders.allSatisfy { $0.rank == nil })
    #expect(table.basis == nil && table.comparisons.isEmpty)
  }

  // MARK: Coverage

  @Test func aDecoderWithoutCommonGroundStandsApart() throws {
    let groups = [
      group("qr/c", [.qrCode], trials: 40), group("dm/c", [.dataMatrix], trials: 40),
      group("c128/c", [.code128], trials: 40),
    ]
    let record = try record(
      groups, levels: ["1"], harder: .unordered,
      decoders: [
        ("dmtx", [.dataMatrix]), ("zbar", [.qrCode, .code128]),
        ("zxing", [.qrCode, .dataMatrix, .code128]),
      ])
    let table = try Fixture.scores(of: record) { decoder, place in
      switch (decoder, place.group) {
      case (0, 1): .read
      case (0, _): nil
      case (1, 1): nil
      case (1, _): .read
      default: place.trial < 20 ? .read : .noRead
      }
    }
    #expect(table.decoders.map(\.label) == ["zbar", "zxing", "dmtx"])
    #expect(table.decoders.map(\.rank) == [1, 2, nil])
    #expect(table.decoder("dmtx")?.standing == .apart)
    #expect(table.rankedGroups == ["qr/c", "c128/c"])
    #expect(table.comparisons.count == 1 && table.comparisons[0].pairs == 80)
    let partial = try #require(table.partialComparisons)
    #expect(partial.count == 1, "zbar and dmtx share nothing")
    #expect(partial[0].better == "dmtx" && partial[0].worse == "zxing")
    #expect(partial[0].groups == ["dm/c"] && partial[0].onlyBetter == 20)
    #expect(table.decoder("dmtx")?.coverage?.symbologies == 1)
  }

  @Test func oneNarrowDecoderDoesNotShrinkTheComparisonOfTheOthers() throws {
    let all: [Symbology] = [.qrCode, .dataMatrix, .aztec, .code128]
    let record = try record(
      all.map { group("\($0.rawValue)/c", [$0], trials: 10) }, levels: ["1"], harder: .unordered,
      decoders: [("wide", all), ("broad", all), ("narrow", [.qrCode])])
    let table = try Fixture.scores(of: record) { decoder, place in
      decoder == 2 && place.group > 0 ? nil : .read
    }
    #expect(table.rankedGroups.count == 4, "1 pair on 4 groups, not 3 pairs on 1")
    #expect(table.decoder("narrow")?.standing == .apart)
    #expect(table.partialComparisons?.count == 2)
  }

  @Test func twoThatShareNothingHaveNoRanks() throws {
    let groups = [
      group("qr/c", [.qrCode], trials: 40), group("dm/c", [.dataMatrix], trials: 20),
    ]
    let record = try record(
      groups, levels: ["1"], harder: .unordered,
      decoders: [("a", [.qrCode]), ("b", [.dataMatrix])])
    let table = try Fixture.scores(of: record) { decoder, place in
      decoder == place.group ? .read : nil
    }
    #expect(table.decoders.allSatisfy { $0.rank == nil && $0.standing == .apart })
    #expect(table.rankedGroups.isEmpty && table.partialComparisons == nil)
  }

  @Test func imagesWithoutSymbolsAreNoCommonGroundBesideOthers() throws {
    let groups = [
      group("qr/c", [.qrCode], trials: 40),
      group("none/c", [], trials: 400, content: .nothing),
    ]
    let record = try record(
      groups, levels: ["1"], harder: .unordered, decoders: [("a", [.qrCode]), ("b", [.qrCode])])
    let table = try Fixture.scores(of: record) { decoder, place in
      place.group == 0
        ? decoder == 0 ? .read : .noRead : decoder == 0 ? .falsePositive : .clean
    }
    #expect(table.rankedGroups == ["qr/c"])
    #expect(table.decoders.map(\.label) == ["a", "b"])
    #expect(table.decoder("a")?.sharedRate?.value == 1)
  }

  @Test func photosOfSeveralSymbologiesAreSharedOneByOne() throws {
    let scenes: [[Symbology?]] = (0..<60).map { $0 % 2 == 0 ? [.qrCode] : [.dataMatrix] }
    let record = try record(
      [
        group(
          "photos/photo", [.qrCode, .dataMatrix], trials: 60, scenes: scenes,
          photos: Array(0..<60))
      ], levels: ["9"], harder: .unordered,
      decoders: [("narrow", [.qrCode]), ("wide", [.qrCode, .dataMatrix])])
    let table = try Fixture.scores(of: record) { decoder, place in
      decoder == 1 || place.trial % 2 == 0 ? .read : .noRead
    }
    #expect(table.decoders.map(\.rank) == [1, 1])
    #expect(table.comparisons.first?.pairs == 30)
    #expect(table.decoders.map { $0.sharedRate?.value } == [1, 1])
    #expect(
      table.decoder("narrow")?.coverage
        == Coverage(
          symbologies: 1, ofSymbologies: 2, units: 30, ofUnits: 60))
  }

  @Test func theWeakPartIsSignificantOrNotNamed() throws {
    let record = try record(
      [group("qr/c", [.qrCode], trials: 40)], levels: ["1", "2", "3"], harder: .unordered,
      decoders: [("weak", [.qrCode]), ("even", [.qrCode])])
    let table = try Fixture.scores(of: record) { decoder, place in
      decoder == 0 && place.level == 1
        ? place.trial < 10 ? .read : .noRead : place.trial < 38 - place.level ? .read : .noRead
    }
    #expect(
      table.decoder("weak")?.weakPart
        == WeakPart(kind: .level, name: "2", rate: 0.25, elsewhere: 74.0 / 80))
    #expect(table.decoder("even")?.weakPart == nil)
  }

  // MARK: False alarms

  /// Two decoders that are equally good, 200 times: photos of a payload are read together or not, as
  /// a code that is printed badly is.
  @Test(arguments: [1, 5])
  func equalDecodersAreRarelyCalledDifferent(photosPerPayload: Int) throws {
    let photos = 60
    let record = try record(
      [
        group(
          "photos/photo", [.qrCode], trials: photos,
          photos: (0..<photos).map { $0 / photosPerPayload })
      ], levels: ["1", "90"], harder: .unordered, decoders: [("a", [.qrCode]), ("b", [.qrCode])])
    var random = SplitMix64(state: UInt64(photosPerPayload))
    var (alarms, naive) = (0, 0)
    for _ in 0..<200 {
      let codes = (0..<2).map { _ in (0..<photos / photosPerPayload).map { _ in random.next() % 2 }
      }
      let noise = (0..<4 * photos).map { _ in random.next() % 10 == 0 }
      let table = try Fixture.scores(of: record) { decoder, place in
        let isRead = codes[decoder][place.trial / photosPerPayload] == 1
        let isFlipped = noise[(decoder * 2 + place.level) * photos + place.trial]
        return isRead != isFlipped ? .read : .noRead
      }
      let pair = try #require(table.comparisons.first)
      if pair.isSignificant { alarms += 1 }
      if McNemar.exact(losses: pair.onlyBetter, gains: pair.onlyWorse) <= 0.05 { naive += 1 }
    }
    #expect(alarms <= 10, "of 200: at most 5 %")
    #expect(naive > 20, "of 200: what treating photos as independent costs")
  }

  @Test func theSharedMeanThresholdIsThatOfAPlainSum() throws {
    let label: [Symbology?] = [.qrCode, .dataMatrix, .qrCode]
    let record = try record(
      [
        group("a/c", [.qrCode, .dataMatrix], trials: 20, scenes: [label]),
        group("b/c", [.qrCode], trials: 20),
      ], levels: ["1", "2", "4"], decoders: [("one", [.qrCode]), ("two", [.qrCode, .dataMatrix])])
    var random = SplitMix64(state: 3)
    var findings: [[Finding]] = [[], []]
    for decoder in 0..<2 {
      for _ in 0..<3 * 2 * 20 {
        let letters = (0..<3).map {
          random.next() % 3 == 0 ? "n" : $0 == 1 && decoder == 0 ? "u" : "r"
        }
        findings[decoder].append(
          scene((0..<3).map { $0 == 1 && decoder == 0 ? "u" : letters[$0] }.joined()))
      }
    }
    func index(_ place: SamplePlace) -> Int {
      (place.group * 3 + place.level) * 20 + place.trial
    }
    let table = try Fixture.scores(ofFindings: record) { decoder, place in
      let finding = findings[decoder][index(place)]
      return place.group == 0
        ? finding : Finding((finding.symbols ?? "").hasPrefix("r") ? .read : .noRead)
    }
    for (decoder, name) in ["one", "two"].enumerated() {
      let thresholds = (0..<2).map { group -> Double in
        let weights = [0.5, 1.5, 1.0]
        return weights.indices.reduce(4.0) { sum, level in
          let reads = (0..<20).reduce(0.0) { total, trial in
            let place = SamplePlace(group: group, level: level, trial: trial)
            let letters = Array(findings[decoder][index(place)].symbols ?? "")
            let first = letters[0] == "r" ? 1.0 : 0
            return total + (group == 0 ? (first + (letters[2] == "r" ? 1 : 0)) / 2 : first)
          }
          return sum - weights[level] * reads / 20
        }
      }
      let mean = try #require(table.decoder(name)?.meanThreshold)
      #expect(abs(mean.value - (thresholds[0] + thresholds[1]) / 2) < 1e-12)
    }
  }
}
