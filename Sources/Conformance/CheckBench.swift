import DecoderKit
import PluginHost

/// What checks share: the plugin's settings, who it said it is, and what it was found to read.
///
/// A bench belongs to the thread that runs the checks.
final class CheckBench {
  let settings: WorkerSettings
  private let stop: StopSignal
  private var introduction: Result<DecoderIdentity, Objection>?
  private var surveyed: [SymbolReading]?

  init(settings: WorkerSettings, stop: StopSignal) {
    self.settings = settings
    self.stop = stop
  }

  /// A new process that has been told nothing yet.
  func start() throws -> PluginConversation {
    guard !stop.isRequested else { throw Interrupted() }
    return try PluginConversation(settings: settings)
  }

  /// A new process that is ready for images.
  func open(options: [String: String]? = nil) throws -> PluginConversation {
    let conversation = try start()
    try conversation.shakeHands(options: options ?? settings.options)
    return conversation
  }

  /// Who the plugin says it is; asked once.
  ///
  /// - Throws: ``NotJudged`` if it does not get as far, which is the first check's business.
  func identity() throws -> DecoderIdentity {
    let introduction = try introduction ?? introduce()
    self.introduction = introduction
    switch introduction {
    case .success(let identity): return identity
    case .failure: throw NotJudged("the plugin does not introduce itself as it should")
    }
  }

  private func introduce() throws -> Result<DecoderIdentity, Objection> {
    do {
      return .success(try start().shakeHands(options: settings.options))
    } catch let objection as Objection {
      return .failure(objection)
    }
  }

  /// What the plugin makes of clear symbols of everything that it claims; found out once.
  func survey() throws -> [SymbolReading] {
    if let surveyed { return surveyed }
    let survey = try SymbolSurvey(bench: self).run()
    surveyed = survey
    return survey
  }

  /// Symbols that the plugin reads, best known first: at most one of each symbology.
  func readable() throws -> [ClearSymbol] {
    try survey().compactMap { $0.isRead ? $0.symbol : nil }
  }
}

/// Someone asked the examination to stop.
struct Interrupted: Error {}
