import Foundation

/// The places that stay closed to plugins although a manifest, a link or a program's own words lead there.
enum ClosedPlaces {
  /// The reason that a place is not opened as a whole; `nil` if it may be.
  static func reason(against path: String) -> String? {
    if isTooWide(path) { return "it holds more than a plugin's own" }
    if isSecret(path) { return "secrets are usually kept there" }
    return nil
  }

  /// True for folders that hold whole homes, systems, or everybody's files.
  static func isTooWide(_ path: String) -> Bool {
    shared.contains(path) || homes.contains { RealPath.lies($0, in: path) }
      || homes.contains { home in personal.contains { path == "\(home)/\($0)" } }
  }

  private static let shared: Set<String> = [
    "/", "/bin", "/boot", "/dev", "/dev/shm", "/etc", "/home", "/lib", "/media", "/mnt",
    "/opt", "/proc", "/root", "/run", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/usr/local", "/var",
    "/var/lib", "/var/tmp",
  ]

  /// Folders of a home that hold what belongs to all of its programs.
  private static let personal = [
    ".cache", ".config", ".local", ".local/share", ".local/state", "Desktop", "Documents",
    "Downloads",
    "Library", "Pictures",
  ]

  /// True for keys, tokens, accounts, other processes and devices, wherever they are kept usually.
  static func isSecret(_ path: String) -> Bool {
    if closed.contains(where: { RealPath.lies(path, in: $0) }) { return true }
    let parts = path.split(separator: "/").map(String.init)
    if parts.contains(where: secretFolders.contains) { return true }
    if let name = parts.last, isSecretName(name) { return true }
    guard let home = homes.first(where: { RealPath.lies(path, in: $0) }) else { return false }
    let below = path.dropFirst(home.count + 1)
    // Hidden files of a home are programs' own, but for installations of programs.
    return below.hasPrefix(".") && !installations.contains { "\(below)/".hasPrefix($0) }
  }

  /// True for names of files that hold keys, tokens or passwords.
  static func isSecretName(_ name: String) -> Bool {
    let name = name.lowercased()
    return secretNames.contains(name) || name.hasPrefix(".env") || name.hasPrefix("id_rsa")
      || name.hasPrefix("id_ecdsa") || name.hasPrefix("id_ed25519") || name.hasPrefix("ssh_host_")
      || secretEndings.contains(where: name.hasSuffix)
  }

  private static let closed = [
    "/boot", "/dev", "/proc", "/root/.ssh", "/run", "/var/run", "/var/log", "/var/mail",
    "/var/spool",
    "/var/backups", "/var/lib/docker", "/var/lib/kubelet", "/var/lib/sss", "/var/lib/containerd",
    "/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssh", "/etc/ssl/private", "/etc/pki/tls/private", "/etc/security", "/etc/krb5.keytab",
    "/etc/NetworkManager", "/etc/wireguard", "/etc/openvpn", "/etc/letsencrypt", "/etc/docker",
    "/etc/kubernetes", "/etc/environment", "/etc/profile", "/etc/profile.d", "/etc/cron.d",
    "/sys/kernel/debug", "/sys/kernel/security", "/sys/firmware",
  ]
  private static let secretFolders: Set<String> = [
    ".git", ".hg", ".svn", ".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".config",
    ".password-store",
    ".mozilla", ".thunderbird", "keyrings", "credentials",
  ]
  private static let secretNames: Set<String> = [
    ".netrc", "_netrc", ".npmrc", ".pypirc", ".git-credentials", ".pgpass", ".my.cnf", ".dockercfg",
    ".bash_history", ".zsh_history", ".python_history", ".htpasswd", "credentials",
    "credentials.json",
    "credentials.toml", "token", "kubeconfig", "observations.sqlite",
  ]
  private static let secretEndings = [
    ".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".gpg", ".asc", ".secret.json",
    ".sqlite-wal", ".sqlite-shm",
  ]
  /// Hidden folders of a home in which programs are installed, or kept to be used again.
  private static let installations = [
    ".pyenv/", ".asdf/", ".rbenv/", ".nodenv/", ".jenv/", ".nvm/", ".sdkman/", ".conda/envs/",
    ".rustup/",
    ".swiftly/", ".cargo/bin/", ".dotnet/", ".nix-profile/", ".linuxbrew/", ".venv/", ".venvs/",
    ".virtualenvs/", ".local/bin/", ".local/lib/", ".local/pipx/", ".local/share/pipx/",
    ".local/share/uv/", ".local/share/mise/", ".local/share/barcode-harness/", ".cache/",
    ".gradle/jdks/", ".jdks/",
  ]

  /// The homes of this machine's people, and this process's own.
  private static let homes: [String] = {
    var homes = Set([ProcessInfo.processInfo.environment["HOME"], "/root"].compactMap { $0 })
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      let isPerson = entry.pointee.pw_uid >= 1000 && entry.pointee.pw_uid < 60000
      if isPerson, let home = entry.pointee.pw_dir { homes.insert(String(cString: home)) }
    }
    return homes.compactMap(RealPath.of).filter { $0 != "/" }.sorted()
  }()
}
