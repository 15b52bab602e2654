import Reporting
import Results

/// The cost of a comparison and its slices, for a terminal.
struct PlanText {
  private let cost: ComparisonCost
  private let style: TerminalStyle

  init(_ cost: ComparisonCost, style: TerminalStyle) {
    (self.cost, self.style) = (cost, style)
  }

  /// Renders the estimate, with a line feed at the end.
  ///
  /// - Parameters:
  ///   - slices: The slices; `nil` if none were asked for.
  ///   - jobs: The cores of a slice.
  func render(slices: [[ComparisonCost.Piece]]?, jobs: Int) -> String {
    let range = cost.coreSeconds
    var lines = style.paragraph(
      "\(Numerals.counted(cost.working, "decoder", "decoders")) on "
        + "\(Numerals.counted(cost.corpora.count, "corpus", "corpora")) "
        + "\(cost.working == 1 ? "takes" : "take") about \(Self.hours(range.value)) on one core.",
      .strong)
    lines += style.paragraph(
      "\(Self.rounded(cost.decodes)) decodes; \(Self.bytes(cost.storeBytes)) of results; "
        + "\(Self.bytes(cost.imageBytes)) of images drawn, none kept.")
    lines += style.paragraph(
      "An estimate from \(Numerals.counted(samples, "image", "images")) drawn and decoded just now; "
        + "single parts of them give \(Self.hours(range.least)) to \(Self.hours(range.most))."
        + spread + idle)
    lines += [""] + table.fitting(style.width).lines(style)
    if let slices, !slices.isEmpty {
      let times = slices.map { $0.reduce(0) { $0 + $1.seconds } / Double(jobs) }
      lines +=
        [""]
        + style.paragraph(
          "\(Numerals.counted(slices.count, "slice", "slices")) of "
            + "\(Numerals.counted(jobs, "core", "cores")): \(Self.hours(times.min() ?? 0)) to "
            + "\(Self.hours(times.max() ?? 0)) each.", .strong)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var samples: Int {
    cost.corpora.reduce(0) { $0 + $1.probes.reduce(0) { $0 + $1.samples } }
  }

  private var spread: String {
    guard let (quickest, slowest) = cost.decoderSeconds, quickest.label != slowest.label else {
      return ""
    }
    return " Decoders differ: \(quickest.label) takes \(Self.hours(quickest.seconds)) of decoding, "
      + "\(slowest.label) \(Self.hours(slowest.seconds))."
  }

  private var idle: String {
    cost.idle.isEmpty
      ? ""
      : " \(Words.list(cost.idle)) \(cost.idle.count == 1 ? "reads" : "read") none of it, and "
        + "\(cost.idle.count == 1 ? "is" : "are") not counted."
  }

  private var table: TextGrid {
    func column(_ title: [String], _ cell: (CorpusCost) -> String) -> TextGrid.Column {
      .init(
        title: title, alignment: .right,
        cells: cost.corpora.map { TextGrid.Cell(text: style.shown(cell($0))) })
    }
    var names = column(["corpus"]) { $0.corpus }
    names.alignment = .left
    return TextGrid(columns: [
      names, column(["images"]) { Numerals.count($0.samples) },
      column(["decodes"]) { Self.rounded(cost.decodes($0)) },
      column(["core time"]) { Self.hours(cost.coreSeconds($0).value) },
      column(["from – to"]) {
        let range = cost.coreSeconds($0)
        return "\(Self.hours(range.least)) – \(Self.hours(range.most))"
      },
      column(["images", "drawn"]) { Self.bytes($0.imageBytes * Double($0.samples)) },
    ])
  }

  /// A time in two digits and the unit that fits: `3.1 h`, `12 min`, `45 s`.
  static func hours(_ seconds: Double) -> String {
    let units = [(3600.0, "h"), (60, "min")]
    for (unit, name) in units where seconds >= 2 * unit {
      return "\(digits(seconds / unit)) \(name)"
    }
    return "\(digits(seconds)) s"
  }

  /// A size in bytes: `4.2 GB`.
  static func bytes(_ bytes: Double) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB")]
    for (unit, name) in units where bytes >= unit { return "\(digits(bytes / unit)) \(name)" }
    return "\(digits(bytes / 1e3)) kB"
  }

  private static func digits(_ number: Double) -> String {
    number < 9.95 ? Numerals.decimal(number, places: 1) : rounded(number)
  }

  private static func rounded(_ number: Double) -> String {
    Numerals.count(Int(min(number.rounded(), 1e15)))
  }
}

/// The job script that runs the slices of a comparison with an engine.
struct PlanScript {
  /// The engines that scripts are written for.
  enum Engine: String, CaseIterable, Sendable {
    case slurm
    case kubernetes
    case githubActions = "github-actions"
    case parallel
  }

  private let slices: [[ComparisonCost.Piece]]
  private let jobs: Int
  private let folder: String
  /// Options of every run, quoted for a shell.
  private let options: String
  private let version: String
  private let hasPlugins: Bool

  /// Makes a script.
  ///
  /// - Parameters:
  ///   - options: Options of every run, as words.
  ///   - folder: The folder of all results.
  ///   - version: The harness's version, which is its container image's.
  init(
    _ slices: [[ComparisonCost.Piece]], jobs: Int, folder: String, options: [String],
    version: String
  ) {
    (self.slices, self.jobs, self.folder, self.version) = (slices, jobs, folder, version)
    hasPlugins = options.contains("--plugin")
    self.options = options.map { " " + ReproduceCommand.quoted($0) }.joined()
  }

