import Base
import DecoderKit
import Foundation
import TestSupport
import Testing

@testable import PluginHost

#if os(Linux)
  /// What plugins may read in the sandbox: what they need, and nothing of their user's.
  @Suite(.enabled(if: SandboxMode.automatic.boundsFiles, "this kernel has no Landlock"))
  struct ClosedFilesTests {
    private let folder: TemporaryFolder
    private let plugin: String

    init() throws {
      folder = try TemporaryFolder()
      plugin = folder.path + "/plugin/reads-secrets"
      let source = try String(
        contentsOfFile: Package.hostilePlugin("reads-secrets"), encoding: .utf8)
      try folder.file("plugin/reads-secrets", source)
    }

    /// Names below a home or a project under which secrets are kept usually.
    private static let secrets = [
      ".ssh/id_rsa", ".ssh/id_ed25519", ".ssh/config", ".ssh/known_hosts", ".aws/credentials",
      ".aws/config",
      ".azure/accessTokens.json", ".config/gh/hosts.yml", ".config/gcloud/credentials.db",
      ".kube/config",
      ".docker/config.json", ".gnupg/private-keys-v1.d/a.key", ".netrc", ".npmrc", ".pypirc",
      ".pgpass",
      ".git-credentials", ".bash_history", ".python_history", ".env", ".cargo/credentials.toml",
      ".cache/huggingface/token", ".local/share/keyrings/login.keyring", ".mozilla/firefox/key4.db",
      "project/.git/config", "project/secret.pem", "project/server.key", "project/qr.secret.json",
      "reports/qr-small/observations.sqlite", "other/harness-decoder-other", "other/model.onnx",
      "tmp/harness-plugin-AbCdEf/image.png",
    ]
    private static let system = [
      "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/passwd", "/etc/ssh/ssh_host_rsa_key",
      "/etc/environment", "/etc/ssl/private", "/root/.bashrc", "/root/.profile", "/home", "/root",
      "/tmp",
      "/var/log", "/run", "/var/backups", "/etc/machine-id", "/proc/1/environ",
    ]

    @Test func noneOfTheUsualSecretsIsReadInAnyWay() throws {
      var targets = Self.system
      for secret in Self.secrets {
        targets.append(try folder.file("home/" + secret, "secret", executable: true))
      }
      let links = [targets.last ?? "", "/etc/shadow", "../home/.env", "/proc/1/root/etc/shadow"]
      for (index, target) in links.enumerated() {
        try FileManager.default.createSymbolicLink(
          atPath: folder.path + "/plugin/link\(index)", withDestinationPath: target)
      }
      try folder.file("plugin/targets", targets.joined(separator: "\n"), executable: false)
      try folder.file("plugin/processes", "\(getpid()) \(getppid()) 1", executable: false)
      let lines = try run().split(separator: "\n")
      #expect(lines.last == "done")
      #expect(lines.dropLast() == [], "it got \(lines.dropLast())")
      #expect(targets.count >= 40)
    }

    /// Runs the plugin to its end and returns what it printed.
    private func run() throws -> String {
      let worker = try BareWorker(settings: WorkerSettings(executable: plugin))
      var output: [UInt8] = []
      while case .bytes(let bytes) = worker.receive(withinNanoseconds: 60_000_000_000) {
        output += bytes
      }
      if output.isEmpty { return worker.diagnostics }
      return String(decoding: output, as: UTF8.self)
    }

    private func program(_ manifest: String) throws -> PluginProgram {
      let path = try folder.file(
        "toy/plugin.yaml", "format: 1\nname: toy\ncommand: [/bin/cat]\n" + manifest,
        executable: false)
      return try PluginProgram(
        PluginManifest(contentsOf: path), harnessFolder: nil,
        surroundings: ["PATH": "/usr/bin:/bin"])
    }

    @Test func whatIsDeclaredIsOpenAndNothingBesideIt() throws {
      let model = try folder.file("models/a.onnx", "model", executable: false)
      let other = try folder.file("others/a.onnx", "model", executable: false)
      let reading = PluginReading(try program("reads: [../models/]"))
      #expect(reading.covers(model) && !reading.covers(other))
      #expect(reading.places.contains { $0.reason == .declared && model.hasPrefix($0.path) })
    }

    @Test(arguments: [
      "/", "/etc", "/etc/shadow", "/proc/1", "/root", "/root/.ssh", "/dev/mem", "~",
    ])
    func secretsStayClosedAlthoughTheyAreDeclared(path: String) throws {
      let reading = PluginReading(
        try program("reads: [\"\(path == "~" ? NSHomeDirectory() : path)\"]"))
      #expect(!reading.places.contains { $0.reason == .declared })
    }

    @Test func aLinkInThePluginsFolderOpensNothingElsewhere() throws {
      let secret = try folder.file("home/notes.txt", "secret", executable: false)
      try folder.file("toy/observations.sqlite", "", executable: false)
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/toy/link.txt", withDestinationPath: secret)
      let reading = PluginReading(try program(""))
      #expect(!reading.covers(secret) && !reading.covers(folder.path + "/toy/observations.sqlite"))
      #expect(reading.covers(folder.path + "/toy/plugin.yaml"))
    }

    @Test func aPluginBehindALinkReadsItsOwnFolderAndNotTheLinks() throws {
      let plugin = try folder.file("toy/harness-decoder-toy", "#!/bin/cat\n")
      let module = try folder.file("toy/module.py", "", executable: false)
      let other = try folder.file("links/notes.txt", "secret", executable: false)
      let link = folder.path + "/links/harness-decoder-toy"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: plugin)
      let reading = PluginReading(PluginProgram(executable: link))
      #expect(reading.covers(plugin) && reading.covers(module) && !reading.covers(other))
    }

    /// By a decoder that answers with its error, and by one that dies of it.
    @Test(arguments: [true, false])
    func aReadThatIsRefusedInMidRunIsNamed(_ isAnswered: Bool) async throws {
      let model = try folder.file("models/a.onnx", "model", executable: false)
      try folder.file(
        "plugin/wire.py", String(contentsOfFile: Package.hostilePlugin("wire.py"), encoding: .utf8))
      let plugin = try folder.file(
        "plugin/late",
        """
        #!/usr/bin/env -S python3 -S
        import wire

        def on_black(request):
            try:
                open("\(model)")
            except OSError as error:
                if not \(isAnswered ? 1 : 0):
                    raise
                wire.send({"type": "result", "id": request["id"], "error": str(error)})

        wire.serve(on_black)
        """)
      let attempts = try await onThreadOfItsOwn {
        let worker = DecoderWorker(
          settings: WorkerSettings(executable: plugin, startDeadlineNanoseconds: 30_000_000_000),
          health: DecoderHealth(givingUpAfter: 5), stop: StopSignal())
        defer { worker.close() }
        return [Sample.white, Sample.black].map { worker.decode($0) }
      }
      let outcomes = attempts.map { summary(of: $0.outcome) }
      #expect(outcomes[0] == "readings 0")
      let words = "it cannot read \(model): not declared; add reads: [\(model)] to its plugin.yaml"
      #expect(outcomes[1].hasPrefix(isAnswered ? "failed: " : "crashed: "), "\(outcomes)")
      #expect(outcomes[1].hasSuffix((isAnswered ? "; " : "\n") + words), "\(outcomes)")
    }

    @Test func wordsThatDenyNothingAreLeftAlone() throws {
      let model = try folder.file("models/a.onnx", "model", executable: false)
      let toy = try program("")
      for text in [
        "\(model) is no model", "Permission denied", "Permission denied: '/usr/bin/env'",
      ] {
        #expect(RefusedRead.completed(text, of: toy) == text)
      }
      // The end of a long text is what is kept of it.
      let long = String(repeating: "line\n", count: 2000) + "Permission denied: '\(model)'"
      let completed = RefusedRead.completed(long, of: toy)
      #expect(completed.utf8.count < 4096 && completed.contains("\nit cannot read \(model)"))
    }

    @Test func aRefusedReadIsNamedWithWhatOpensIt() throws {
      let model = try folder.file("models/a.onnx", "model", executable: false)
      let toy = try program("")
      let note = RefusedRead.note(
        in: "PermissionError: [Errno 13] Permission denied: '\(model)'", of: toy)
      #expect(
        note == "; it cannot read \(model): not declared; add reads: [\(model)] to its plugin.yaml")
      #expect(RefusedRead.note(in: "File \"/usr/bin/env\" is bad", of: toy) == "")
      let secret = RefusedRead.note(in: "Permission denied: '/etc/shadow'", of: toy)
      #expect(secret.hasPrefix("; the sandbox keeps /etc/shadow closed"))
    }
  }
#endif
