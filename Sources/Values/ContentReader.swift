/// The decision which form a payload has, and its reading.
struct ContentReader {
  let carrier: Carrier
  let year: Int

  func content(payload: Bytes, text: DecodedText?) -> BarcodeContent {
    // Cards and calendars may hold several charsets, so that the whole need not be text in one.
    if text?.evidence != .declared, let content = card(payload, charset: text?.charset) {
      return content
    }
    guard let text else { return .binary(Array(payload)) }
    let utf8 = Array(text.string.utf8)[...]
    let body = utf8.drop(while: \.isBlank)
    return carried(utf8) ?? card(body, charset: nil) ?? tagged(body) ?? scheme(body) ?? loose(body)
      ?? .text(text.string)
  }

  /// The content that the carrier or a mark in the payload decides.
  private func carried(_ text: Bytes) -> BarcodeContent? {
    if carrier == .retail || carrier == .upcE, let digits = RetailDigits(text) {
      if carrier == .retail, let number = PublicationNumber(digits) { return .publication(number) }
      if let product = Product(digits, isUPCE: carrier == .upcE) { return .product(product) }
    }
    // Many other numbers of 14 digits are carried so: one in ten has a right check digit by chance.
    if carrier == .itf, text.count == 14, let digits = RetailDigits(text),
      let product = Product(digits, isUPCE: false), product.isCheckDigitValid
    {
      return .product(product)
    }
    if carrier == .gs1 || GS1Message.isMarked(text) {
      let message =
        GS1Message(bracketed: text, year: year) ?? GS1Message(elementStrings: text, year: year)
      if let message { return .gs1(message) }
    }
    return DriverLicence(text).map(BarcodeContent.driverLicence)
  }

  private func card(_ text: Bytes, charset: String?) -> BarcodeContent? {
    let body = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text
    if let contact = Contact(vCard: body, charset: charset) { return .contact(contact) }
    return CalendarEvent(calendar: body, charset: charset).map(BarcodeContent.event)
  }

  private func tagged(_ text: Bytes) -> BarcodeContent? {
    if let rest = text.after("WIFI:") { return WiFiNetwork(rest).map(BarcodeContent.wifi) }
    if let rest = text.after("MECARD:") { return Contact(meCard: rest).map(BarcodeContent.contact) }
    if let rest = text.after("BIZCARD:") {
      return Contact(bizCard: rest).map(BarcodeContent.contact)
    }
    if let rest = text.after("MEBKM:") {
      return WebLink(bookmark: rest, year: year).map(BarcodeContent.url)
    }
    if let rest = text.after("URLTO:") {
      return WebLink(urlto: rest, year: year).map(BarcodeContent.url)
    }
    if let rest = text.after("MATMSG:") {
      return EmailMessage(matmsg: rest).map(BarcodeContent.email)
    }
    if let rest = text.after("SMTP:") { return EmailMessage(smtp: rest).map(BarcodeContent.email) }
    return nil
  }

  private func scheme(_ text: Bytes) -> BarcodeContent? {
    if let rest = text.after("mailto:") { return .email(EmailMessage(mailto: rest)) }
    if let rest = text.after("tel:") { return PhoneNumber(tel: rest).map(BarcodeContent.phone) }
    if let rest = text.after("geo:") {
      return GeoPoint(uriBody: rest.trimmed).map(BarcodeContent.geo)
    }
    for (prefix, isMultimedia) in [("smsto:", false), ("mmsto:", true)] {
      guard let rest = text.after(prefix) else { continue }
      return ShortMessage(smsto: rest, isMultimedia: isMultimedia).map(BarcodeContent.sms)
    }
    for (prefix, isMultimedia) in [("sms:", false), ("mms:", true)] {
      guard let rest = text.after(prefix) else { continue }
      return .sms(ShortMessage(uri: rest, isMultimedia: isMultimedia))
    }
    return nil
  }

  /// Forms without a prefix of their own.
  private func loose(_ text: Bytes) -> BarcodeContent? {
    if let number = PublicationNumber(written: text) { return .publication(number) }
    if let message = GS1Message(bracketed: text.trimmed, year: year), message.isValid {
      return .gs1(message)
    }
    if let link = WebLink(text, year: year) { return .url(link) }
    return EmailMessage(address: text.trimmed).map(BarcodeContent.email)
  }
}
