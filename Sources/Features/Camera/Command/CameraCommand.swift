import ArgumentParser
import Base
import Console
import Corpora
import Foundation
import Sessions

/// `harness camera`: cameras of one's own.
package struct CameraCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "camera", abstract: "Measures a camera's focal length.",
    subcommands: [Calibrate.self])

  package init() {}

  /// `harness camera calibrate`
  struct Calibrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Fits the focal length from photos of a code of known size at known distances.",
      discussion: """
        Each photo shows one QR Code, Data Matrix or Aztec of the same size, near the middle. The code \
        lies flat and may lean by up to 20 degrees. Take about ten photos. The distance is measured \
        from the lens to the code's centre, along the camera's axis.

        Exit codes: 0 fine, 2 the photos show no focal length, 64 wrong usage.
        """)

    @Argument(
      help: ArgumentHelp("Images, or folders of images.", valueName: "path"), completion: .file())
    var paths: [String]

    @Option(
      help: ArgumentHelp("The code's width without quiet zone: 20mm.", valueName: "length"),
      transform: PhysicalOption.codeSize)
    var codeSize: Double

    @Option(
      help: ArgumentHelp(
        "The code's distance: 300mm. Repeat it to give one for each image, in order.",
        valueName: "length"), transform: PhysicalOption.distance)
    var distance: [Double]

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "Writes a camera file; its name becomes the camera's: my-phone.yaml.", valueName: "file"),
      completion: .file(extensions: ["yaml"]))
    var output: String?

    @OptionGroup var decoders: DecoderOptionGroup

    func validate() throws {
      if distance.isEmpty { throw ValidationError("--distance is needed: --distance 300mm") }
      if let output, CameraFileName(output) == nil {
        throw ValidationError(
          "--output is a file of lower-case letters, digits and hyphens that ends in .yaml")
      }
    }

    func run() throws {
      try interruptibly { stop in
        if let output, FileManager.default.fileExists(atPath: output) {
          throw RequestError("\(output): exists already: remove it, or choose another name")
        }
        let inputs = ScanInputs(paths).inputs
        let distances = try distances(for: inputs.count)
        let choice = try decoders.choice()
        try choice.requireDecoders()
        let calibration = try CalibrationSession(decoders: choice.decoders, stop: stop)
          .calibrate(
            inputs, codeWidthMillimetres: codeSize, distancesMillimetres: distances)
        if stop.isRequested { throw ExitStatus.interrupted }
        try printResult(CalibrationText(Terminal.style()).render(calibration))
        printMessages(about: choice.unavailable)
        guard let output, let file = CameraFileName(output) else { return }
        let yaml = CalibrationText.yaml(calibration, name: file.camera)
        try AtomicFile.write(Array(yaml.utf8), to: output, isDurable: false)
        printMessage("wrote \(output): use it as --camera \(output)")
      }
    }

    private func distances(for count: Int) throws -> [Double] {
      if distance.count == 1, let only = distance.first {
        return Array(repeating: only, count: count)
      }
      guard distance.count == count else {
        throw RequestError(
          "there are \(count) images and \(distance.count) distances: give one for all, or one for "
            + "each")
      }
      return distance
    }
  }
}
