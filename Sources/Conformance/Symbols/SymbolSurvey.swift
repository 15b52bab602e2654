import DecoderKit
import Evaluation
import PluginHost

/// The result of giving one clear symbol to a plugin.
struct SymbolReading: Sendable {
  let symbol: ClearSymbol
  let outcome: Outcome

  enum Outcome: Sendable {
    case answered([Reading])
    /// It answered that the library failed.
    case failed(String)
    /// It did not answer as it should.
    case broken(Objection)
  }

  var readings: [Reading] {
    guard case .answered(let readings) = outcome else { return [] }
    return readings
  }

  var isRead: Bool { symbol.judge(readings).verdict == .read }
}

/// Finds out which of its claimed symbologies a plugin reads.
struct SymbolSurvey {
  let bench: CheckBench

  /// Draws symbols of each symbology until one is read, four at most.
  func run() throws -> [SymbolReading] {
    let claimed = try bench.identity().symbologies
    var conversation: PluginConversation?
    var survey: [SymbolReading] = []
    for symbology in Symbology.allCases where claimed.contains(symbology) {
      for number in 0..<ClearSymbol.drawCount {
        let symbol = try ClearSymbol.draw(symbology, number: number)
        let outcome = try decode(symbol, in: &conversation)
        let reading = SymbolReading(symbol: symbol, outcome: outcome)
        survey.append(reading)
        if reading.isRead { break }
      }
    }
    return survey
  }

  private func decode(
    _ symbol: ClearSymbol, in conversation: inout PluginConversation?
  ) throws -> SymbolReading.Outcome {
    do {
      let current = try conversation ?? bench.open()
      conversation = current
      switch try current.decode(symbol.image, symbol.what).outcome {
      case .success(let readings): return .answered(readings)
      case .failure(let error): return .failed(error.message)
      }
    } catch let objection as Objection {
      conversation = nil
      return .broken(objection)
    } catch let refusal as Refusal {
      conversation = nil
      return .broken(.gaveUp(refusal))
    }
  }
}
