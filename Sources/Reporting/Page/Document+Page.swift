extension Document {
  /// Writes it as a page of one file.
  ///
  /// - Parameter kicker: A line above the heading: what it is about.
  package func page(kicker: String) -> String {
    PageShell(title: title, kicker: kicker, heading: title, subtitle: opening)
      .document(sections.map(SectionPage().html).joined())
  }
}
