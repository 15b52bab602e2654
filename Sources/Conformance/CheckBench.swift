import DecoderKit
import PluginHost

/// The state that checks share: the plugin's settings, its identity, and the symbols that it reads.
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

  /// Starts a process and sends it nothing.
  func start() throws -> PluginConversation {
    guard !stop.isRequested else { throw Interrupted() }
    return try PluginConversation(settings: settings)
  }

  /// Starts a process and completes the handshake, so that it is ready for images.
  func open(options: [String: String]? = nil) throws -> PluginConversation {
    let conversation = try start()
    try conversation.shakeHands(options: options ?? settings.options)
    return conversation
  }

  /// The identity that the plugin reports; asked for once.
  ///
  /// - Throws: ``NotJudged`` if the plugin does not get as far, which the first check reports.
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

  /// The plugin's results on clear symbols of every symbology that it claims; obtained once.
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

/// The examination was asked to stop.
struct Interrupted: Error {}
