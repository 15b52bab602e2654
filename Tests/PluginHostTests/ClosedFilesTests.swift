import Foundation
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
