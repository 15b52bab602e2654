import Foundation
import Statistics
import TestSupport
import Testing

@testable import Realism

@Suite struct FolderCheckTests {
  /// Forecasts that are too low by a logit and too sure by a half.
  private static func doubtful(
    _ count: Int, folders: Int, seed: UInt64
  ) -> (forecasts: [DecoderRealism.Forecast], folders: [String]) {
    var generator = SeededGenerator(seed: seed)
    var forecasts: [DecoderRealism.Forecast] = []
    for index in 0..<count {
      let logit = Double.random(in: -3...3, using: &generator)
      let truth = 1 / (1 + exp(-logit))
      let isRead = Double.random(in: 0..<1, using: &generator) < truth
      let forecast = 1 / (1 + exp(-1.5 * (logit - 1)))
      forecasts.append(DecoderRealism.Forecast(photo: index, chance: forecast, isRead: isRead))
    }
    return (forecasts, (0..<count).map { "f\($0 % folders)" })
  }

  @Test func aLineThroughLogitsIsFound() {
    let (forecasts, _) = Self.doubtful(20_000, folders: 1, seed: 1)
    let line = LogitCorrection(forecasts.map(\.chance), outcomes: forecasts.map(\.isRead))
    // logit = 1 + (2/3) logit of the forecast.
    #expect(abs(line.intercept - 1) < 0.06 && abs(line.slope - 2.0 / 3) < 0.04, "\(line)")
    #expect(abs(line.applied(to: 0.5) - 1 / (1 + exp(-1))) < 0.02)
  }

  @Test func withoutOutcomesOrWithRightForecastsNothingIsCorrected() {
    let none = LogitCorrection([], outcomes: [])
    #expect(abs(none.applied(to: 0.3) - 0.3) < 1e-12)
    // A slow twin: of all lines on a grid none has a higher posterior.
    let (forecasts, _) = Self.doubtful(60, folders: 1, seed: 3)
    func value(_ a: Double, _ b: Double) -> Double {
      forecasts.reduce(-a * a / 2 - 2 * (b - 1) * (b - 1)) { sum, forecast in
        let z = a + b * log(forecast.chance / (1 - forecast.chance))
        return sum - log1p(exp(forecast.isRead ? -z : z))
      }
    }
    let line = LogitCorrection(forecasts.map(\.chance), outcomes: forecasts.map(\.isRead))
    let best = value(line.intercept, line.slope)
    for a in stride(from: -2.0, through: 2, by: 0.05) {
      for b in stride(from: 0.0, through: 2, by: 0.05) { #expect(value(a, b) <= best + 1e-9) }
    }
  }

  /// A folder's own photos must not reach its forecasts.
  @Test func aFoldersOutcomesDoNotChangeItsOwnForecasts() throws {
    let (forecasts, folders) = Self.doubtful(120, folders: 4, seed: 7)
    let before = try #require(FolderCheck(forecasts, folders: folders))
    let turned = zip(forecasts, folders).map { forecast, name in
      DecoderRealism.Forecast(
        photo: forecast.photo, chance: forecast.chance,
        isRead: name == "f2" ? !forecast.isRead : forecast.isRead)
    }
    let after = try #require(FolderCheck(turned, folders: folders))
    for (index, name) in folders.enumerated() {
      let isSame = before.forecasts[index].chance == after.forecasts[index].chance
      #expect(isSame == (name == "f2"))
    }
  }

  @Test func forecastsThatErrAlikeEverywhereAreMendedByOtherFolders() throws {
    let (forecasts, folders) = Self.doubtful(400, folders: 8, seed: 11)
    let raw = try #require(
      BrierScore(forecasts.map(\.chance), outcomes: forecasts.map(\.isRead))?.skill)
    let check = try #require(FolderCheck(forecasts, folders: folders))
    let skill = try #require(check.score.skill)
    #expect(skill > raw + 0.05, "\(raw) \(skill)")
    #expect(check.folderCount == 8 && check.skillInterval?.contains(skill) == true)
    #expect(FolderCheck(forecasts, folders: forecasts.map { _ in "one" }) == nil)
  }

  /// Copies of one photo are no evidence: leaving out folders says so, leaving out photos does not.
  @Test func intervalGrowsWhereAFoldersPhotosAreCopies() throws {
    let (few, names) = Self.doubtful(10, folders: 10, seed: 13)
    let copies = (0..<20).flatMap { _ in few }
    let copied = (0..<20).flatMap { _ in names }
    let folders = try #require(FolderCheck.skillInterval(copies, folders: copied))
    let alone = try #require(FolderCheck.skillInterval(few, folders: names))
    #expect(abs(folders.width - alone.width) < 1e-9)
    let photos = try #require(
      BrierScore.skillInterval(copies.map(\.chance), outcomes: copies.map(\.isRead)))
    #expect(folders.width > 2 * photos.width)
  }
}
