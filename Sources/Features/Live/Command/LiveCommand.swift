import ArgumentParser
import Base
import Console
import PluginHost
import Serving
import Sessions

/// `harness live`: what every decoder reads of a camera, in the browser.
package struct LiveCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "live",
    abstract:
      "Shows in the browser what every decoder reads from your camera, and at which module size.",
    discussion: """
      Serves a page on this machine alone (127.0.0.1) and prints its address. The page opens the camera; every \
      decoder reads each of its frames. The address has a token, for one tab. Ctrl-C ends it. With --host and \
      --tls a phone in the same network can be the camera.

      Exit codes: 0 ended by Ctrl-C, 2 the page cannot be served or a decoder that was named could not be used, \
      64 wrong usage.
      """)

  @Argument(
    help: ArgumentHelp(
      "Images or folders of images, which the page can go through.", valueName: "path"),
    completion: .file())
  var paths: [String] = []

  @OptionGroup var decoders: DecoderOptionGroup

  @OptionGroup var viewing: ViewingOptionGroup

  @Flag(help: "Opens the page in the browser.")
  var open = false

  @Option(help: "The port of the page; 0 for one that is free.")
  var port: UInt16 = 0

  @OptionGroup var host: HostOptionGroup

  @OptionGroup var reading: ReadingOptionGroup

  @Option(
    help: ArgumentHelp(
      "The folder that walk-aways are written to.", valueName: "folder"), completion: .directory)
  var out: String = "reports/live"

  package init() {}

  package func validate() throws {
    if out.isEmpty { throw ValidationError("--out names a folder") }
  }

  package func run() throws {
    try interruptibly { stop in
      let plan = try plan()
      let place = PagePlace(host: host.host ?? PagePlace.loopback, port: port, isSecure: host.tls)
      try PageServer(site: plan.site(stop: stop), at: place, stop: stop).run { page in
        try? printResult(host.announcement(page.address, fingerprint: page.fingerprint))
        if open { Browser.open(page.address) }
      }
      // Its margins were unknown, which may have looked like a run that is missing.
      if let failure = plan.thresholds.failure { throw failure }
    }
  }

  private func plan() throws -> LivePlan {
    let inputs = paths.isEmpty ? [] : ScanInputs(paths).inputs
    let thresholds = try reading.thresholds()
    let choice = try decoders.choice()
    printMessages(about: choice.unavailable)
    try choice.requireDecoders()
    if !choice.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
    // Beside a scan area each decoder runs twice.
    try DescriptorBudget.reserve(
      workers: 2 * choice.decoders.reduce(0) { $0 + $1.members.count })
    return LivePlan(
      decoders: choice.decoders, workerOptions: decoders.workers.reproduceOptions().words,
      deathsBeforeGivingUp: reading.giveUpAfter, viewing: try viewing.viewing(),
      thresholds: thresholds, images: inputs.map(\.path), folder: out)
  }
}
