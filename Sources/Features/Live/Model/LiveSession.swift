import Base
import DecoderKit
import Evaluation
import Foundation
import Images
import Measuring
import Optics
import PluginHost
import Reporting
import Results
import Scanning
import Serving

/// The work behind the page: frames come one at a time, every decoder reads each, and the gauge measures.
///
/// It holds the frame that was read last and the one that the page froze, and no others.
package actor LiveSession {
  private struct Kept {
    let image: GrayImage
    let frame: LiveFrame
    /// The symbols that were read and measured, without those that the scan area leaves out.
    let measured: [SymbolMeasurement]
  }

  private let plan: LivePlan
  private let round: FrameRound
  /// The decoders once more: they read the whole frame where the others get the scan area alone, so that the
  /// page can show what the area keeps out.
  private let surroundings: FrameRound
  /// The frames in which a known code was measured, and the camera that follows from it.
  private var fitted: (size: PixelSize, focalPixels: Double, codeMillimetres: Double)?
  private var follower = SymbolFollower()
  private var isBusy = false
  /// The number of frames so far.
  private var frames = 0
  private var last: Kept?
  private var frozen: Kept?
  private var walk: (walk: WalkAway, started: Date, view: WalkRecord.View)?
  /// By decoder, the certified threshold of the walk-away's symbol, where a frame told it.
  private var drawn: [Double?] = []
  private var focalPixels: Double?
  private var nextImage = 0
  private var rest = CodeRest()
  /// By symbology, the commands that make runs; empty where there is none, or it is still looked up.
  private var runCommands: [Symbology: String] = [:]
  private var aim: ScanAim?

  init(plan: LivePlan, stop: StopSignal) {
    self.plan = plan
    let lanes = {
      plan.decoders.map {
        LiveLane($0, deathsBeforeGivingUp: plan.deathsBeforeGivingUp, stop: stop)
      }
    }
    (round, surroundings) = (FrameRound(lanes: lanes()), FrameRound(lanes: lanes()))
  }

  /// Camera and code size in frames of a size. A fitted focal length grows with frames of its shape; of others
  /// nobody knows which part of the sensor they show.
  private func viewing(in image: GrayImage) -> Viewing? {
    guard let (size, focalPixels, codeMillimetres) = fitted else { return plan.viewing }
    let scale = Double(image.width) / Double(size.columns)
    guard abs(Double(size.rows) * scale - Double(image.height)) <= 1 else { return nil }
    return Viewing(
      camera: .focalLength(.pixels(focalPixels * scale)), codeWidthMillimetres: codeMillimetres)
  }

  /// Ends the decoders' processes.
  package func close() async {
    for lane in round.lanes + surroundings.lanes { await lane.close() }
  }

  /// Starts the decoders' processes, so that the first frame does not wait for them.
  package func warmUp() async {
    let blank = GrayImage(width: 64, height: 64, filledWith: 255)
    _ = await round.read(frames, blank, isPicture: false)
  }

  /// Reads one frame.
  ///
  /// - Parameter isPicture: True for one that is not followed by others at once: every decoder is waited for.
  /// - Throws: ``PageRefusal`` while another frame is being read: it is dropped, not queued.
  package func read(
    _ message: FrameMessage, isPicture: Bool, name: String? = nil
  ) async throws(PageRefusal) -> LiveFrame {
    guard !isBusy else { throw PageRefusal(.busy, "the frame before is still being read") }
    isBusy = true
    defer { isBusy = false }
    let clock = ContinuousClock()
    let start = clock.now
    let image = message.image
    frames += 1
    let (window, problem) = window(over: image)
    async let around = aroundArea(window, image, isPicture: isPicture)
    let parts = await round.read(frames, window?.crop(image) ?? image, isPicture: isPicture)
    let contents = contents(of: image, parts, window)
    let inside = contents.detections.filter(\.isKept)
    let followed = follower.follow(inside, in: image)
    let size = PixelSize(columns: image.width, rows: image.height)
    let viewing = viewing(in: image)
    focalPixels = viewing?.camera.pinhole(of: size)?.focalPixels
    var symbols = contents.detections.map { shown($0) }
    symbols += await around.filter { there in
      !contents.detections.contains { $0.isSamePlace(as: there) }
    }.map { shown($0, fate: .outsideArea) }
    let missed = followed.flatMap { found -> Detection? in
      let fate = found.outline.flatMap { window?.fateInFrame(of: $0) } ?? .kept
      return fate == .kept ? unread(found, in: image, contents.attempts) : nil
    }
    if let missed { symbols.append(shown(missed, isFollowed: true)) }
    note(contents, missed, parts, image, at: message.milliseconds / 1_000)
    var frame = LiveFrame(
      number: message.number, name: name, width: image.width, height: image.height,
      attempts: zip(parts, plan.decoders).map {
        LiveFrame.Attempt($0, decoder: $1.label)
      }, symbols: symbols,
      focalPixels: focalPixels)
    frame.guides = window.map { AimGuides($0) }
    frame.aimProblem = problem
    if let fitted, viewing == nil {
      frame.distanceProblem =
        "no distance: the camera was fitted in frames of \(fitted.size); fit it again"
    }
    frame.walkFrames = walk?.walk.steps.count
    frame.serverMilliseconds = (clock.now - start) / .milliseconds(1)
    let measured = inside.filter { $0.support != nil }.map(\.measurement)
      .filter { $0.moduleSize != nil }
    rest.add(
      measured.compactMap { $0.moduleSize?.pixels.value }, at: message.milliseconds / 1_000,
      isPicture: isPicture)
    last = Kept(image: image, frame: frame, measured: measured)
    return frame
  }

  /// A symbol as the page shows it.
  private func shown(
    _ detection: Detection, isFollowed: Bool = false, fate: SymbolFate? = nil
  ) -> LiveFrame.Symbol {
    var symbol = LiveFrame.Symbol(detection, isFollowed: isFollowed, fate: fate)
    if let symbology = detection.symbology, symbol.decoders.contains(where: \.isUncertified) {
      symbol.runCommand = runCommand(for: symbology)
    }
    return symbol
  }

  /// The command that makes a run of a symbology; `nil` until it is found. The search reads every corpus, so that
  /// no frame waits for it.
  private func runCommand(for symbology: Symbology) -> String? {
    if let known = runCommands[symbology] { return known.isEmpty ? nil : known }
    runCommands[symbology] = ""
    Task.detached { [thresholds = plan.thresholds] in
      guard let corpus = thresholds.corpora(with: symbology).first?.name else { return }
      await self.take("harness compare --corpus \(corpus)", for: symbology)
    }
    return nil
  }

  private func take(_ command: String, for symbology: Symbology) {
    runCommands[symbology] = command
  }

  private func contents(
    of image: GrayImage, _ parts: [FrameRound.Part], _ window: ScanWindow?
  ) -> ScannedImage.Contents {
    let attempts = zip(plan.decoders, parts).map { configured, part in
      part.answer?.attempt ?? ScanAttempt(decoder: configured.label, outcome: .timeout)
    }
    let readings = parts.map { part in
      (part.answer?.readings ?? []).map { window?.moved($0) ?? $0 }
    }
    return ImageScan(
      decoders: plan.decoders.map(ScanDecoder.init), viewing: viewing(in: image),
      thresholds: { [thresholds = plan.thresholds] in thresholds.table(for: $0) }
    ).contents(of: image, attempts: attempts, readings: readings, window: window)
  }

  // MARK: - The scan area

  /// Takes the scan area for all frames from now on.
  ///
  /// - Throws: ``PageRefusal`` for one that is malformed or does not fit the frame; the one before stays.
  package func aim(_ wanted: AimRequest) throws -> AimAnswer {
    let aim = try wanted.aim()
    self.aim = aim
    return try AimAnswer(aim, width: wanted.width, height: wanted.height)
  }

  /// The scan area over a frame; where it does not fit, the reason.
  private func window(over image: GrayImage) -> (ScanWindow?, problem: String?) {
    do throws(ScanRegionError) {
      return (try aim?.window(width: image.width, height: image.height), nil)
    } catch {
      return (nil, error.description)
    }
  }

  /// The symbols that the decoders read outside a scan area where they get the area alone.
  private func aroundArea(
    _ window: ScanWindow?, _ image: GrayImage, isPicture: Bool
  ) async -> [Detection] {
    guard let window,
      window.decodedPart != ImagePart(x: 0, y: 0, width: image.width, height: image.height)
    else { return [] }
    let parts = await surroundings.read(frames, image, isPicture: isPicture)
    return contents(of: image, parts, nil).detections.filter {
      guard let outline = $0.measurement.outline else { return false }
      return window.fateInFrame(of: outline) == .outsideArea
    }
  }

  /// The detection of a symbol that nobody read in this frame.
  private func unread(
    _ measurement: SymbolMeasurement, in image: GrayImage, _ attempts: [ScanAttempt]
  ) -> Detection? {
    guard let reading = follower.reading else { return nil }
    let parts = zip(plan.decoders.map(ScanDecoder.init), attempts).map { decoder, attempt in
      let isSupported = reading.symbology.map(decoder.reads) ?? true
      let status: Detection.Status =
        !isSupported ? .unsupported : attempt.outcome == .answered ? .missed : .noAnswer
      let margin = reading.symbology.flatMap { symbology in
        plan.thresholds.table(for: symbology)?.margin(
          of: decoder.reference, symbology: symbology, measurement)
      }
      return Detection.Part(
        decoder: decoder.label, status: status, margin: margin ?? .unknown(.noRun))
    }
    return Detection(
      number: 0, symbology: reading.symbology, bytes: reading.bytes, text: reading.text,
      facts: reading.facts, measurement: measurement, parts: parts,
      distanceMillimetres: viewing(in: image)?.distanceMillimetres(
        of: measurement, width: image.width, height: image.height), support: .structure)
  }

  // MARK: - Pictures of the server

  /// Reads the next image that was named on the command line, the first after the last.
  ///
  /// - Throws: ``PageRefusal`` if there is none, or it cannot be read.
  package func readNextImage() async throws(PageRefusal) -> LiveFrame {
    guard !plan.images.isEmpty else {
      throw PageRefusal(.gone, "no images were named: harness live FOLDER")
    }
    let (path, number) = (plan.images[nextImage % plan.images.count], nextImage)
    nextImage += 1
    let image: GrayImage
    do throws(ImageError) {
      image = try ImageFile.read(path: path)
    } catch {
      throw PageRefusal(.gone, "\((path as NSString).lastPathComponent): \(error.message)")
    }
    guard image.width <= FrameMessage.longestSide, image.height <= FrameMessage.longestSide,
      image.width * image.height <= FrameMessage.mostPixels
    else { throw PageRefusal(.gone, "\((path as NSString).lastPathComponent) is too large") }
    let message = FrameMessage(
      number: number, milliseconds: Date.now.timeIntervalSince1970 * 1_000, image: image)
    return try await read(
      message, isPicture: true, name: (path as NSString).lastPathComponent)
  }

  // MARK: - A frozen frame

  /// Keeps the frame that was read last until the next call.
  ///
  /// - Throws: ``PageRefusal`` if it is another one by now.
  package func freeze(_ number: Int) throws(PageRefusal) {
    guard let last, last.frame.number == number else {
      throw PageRefusal(.gone, "frame \(number) is not the last one any more")
    }
    frozen = last
  }

  /// The frame as PNG: byte for byte the luma that the decoders read.
  package func png(of number: Int) throws(PageRefusal) -> [UInt8] {
    let image = try kept(number).image
    guard let png = try? PNG.encode(image) else {
      throw PageRefusal(.gone, "frame \(number) cannot be written as PNG")
    }
    return png
  }

  /// The frame's readings as JSON.
  package func json(of number: Int) throws -> Data {
    try SortedJSON.data(kept(number).frame, isPretty: true)
  }

  /// Writes the frame as a sample into the plan's folder.
  ///
  /// - Returns: Its file, with commands that work on it.
  /// - Throws: ``PageRefusal`` for a frame that is gone, and what a file that cannot be written throws.
  func keep(_ number: Int) throws -> KeptFrame {
    let png = try png(of: number)
    let folder = plan.folder + "/frames"
    try Folder.make(folder)
    let path = FreeName.path(
      "\(folder)/frame-\(FreeName.stamp(Date.now.formatted(.iso8601)))", ending: "png")
    try AtomicFile.write(png, to: path, isDurable: false)
    return KeptFrame(
      path, isRead: try kept(number).frame.isRead, in: folder,
      decoders: plan.decoders.map(\.argument),
      workers: plan.workerOptions,
      aim: aim?.options ?? [])
  }

  // MARK: - The camera

  /// Fits the focal length from a code of known width at a known distance, in the frame that was read last.
  ///
  /// - Throws: ``PageRefusal`` if the frame shows no code or several, the code's size still changes, or a length
  ///   is out of its range.
  func calibrate(_ wanted: CameraFit) throws(PageRefusal) -> CameraFit.Answer {
    guard (1...5_000).contains(wanted.codeMillimetres),
      (20...100_000).contains(wanted.distanceMillimetres)
    else {
      throw PageRefusal(.malformed, "a code is 1 mm to 5 m wide, and 2 cm to 100 m away")
    }
    guard let last, last.measured.count == 1 else { throw Self.several }
    if let fault = rest.fault { throw PageRefusal(.malformed, fault) }
    // A camera whose focal length is one pixel sees it so much nearer.
    let unit = Viewing(
      camera: .focalLength(.pixels(1)), codeWidthMillimetres: wanted.codeMillimetres)
    guard
      let near = unit.distanceMillimetres(
        of: last.measured[0], width: last.image.width, height: last.image.height), near.value > 0
    else {
      throw PageRefusal(.malformed, "the code's width cannot be measured: turn it to the camera")
    }
    let focal = wanted.distanceMillimetres / near.value
    let size = PixelSize(columns: last.image.width, rows: last.image.height)
    fitted = (size, focal, wanted.codeMillimetres)
    return CameraFit.Answer(
      focalPixels: focal, codeMillimetres: wanted.codeMillimetres, width: size.columns,
      height: size.rows)
  }

  private static let several = PageRefusal(
    .malformed, "hold a single code in front of the camera")

  private func kept(_ number: Int) throws(PageRefusal) -> Kept {
    for kept in [frozen, last] {
      if let kept, kept.frame.number == number { return kept }
    }
    throw PageRefusal(.gone, "frame \(number) is gone: freeze a frame before you save it")
  }

  // MARK: - A walk-away

  /// Starts a walk-away with the symbol that was read last.
  ///
  /// - Parameter camera: The camera's name, as far as the browser says it.
  /// - Throws: ``PageRefusal`` if nothing has been read yet, or several codes are in view.
  package func startWalk(camera: String? = nil) throws(PageRefusal) {
    guard let reading = follower.reading else {
      throw PageRefusal(.gone, "hold a code in front of the camera until it is read, then start")
    }
    if let last, last.measured.count > 1 { throw Self.several }
    let view = WalkRecord.View(
      symbology: reading.symbology, value: ScanWording.value(reading), camera: camera)
    walk = (WalkAway(reading: reading), Date.now, view)
    drawn = plan.decoders.map { _ in nil }
  }

  private func note(
    _ contents: ScannedImage.Contents, _ missed: Detection?, _ parts: [FrameRound.Part],
    _ image: GrayImage, at seconds: Double
  ) {
    guard let reading = walk?.walk.reading else { return }
    // A decoder that does not read the symbology misses nothing.
    let isReader = plan.decoders.map { unread(reading, by: $0) == nil }
    for (decoder, part) in parts.enumerated() where isReader[decoder] {
      guard let late = part.late, late.attempt.outcome == .answered else { continue }
      walk?.walk.note(
        isRead: late.readings.contains { $0.bytes == reading.bytes }, by: decoder,
        inFrame: late.frame)
    }
    let detections = contents.detections + (missed.map { [$0] } ?? [])
    let own = detections.first { $0.bytes == reading.bytes && $0.symbology == reading.symbology }
    let size = own?.measurement.moduleSize?.pixels.value
    let reads = contents.attempts.enumerated().map { index, attempt -> Bool? in
      guard attempt.outcome == .answered, isReader[index] else { return nil }
      if case .read? = own?.parts[index].status { return true }
      return false
    }
    walk?.walk.add(
      WalkAway.Step(frame: frames, seconds: seconds, modulePixels: size, reads: reads))
    guard let own else { return }
    for (decoder, part) in own.parts.enumerated() {
      if case .known(let known) = part.margin { drawn[decoder] = known.threshold.pixels }
    }
    walk?.view.focalPixels = focalPixels
    walk?.view.width = image.width
    walk?.view.height = image.height
    guard let dimension = own.measurement.dimension else { return }
    walk?.view.columns = dimension.columns
    walk?.view.rows = dimension.rows
    walk?.view.moduleMillimetres = viewing(in: image).map {
      $0.codeWidthMillimetres / Double(dimension.columns)
    }
  }

  /// The walk-away so far.
  ///
  /// - Throws: ``PageRefusal`` if none was started.
  package func walkSoFar() throws(PageRefusal) -> WalkAnswer {
    guard let (walk, started, view) = walk else {
      throw PageRefusal(.gone, "no walk-away was started")
    }
    let summaries = plan.decoders.indices.map { walk.summary(of: $0) }
    let decoders = zip(plan.decoders, summaries).enumerated().map { index, own in
      let (configured, summary) = own
      return WalkRecord.Decoder(
        decoder: configured.label, reference: configured.reference,
        library: configured.identity.library, version: configured.identity.version,
        frames: summary.frames, reads: summary.reads, sizes: summary.sizes,
        smallestReadPixels: summary.smallestRead, largestMissPixels: summary.largestMiss,
        half: WalkRecord.Crossing(summary.half), reliable: WalkRecord.Crossing(summary.reliable),
        drawnThresholdPixels: drawn[index])
    }
    return WalkAnswer(
      record: WalkRecord(
        startedAt: started, view: view, frames: walk.steps.count,
        framesWithSize: walk.sizes.count { $0 != nil }, decoders: decoders),
      symbology: ScanWording.type(view.symbology),
      sentences: zip(plan.decoders, summaries).map {
        WalkAnswer.sentence($0.label, $1, unread: unread(walk.reading, by: $0))
      },
      advice: WalkAdvice(
        summaries.indices.map { index in
          (plan.decoders[index].label, summaries[index], walk.silence(of: index))
        }))
  }

  /// The symbology of a reading, if a decoder does not read it.
  private func unread(_ reading: Reading, by configured: ConfiguredDecoder) -> Symbology? {
    reading.symbology.flatMap { ScanDecoder(configured).reads($0) ? nil : $0 }
  }

  /// Ends the walk-away and writes it into the plan's folder.
  ///
  /// - Throws: ``PageRefusal`` if none was started, and what a file that cannot be written throws.
  package func endWalk() throws -> WalkAnswer {
    var answer = try walkSoFar()
    try answer.write(into: plan.folder)
    walk = nil
    return answer
  }
}

extension Detection {
  /// True for the same contents at the same place.
  fileprivate func isSamePlace(as other: Detection) -> Bool {
    guard bytes == other.bytes, let outline = measurement.outline,
      let there = other.measurement.outline
    else { return false }
    return outline.isAtPlace(of: there)
  }
}
