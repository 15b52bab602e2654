/// A wireless network with all that a device needs to join it.
public struct WiFiNetwork: Hashable, Sendable {
  /// The way in which a network is protected.
  public enum Encryption: Hashable, Sendable {
    /// Not at all.
    case open
    /// WEP.
    case wep
    /// WPA or WPA2 with a shared password (`WPA`, `WPA2`, `WPA/WPA2`).
    case wpa
    /// WPA3 with a shared password (`SAE`, `WPA3`).
    case wpa3
    /// WPA2 with a user name (`WPA2-EAP`).
    case enterprise
    /// Another way, by the name that the symbol gives it.
    case other(String)
  }

  /// The network's name.
  public let ssid: String
  /// The password; `nil` if the symbol has none.
  public let password: String?
  /// The protection.
  public let encryption: Encryption
  /// True if the network does not announce its name.
  public let isHidden: Bool
  /// The EAP method, such as `PEAP`.
  public let eapMethod: String?
  /// The second phase of authentication, such as `MSCHAPV2`.
  public let phase2: String?
  /// The user's name.
  public let identity: String?
  /// The name that is sent before encryption starts.
  public let anonymousIdentity: String?
  /// The public key of SAE, in base64 (WPA3 Specification 3.0, Wi-Fi URI).
  public let publicKey: String?

  /// The protection as a word.
  var encryptionName: String {
    switch encryption {
    case .open: "nopass"
    case .wep: "WEP"
    case .wpa: "WPA"
    case .wpa3: "SAE"
    case .enterprise: "WPA2-EAP"
    case .other(let name): name
    }
  }

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("ssid", ssid)
    fields.add("password", password)
    fields.add("encryption", encryptionName)
    fields.add("hidden", isHidden ? "yes" : "no")
    fields.add("eap-method", eapMethod)
    fields.add("phase-2", phase2)
    fields.add("identity", identity)
    fields.add("anonymous-identity", anonymousIdentity)
    fields.add("public-key", publicKey)
    return fields
  }
}
