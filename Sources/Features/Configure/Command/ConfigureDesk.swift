import Base
import DecoderKit
import Foundation
import Images
import PluginHost
import Reporting
import Scanning
import Serving

/// A configuration in the browser: samples come one by one, questions are asked, and the search is the command's.
///
/// Work that takes long has a thread of its own; the page looks at ``state``.
actor ConfigureDesk {
  private static let mostSamples = 500
  /// The most bytes of a sample.
  static let mostBytes = 32 << 20

  private let steps: ConfigureSteps
  private let folder: String
  /// The folder of the samples that the page sent. It lies beside the output, whose files are no samples.
  private let collected: String
  private var samples: [String]
  private var hasNews = true
  private var work: Task<Void, Never>?
  private var surveyed: SurveySession.Result?
  private var flow: QuestionFlow?
  private var beginsAgain = false
  private var session: ProgramSession?
  private(set) var state = ConfigureState()

  init(_ steps: ConfigureSteps, samples: [String], folder: String) {
    (self.steps, self.samples, self.folder) = (steps, samples, folder)
    collected = Self.samplesFolder(beside: folder)
  }

  /// The folder of the page's samples; an output folder may be written with a slash at its end.
  static func samplesFolder(beside folder: String) -> String {
    let end = folder.lastIndex { $0 != "/" } ?? folder.startIndex
    return folder[...end] + "-samples"
  }

  /// Begins with the samples that were named.
  func open() {
    if !samples.isEmpty { survey() }
  }

  /// Waits until the work that was begun has ended.
  func close() async { await work?.value }

  // MARK: - Samples

  /// Keeps a sample: the file as it came.
  ///
  /// - Throws: ``PageRefusal`` for what is no image, and while a search is on.
  func add(_ bytes: [UInt8], name: String) throws {
    guard state.phase != .searching, state.phase != .done else {
      throw PageRefusal(
        .busy, "the search works with the samples it has: start harness configure again for others")
    }
    let count = (try? FileManager.default.contentsOfDirectory(atPath: collected).count) ?? 0
    guard count < Self.mostSamples else {
      throw PageRefusal(
        .tooLarge, "the page takes \(Self.mostSamples) samples: name a folder for more")
    }
    let image: GrayImage
    do throws(ImageError) {
      image = try ImageFile.decode(bytes, name: name)
    } catch {
      throw PageRefusal(.malformed, "\(name) is no sample: \(error.message)")
    }
    guard image.width > 0 else { throw PageRefusal(.malformed, "\(name) is empty") }
    try Folder.make(collected)
    let file = Self.fileName(name) { [collected] in
      !FileManager.default.fileExists(atPath: collected + "/" + $0)
    }
    try AtomicFile.write(bytes, to: collected + "/" + file, isDurable: false)
    if !samples.contains(collected) { samples.append(collected) }
    hasNews = true
    survey()
  }

  /// A file's name without anything that leads out of a folder, and that no other sample has.
  static func fileName(_ name: String, isFree: (String) -> Bool) -> String {
    let plain = name.unicodeScalars.suffix(80).map { scalar -> Character in
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
    }
    let text = String(plain.drop { $0 == "." })
    let end = text.lastIndex(of: ".") ?? text.endIndex
    let (stem, ending) = (text[..<end].isEmpty ? "sample" : String(text[..<end]), text[end...])
    var number = 1
    while true {
      let candidate = (number == 1 ? stem : "\(stem)-\(number)") + ending
      if isFree(candidate) { return candidate }
      number += 1
    }
  }

  /// The bytes of a sample of the wall, as PNG.
  func picture(_ number: Int) throws -> [UInt8] {
    guard let images = surveyed?.survey.images, images.indices.contains(number) else {
      throw PageRefusal(.gone, "there is no sample \(number)")
    }
    return try PNG.encode(ImageFile.read(path: images[number].path))
  }

  private func survey() {
    guard work == nil else { return }
    state.phase = .surveying
    say("reading the samples with all decoders and formats")
    work = Task { await self.surveyAll() }
  }

  private func surveyAll() async {
    // A search that was begun meanwhile keeps the samples that it has.
    while hasNews, state.phase != .searching {
      hasNews = false
      do {
        let found = try await onOwnThread { [steps, samples] in try steps.survey(samples) }
        surveyed = found
        try show(found)
        guard !hasNews, !found.survey.unread.isEmpty else { continue }
        let unread = try await onOwnThread { [steps, folder] in
          try steps.session(found, in: folder).diagnoses { _ in }
        }
        for sample in unread { name(sample, in: found) }
      } catch  where state.phase != .searching {
        state.phase = .collecting
        say("\(error)", isFault: true)
      } catch {}
    }
    if state.phase != .searching { work = nil }
  }

  private func show(_ found: SurveySession.Result) throws {
    let needs = SampleNeeds(found.survey)
    state.samples = found.survey.images.map(ConfigureState.Sample.init)
    state.counters = needs.symbologies.map {
      .init(
        symbology: $0.symbology.description, symbols: $0.symbolCount, images: $0.imageCount)
    }
    state.needs = ConfigureWording.needs(needs, in: found.survey)
    state.leader = ConfigureWording.leaders(found.survey)
    // Said until the next answer, however many samples come before it.
    beginsAgain = beginsAgain || !state.understood.isEmpty || flow?.isAtStart == false
    state.understood = []
    guard !needs.symbologies.isEmpty else {
      (state.phase, flow, state.question) = (.collecting, nil, nil)
      say("no symbol was read in any sample yet", isFault: true)
      return
    }
    flow = QuestionFlow(
      needs, suggested: try steps.suggested.answers(for: needs),
      languages: steps.suggested.knownLanguages)
    say(
      beginsAgain
        ? "There are new samples, and what they show may change the suggestions: the questions begin again."
        : "")
    ask()
  }

  private func name(_ sample: Recommendation.UnreadSample, in found: SurveySession.Result) {
    guard let place = found.survey.images.firstIndex(where: { $0.path == sample.path }),
      state.samples.indices.contains(place)
    else { return }
    let faults = (sample.faults ?? []).prefix(3).map(FaultWording.name)
    state.samples[place].fault =
      sample.faults == nil
      ? "not examined" : faults.isEmpty ? "no fault found" : faults.joined(separator: ", ")
  }

  // MARK: - Questions

  /// Takes a line, as the terminal does: an empty one takes what is suggested, `<` goes a step back.
  ///
  /// - Throws: ``PageRefusal`` for what is no answer.
  func answer(_ line: String) throws {
    guard var flow, state.phase == .asking else {
      throw PageRefusal(.gone, "there is no question now")
    }
    guard !hasNews else {
      throw PageRefusal(.busy, "a new sample is being read: answer again in a moment")
    }
    let before = state.understood
    switch flow.receive(line) {
    case .answered(let question):
      state.understood.append(
        "\(question.rawValue): \(ConfigureWording.understood(question, flow.answers))")
    case .refused(let error): throw PageRefusal(.malformed, ConfigureWording.sentence(error))
    case .explain, .moved:
      // From the first of the further questions it goes back to whether there are any, which is no answer.
      if line.contains("<"), case .question? = flow.step { state.understood = before.dropLast() }
    }
    self.flow = flow
    beginsAgain = false
    say("")
    ask()
  }

  private func ask() {
    guard let flow else { return }
    guard let step = flow.step else { return search(flow.answers) }
    state.phase = .asking
    state.question = .init(step, flow, languages: steps.suggested.knownLanguages)
  }

  /// The sides of a sample as it is shown, in pixels.
  private static let sides = 1...65_536

  /// The scan area that a line answers, or that a drag over a sample makes of it.
  ///
  /// - Throws: ``PageRefusal`` for a line that answers nothing, and for a drag without an extent.
  func area(_ wanted: AreaRequest) throws(PageRefusal) -> AreaAnswer {
    guard let flow else { throw PageRefusal(.gone, "there is no question now") }
    guard Self.sides.contains(wanted.width), Self.sides.contains(wanted.height) else {
      throw PageRefusal(.malformed, "a scan area lies over a sample of 1 to 65536 px")
    }
    var answers = flow.answers
    let words = { (line: String) in
      line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    do throws(AnswerError) {
      try answers.answer(.scanArea, with: words(wanted.line))
    } catch {
      guard wanted.gesture != nil else {
        throw PageRefusal(.malformed, ConfigureWording.sentence(error))
      }
      // A drag takes the place of whatever was typed.
      answers.scanArea = nil
    }
    do throws(ScanRegionError) {
      var aim = answers.scanArea?.aim ?? ScanAim(region: ScanRegion())
      if let gesture = wanted.gesture {
        aim = try aim.changed(by: gesture, width: wanted.width, height: wanted.height)
      }
      let window = try aim.window(width: wanted.width, height: wanted.height)
      let sides = window.shares
      answers.scanArea =
        sides == [0, 0, 1, 1]
        ? nil : FrameBox(left: sides[0], top: sides[1], right: sides[2], bottom: sides[3])
      return AreaAnswer(
        line: answers.words(.scanArea).joined(separator: ", "),
        guides: AimGuides(answers.scanArea == nil ? nil : window))
    } catch {
      throw PageRefusal(.malformed, error.description)
    }
  }

  // MARK: - The search

  private func search(_ answers: Answers) {
    guard let surveyed else { return }
    state.phase = .searching
    state.question = nil
    let earlier = work
    work = Task {
      await earlier?.value
      do {
        let found = try await onOwnThread { [steps, folder] in
          try steps.recommend(answers, surveyed, in: folder) { step in
            Task { await self.note(step) }
          }
        }
        guard let found else { return }
        try finish(found)
      } catch {
        ask(again: "\(error)")
      }
      work = nil
    }
  }

  private func note(_ step: SearchSession.Step) {
    if case .leading(let standing) = step {
      state.leader = [ConfigureWording.leader(standing) + "."]
    } else {
      state.steps.append(ConfigureWording.step(step))
    }
  }

  private func say(_ message: String, isFault: Bool = false) {
    (state.message, state.isFault) = (message, isFault)
  }

  /// The search ended without a result: the questions are there again.
  private func ask(again problem: String) {
    guard let surveyed else { return }
    do { try show(surveyed) } catch {}
    say(problem, isFault: true)
  }

  private func finish(_ found: Recommendation) throws {
    session = steps.programs(of: found)
    state.recommendation = RecommendationFiles(found).text(TerminalStyle(width: 78))
    if let session {
      state.programs = try steps.write(session, found, in: folder).map(ProgramWording.sentence)
    }
    state.files = Self.files(in: folder)
    state.leader = []
    state.phase = .done
    say("")
  }

  /// The files of a configuration, the recommendation before the programs.
  private static func files(in folder: String) -> [String] {
    let own = ["recommendation.html", "recommendation.md", "scanner.json", "answers.yaml"]
      .filter { FileManager.default.fileExists(atPath: folder + "/" + $0) }
    let programs =
      FileManager.default.enumerator(atPath: folder + "/programs")?.compactMap { $0 as? String }
      ?? []
    return own
      + programs.sorted().map { "programs/" + $0 }.filter { !Folder.exists(folder + "/" + $0) }
  }

  /// A file that was written.
  func file(_ number: Int) throws -> [UInt8] {
    guard state.files.indices.contains(number) else {
      throw PageRefusal(.gone, "there is no file \(number)")
    }
    return try WholeFile.read(folder + "/" + state.files[number], maximumBytes: 1 << 24)
  }

  /// Reads a picture as the recommended scanner does.
  func test(_ bytes: [UInt8]) async throws -> [Reading] {
    guard let session else { throw PageRefusal(.gone, "nothing is recommended yet") }
    return try await onOwnThread {
      let image: GrayImage
      do throws(ImageError) {
        image = try ImageFile.decode(bytes, name: "the picture")
      } catch {
        throw PageRefusal(.malformed, error.message)
      }
      let readings = try session.readings(in: [{ image }]).first ?? nil
      return (readings ?? []).map {
        Reading(
          symbology: $0.symbology?.description, value: String(decoding: $0.bytes, as: UTF8.self))
      }
    }
  }

  /// A code that the recommended scanner reads.
  struct Reading: Encodable, Sendable {
    let symbology: String?
    let value: String
  }
}

/// Runs work that blocks on a thread of its own.
private func onOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
  }
}
