import Base
import Foundation
import Results
import Testing

/// Numbers from elsewhere: those out of their bounds are refused by name, before anything is computed.
@Suite struct NumberBoundsTests {
  private func fault(_ json: String) -> String? {
    do {
      _ = try BoundedJSON.decode([String: JSONAnything].self, from: Data(json.utf8))
      return nil
    } catch let error as DecodingError {
      return DecodingErrorText.sentence(error)
    } catch {
      return "\(error)"
    }
  }

  @Test func numbersWithinTheirBoundsAreTaken() {
    for json in [
      #"{"timeoutSeconds": 0.001}"#, #"{"timeoutSeconds": 86400, "jobs": 1024}"#,
      #"{"seed": 18446744073709551615}"#, #"{"a": [1, 2.5, -3e5, {"trials": [0, 100000000]}]}"#,
      #"{"text": "timeoutSeconds\": 1e300", "b": "{\"jobs\": 0}", "c\"": 1}"#,
      #"{"memoryLimitBytes": null, "decodeNanoseconds": -5}"#,
    ] {
      #expect(fault(json) == nil, "\(json)")
    }
  }

  @Test func numbersOutOfBoundsAreNamedWithTheirPlaceAndBounds() throws {
    for (json, place, rule) in [
      (#"{"settings": {"timeoutSeconds": 1e10}}"#, "settings.timeoutSeconds", "0.001 to 86400"),
      (#"{"settings": {"timeoutSeconds": 1e300}}"#, "settings.timeoutSeconds", "0.001 to 86400"),
      (#"{"a": [0, {"jobs": 1.5}]}"#, "a[1].jobs", "a whole number from 1 to 1024"),
      (#"{"deathsBeforeGivingUp": -1}"#, "deathsBeforeGivingUp", "from 1 to 1024"),
      (#"{"memoryLimitBytes": -1}"#, "memoryLimitBytes", "from 32 MiB"),
      (#"{"trials": [5, -1]}"#, "trials[1]", "from 0"),
      (#"{"wallSeconds": 1e20}"#, "wallSeconds", "at most 3 years"),
      (#"{"renderNanoseconds": 1e18}"#, "renderNanoseconds", "at most 3 years"),
      (#"{"count": 9223372036854775807}"#, "count", "-1e12 to 1e12"),
      (#"{"x": 1e400}"#, "x", "-1e12 to 1e12"),
      (#"{"b": "\\", "seed": -1}"#, "seed", "64 bits"),
    ] {
      let text = try #require(fault(json), "\(json) is taken")
      #expect(text.contains(place) && text.contains("is out of bounds: write"), "\(text)")
      #expect(text.contains(rule), "\(text)")
    }
  }

  @Test func aNameIsReadWithItsEscapesAndATextInUTF8Alone() throws {
    let escaped = try #require(fault(#"{"deathsBeforeGivingU\u0070": 0}"#))
    #expect(escaped.contains("from 1 to 1024"), "\(escaped)")
    let json = #"{"timeoutSeconds": 1e300}"#
    for encoding: String.Encoding in [
      .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ] {
      let data = try #require(json.data(using: encoding))
      #expect(throws: DecodingError.self, "\(encoding)") {
        _ = try BoundedJSON.decode([String: Double].self, from: data)
      }
    }
  }

  /// Whatever a file holds, its settings can be computed with.
  @Test func settingsOfAnyFileCanBeComputedWith() throws {
    for number in [
      "0", "-1", "1", "5", "1e3", "86400", "86401", "1e10", "1e300", "0.0001", "1e-300",
    ] {
      let json =
        #"{"jobs": 1, "timeoutSeconds": \#(number), "deathsBeforeGivingUp": 1}"#
      let settings = try? BoundedJSON.decode(RunSettings.self, from: Data(json.utf8))
      if let settings { #expect(Int(settings.timeoutSeconds * 1e9) >= 1_000_000) }
      #expect((settings != nil) == ["1", "5", "1e3", "86400"].contains(number), "\(number)")
    }
  }

  @Test func numbersAreReadAsPeopleTypeThem() {
    #expect(NumberBounds.jobs.whole(parsing: "1024") == 1024)
    for text in ["0", "1025", "1.5", "", "x", "99999999999999999999"] {
      #expect(NumberBounds.jobs.whole(parsing: text) == nil, "\(text)")
    }
    #expect(NumberBounds.share.number(parsing: "0.5") == 0.5)
    for text in ["nan", "inf", "-0.1", "1e9"] {
      #expect(NumberBounds.share.number(parsing: text) == nil, "\(text)")
    }
  }
}

/// Any JSON value, of which nothing is kept.
private struct JSONAnything: Decodable {
  init(from decoder: any Swift.Decoder) throws {}
}
