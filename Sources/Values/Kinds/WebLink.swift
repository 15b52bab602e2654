/// The address of a web page or another resource.
public struct WebLink: Hashable, Sendable {
  /// The address as it is to be opened; `http://` stands before one that came without a scheme.
  public let url: String
  /// The title that came with it (MEBKM and URLTO); `nil` without one.
  public let title: String?
  /// The scheme in lower case, such as `https`.
  public let scheme: String
  /// The host in lower case, without user and port; `nil` if the address has none.
  public let host: String?
  /// The element strings of a GS1 Digital Link URI; `nil` for other addresses.
  public let digitalLink: GS1Message?

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("url", url)
    fields.add("title", title)
    fields.add("scheme", scheme)
    fields.add("host", host)
    return fields + (digitalLink?.fields ?? [])
  }
}

extension GS1Message {
  var fields: [ValueField] {
    var fields: [ValueField] = []
    for element in elements {
      let values = element.values.map(\.description)
      let value = values.isEmpty ? element.data : values.joined(separator: " ")
      fields.append(ValueField("(\(element.identifier)) \(element.title)", value))
    }
    fields.add("rest", rest)
    return fields
  }
}
