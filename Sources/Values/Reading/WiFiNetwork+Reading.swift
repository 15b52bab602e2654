extension WiFiNetwork {
  /// Reads the fields behind `WIFI:`; `nil` without a name of the network.
  ///
  /// A value in quotation marks is what stands between them: writers quote names that look like
  /// hexadecimal digits. `H:` once meant the second phase, and still does unless it says true or false.
  ///
  /// The Wi-Fi URI of WPA3 (Wi-Fi Alliance, WPA3 Specification 3.0) is percent-encoded. Only its `R:` tells it
  /// from the older form, in which a per cent sign is a per cent sign.
  init?(_ body: Bytes) {
    let fields = TaggedFields(body)
    encryption = Self.encryption(fields.text("T") ?? "nopass")
    let isEncoded = fields.raw("R") != nil
    func value(_ field: String) -> String? {
      guard let raw = fields.raw(field) else { return nil }
      return isEncoded && raw.contains(UInt8(ascii: "%"))
        ? Escapes.plain(raw).percentDecodedString : Self.unquoted(raw)
    }
    guard let name = value("S") else { return nil }
    ssid = name
    password = value("P")
    let hidden = fields.text("H")
    isHidden = hidden?.lowercased() == "true"
    let isFlag = hidden?.lowercased() == "true" || hidden?.lowercased() == "false"
    phase2 = fields.text("PH2") ?? (isFlag ? nil : hidden)
    eapMethod = fields.text("E")
    identity = fields.text("I")
    anonymousIdentity = fields.text("A")
    publicKey = fields.text("K")
  }

  private static func unquoted(_ value: Bytes) -> String {
    let isQuoted =
      value.count >= 2 && value.first == UInt8(ascii: "\"") && value.last == UInt8(ascii: "\"")
    return Escapes.plain(isQuoted ? value.dropFirst().dropLast() : value).string
  }

  private static func encryption(_ name: String) -> Encryption {
    switch name.uppercased() {
    case "NOPASS": .open
    case "WEP": .wep
    case "WPA", "WPA2", "WPA/WPA2": .wpa
    case "SAE", "WPA3": .wpa3
    case "WPA2-EAP": .enterprise
    default: .other(name)
    }
  }
}