  /// Renders the script for an engine.
  func text(_ engine: Engine) -> String {
    switch engine {
    case .slurm: slurm
    case .kubernetes: kubernetes
    case .githubActions: githubActions
    case .parallel: parallel
    }
  }

  private func name(_ corpus: String) -> String {
    (corpus.split(separator: "/").last.map(String.init) ?? corpus).replacing(".yaml", with: "")
  }

  /// The command of one piece.
  private func command(_ piece: ComparisonCost.Piece, rest: String = "") -> String {
    let output = "\(folder)/\(name(piece.corpus))/slice-\(piece.shard.index)"
    let shard = piece.shard.isPart ? " --shard \(piece.shard)" : ""
    return
      "harness compare --corpus \(ReproduceCommand.quoted(piece.corpus))\(shard) --quiet --jobs \(jobs) "
      + "--output \(ReproduceCommand.quoted(output))\(options)\(rest)"
  }

  /// Commands that join the slices of every corpus.
  var merges: [String] {
    Set(slices.joined().map(\.corpus)).sorted().map {
      let place = "\(folder)/\(name($0))"
      return
        "harness runs merge \(ReproduceCommand.quoted(place))/slice-* --output \(ReproduceCommand.quoted(place + "/all"))"
    }
  }

  /// The longest slice, twice over, in whole hours.
  private var hours: Int {
    let longest = slices.map { $0.reduce(0) { $0 + $1.seconds } }.max() ?? 0
    return max(1, Int((2 * longest / Double(jobs) / 3600).rounded(.up)))
  }

  /// The choice of a slice's commands by its number; a slice ends at the first that fails.
  private func cases(_ variable: String, indent: String, rest: String = "") -> String {
    var lines = ["case \(variable) in"]
    for (index, slice) in slices.enumerated() {
      lines.append("  \(index + 1))")
      lines += slice.map { "    \(command($0, rest: rest))" }
      lines.append("    ;;")
    }
    lines.append(
      "  *) echo \"there is no slice \(variable): they are 1-\(slices.count)\" >&2; exit 64 ;;")
    return (lines + ["esac"]).map { indent + $0 }.joined(separator: "\n")
  }

  private var slurm: String {
    """
    #!/bin/sh
    # \(slices.count) slices. Options of harness compare that are the same for all may follow the script:
    #   sbatch SCRIPT --decoder NAME --decoder NAME
    # A slice that failed is run again by its number, and carries on: sbatch --array=3 SCRIPT …
    # When all are through:
    \(merges.map { "#   " + $0 }.joined(separator: "\n"))
    #SBATCH --job-name=barcode-harness
    #SBATCH --array=1-\(slices.count)
    #SBATCH --cpus-per-task=\(jobs)
    #SBATCH --time=\(hours):00:00
    #SBATCH --requeue
    set -eu
    \(cases("\"${SLURM_ARRAY_TASK_ID:?is not set: start this script with sbatch}\"", indent: "", rest: " \"$@\""))

    """
  }

  private var kubernetes: String {
    """
    # \(slices.count) slices. The claim is a volume that all pods can write to (ReadWriteMany), at \(folder).
    # When all are through, in a pod that mounts it:
    \(merges.map { "#   " + $0 }.joined(separator: "\n"))
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: barcode-harness
    spec:
      completionMode: Indexed
      completions: \(slices.count)
      parallelism: \(slices.count)
      backoffLimitPerIndex: 2
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: harness
              image: registry.example/barcode-harness:latest
              command: [sh, -ec]
              args:
                - |
                  slice=$((JOB_COMPLETION_INDEX + 1))
    \(cases("\"$slice\"", indent: "              "))
              resources:
                requests: {cpu: "\(jobs)", memory: 2Gi}
              volumeMounts:
                - {name: results, mountPath: \(folder)}
          volumes:
            - name: results
              persistentVolumeClaim: {claimName: barcode-harness-results}

    """
  }

  private var githubActions: String {
    """
    # \(slices.count) slices, each a job of a matrix. Join them and publish the pages as
    # docs/engines/github-actions.yml does; OWNER is the account that the harness comes from:
    \(merges.map { "#   " + $0 }.joined(separator: "\n"))
    name: compare
    on: workflow_dispatch

    permissions:
      contents: read

    jobs:
      slice:
        runs-on: ubuntu-latest
        container: ghcr.io/OWNER/barcode-harness:\(version)
        strategy:
          fail-fast: false
          matrix:
            slice: [\((1...max(slices.count, 1)).map(String.init).joined(separator: ", "))]
        env:
          SLICE: ${{ matrix.slice }}
        steps:
          - uses: actions/checkout@v7
    \(build)      - run: |
    \(cases("\"$SLICE\"", indent: "          "))
          - uses: actions/upload-artifact@v7
            with:
              name: slice-${{ matrix.slice }}
              path: \(folder)

    """
  }

  /// The step that builds what plugins need; empty without plugins.
  private var build: String {
    guard hasPlugins else { return "" }
    return """
            # What builds your library and its plugin, in the image in which they are used. The plugins' paths
            # are those of the machine that wrote this: make them the repository's.
            - run: make

      """
  }

  private var parallel: String {
    slices.map { $0.map { command($0) }.joined(separator: " && ") }.joined(separator: "\n") + "\n"
  }
}
