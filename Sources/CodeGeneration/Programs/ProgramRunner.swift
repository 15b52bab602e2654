import Base
import DecoderKit
import Foundation

/// Builds and runs a generated program in its folder.
package struct ProgramRunner: Sendable {
  private let folder: String
  private let build: [String]
  private let run: [String]

  /// Makes a runner of a program that was written.
  ///
  /// - Parameter folder: The program's folder.
  package init(_ program: GeneratedProgram, in folder: String) {
    self.init(build: program.build, run: program.run, in: folder)
  }

  /// Makes a runner with other commands, such as another interpreter.
  ///
  /// - Parameters:
  ///   - build: The command and its arguments; empty where nothing is built.
  ///   - run: The command and its arguments; the images' paths follow.
  ///   - folder: The program's folder, in which both run.
  package init(build: [String], run: [String], in folder: String) {
    self.folder = folder
    self.build = build
    self.run = run
  }

  /// Builds the program.
  ///
  /// - Parameter limit: The time after which the build is ended, with all processes of its group.
  /// - Throws: ``ProgramRunError``.
  package func build(limit: Duration) async throws {
    guard !build.isEmpty else { return }
    let ended = try await Command(build, in: folder).run(limit: limit)
    guard ended.status == 0 else { throw ProgramRunError.buildFailed(ended.errors) }
  }

  /// Runs the program over images.
  ///
  /// If it dies, which some libraries let happen, it runs once more for each image alone, to tell which
  /// one it was.
  ///
  /// - Parameters:
  ///   - images: The paths of the image files, each once.
  ///   - limit: The time after which it is ended, with all processes of its group.
  /// - Returns: The readings, and whatever the program complained of.
  /// - Throws: ``ProgramRunError`` if it does not start, takes too long or prints something else than
  ///   readings. An image that it cannot read is no error here: see ``ProgramReadings/status``.
  package func read(_ images: [String], limit: Duration) async throws -> ProgramReadings {
    do {
      return try await readTogether(images, limit: limit)
    } catch ProgramRunError.killed(let command, let signal, let errors) {
      guard images.count > 1 else {
        return ProgramReadings(
          readings: [nil], status: 2, errors: "\(command): signal \(signal)\n\(errors)")
      }
    }
    var all = ProgramReadings(readings: [], status: 0, errors: "")
    for image in images {
      let one = try await read([image], limit: limit)
      all.readings += one.readings
      all.status = max(all.status, one.status)
      all.errors += one.errors
    }
    return all
  }

  private func readTogether(_ images: [String], limit: Duration) async throws -> ProgramReadings {
    guard !run.isEmpty else {
      throw ProgramRunError.notStarted(command: "", reason: "there is no command that runs it")
    }
    // The program runs in its own folder, so that relative paths would lead elsewhere.
    let paths = images.map { URL(filePath: $0).path }
    let ended = try await Command(run + paths, in: folder).run(limit: limit)
    var readings: [[ProgramReading]] = Array(repeating: [], count: images.count)
    var current = 0
    for line in ended.output.split(separator: UInt8(ascii: "\n")) {
      guard let row = try? BoundedJSON.decode(Row.self, from: Data(line)),
        let bytes = [UInt8](hexadecimal: row.hex),
        let index = paths[current...].firstIndex(of: row.image)
      else { throw ProgramRunError.badOutput(String(decoding: line, as: UTF8.self)) }
      current = index
      readings[index].append(
        ProgramReading(symbology: row.symbology.flatMap { Symbology(rawValue: $0) }, bytes: bytes))
    }
    return ProgramReadings(readings: readings, status: ended.status, errors: ended.errors)
  }

  private struct Row: Decodable {
    let image: String
    let symbology: String?
    let hex: String
  }
}

/// One reading as a generated program printed it.
package struct ProgramReading: Hashable, Sendable {
  /// The symbology; `nil` if the library told none that is known.
  package let symbology: Symbology?
  /// The data bytes.
  package let bytes: [UInt8]

  package init(symbology: Symbology?, bytes: [UInt8]) {
    self.symbology = symbology
    self.bytes = bytes
  }

  /// A reading of the harness without its place, for comparison.
  package init(_ reading: Reading) {
    self.init(symbology: reading.symbology, bytes: reading.bytes)
  }
}

/// The output of one run of a generated program.
package struct ProgramReadings: Hashable, Sendable {
  /// The readings of each image, in the order in which the images were given; `nil` where the program died.
  package internal(set) var readings: [[ProgramReading]?]
  /// The exit status: 0, or 2 if an image could not be read.
  package internal(set) var status: Int32
  /// The end of what it wrote to standard error.
  package internal(set) var errors: String
}

/// The reason that a generated program was not built or run.
package enum ProgramRunError: Error, Equatable, Sendable {
  /// A command does not start: it is not installed.
  case notStarted(command: String, reason: String)
  /// The build failed; the end of its standard error.
  case buildFailed(String)
  /// A command took longer than its limit.
  case timeLimit(command: String)
  /// A command was ended by a signal.
  case killed(command: String, signal: Int32, errors: String)
  /// The program printed a line that is no reading of one of its images.
  case badOutput(String)
}
