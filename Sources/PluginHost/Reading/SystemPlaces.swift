import Foundation

/// The libraries and data of the system that any program may need, without what is a user's or a service's own.
enum SystemPlaces {
  /// The places that are there.
  static let all: [ReadablePlace] = paths.compactMap(RealPath.of).reduce(into: []) { places, path in
    guard !places.contains(where: { $0.covers(path) }) else { return }
    places.append(ReadablePlace(path, .system))
  }

  private static let paths: [String] =
    // These may hold settings with passwords of those who administrate the machine.
    contents(of: "/usr", without: ["local", "etc", "src"])
    + contents(of: "/usr/local", without: ["etc", "src", "var"])
    + ["/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/nix/store", "/gnu/store"]
    + settings.map { "/etc/" + $0 } + javaSettings
    + [
      // The versions of installed libraries, which adapters tell.
      "/var/lib/dpkg/status", "/var/cache/fontconfig", "/var/lib/ca-certificates",
      // Processors, memory and their limits, by which thread pools and virtual machines are sized.
      "/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm",
    ]

  /// Files and folders in `/etc` that say how libraries are found, texts are shown, hosts are named, and whose
  /// certificates are trusted. Accounts (`passwd`, `group`) are not among them: their names are those of people.
  private static let settings = [
    "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "ld.so.preload", "alternatives", "os-release",
    "debian_version", "lsb-release", "localtime", "timezone", "locale.conf", "locale.alias",
    "default/locale", "fonts", "mime.types", "magic", "gai.conf", "host.conf", "hosts",
    "nsswitch.conf", "resolv.conf", "services", "protocols", "ssl/certs", "ssl/openssl.cnf",
    "ssl/cert.pem", "ca-certificates", "ca-certificates.conf", "pki/tls/certs", "pki/tls/cert.pem",
    "pki/tls/openssl.cnf", "pki/ca-trust", "pki/java", "crypto-policies", "gcrypt", "java",
    "ImageMagick-6", "ImageMagick-7", "OpenCL", "vulkan", "glvnd", "libva.conf", "python3", "perl",
    "swift", "dotnet", "mono",
  ]

  /// The settings of Java's virtual machines, as distributions name them.
  private static let javaSettings = RealPath.names(in: "/etc").filter { $0.hasPrefix("java-") }
    .map { "/etc/" + $0 }

  private static func contents(of folder: String, without left: Set<String>) -> [String] {
    RealPath.names(in: folder).filter { !left.contains($0) }.map { "\(folder)/\($0)" }
  }
}
