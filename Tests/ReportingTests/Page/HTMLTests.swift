import Foundation
import Reporting
import Testing

@testable import RunFixtures

@Suite struct HTMLTests {
  @Test func textIsNeverMarkup() throws {
    let text = "<script>alert('1')</script> & \"quoted\" &amp;"
    let element = HTML.element("p", ["title": text], .text(text))
    #expect(!element.markup.contains("<script"))
    let root = try Markup.parse("<!doctype html>" + element.markup)
    let p = try #require(root.all("p").first)
    #expect(p.text == text && p["title"] == text)
  }

  /// A line may end in a heading, but neither before a unit nor beside `±`.
  @Test(arguments: [
    ("from 2.1 px per module, 64.1 cm.", "from 2.1~px per module, 64.1~cm."),
    ("1.46 ± 0.03 px on average", "1.46~±~0.03~px on average"),
    ("3 minutes, 4 matrices, 2 m; 1.27 × (0.5 s)", "3 minutes, 4 matrices, 2~m; 1.27~× (0.5~s)"),
    ("95 % of 20 s-shaped", "95~% of 20 s-shaped"), ("px alone  twice", "px alone  twice"),
    ("", ""),
  ])
  func aNumberKeepsItsUnit(plain: String, shown: String) {
    #expect(HTML.sentence(plain).markup == shown.replacing("~", with: "\u{A0}"))
    #expect(HTML.text(plain).markup == plain)
  }

  @Test func literalsAreTextToo() {
    let html: HTML = "a < b & c"
    #expect(html.markup == "a &lt; b &amp; c")
    let name = "<b>"
    #expect(("\(name)!" as HTML).markup == "&lt;b&gt;!")
  }

  @Test func whatDoesNotPrintIsWrittenOut() {
    #expect(HTML.text("a\u{202E}b\u{1B}[2J\nc").markup == "a\\u{202e}b\\u{1b}[2J\\nc")
  }

  @Test func anAttributeWithoutAValueIsLeftOut() {
    let html = HTML.element("td", ["class": nil, "data-value": "1", "hidden": ""])
    #expect(html.markup == "<td data-value=\"1\" hidden=\"\"></td>")
  }

  @Test func base64IsTheStandardOne() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
      #expect(Base64.text(bytes) == Data(bytes).base64EncodedString())
    }
  }

  @Test func theReaderOfTheseTestsForgivesNothing() {
    for bad in [
      "<p>", "<p></b>", "<p class=x></p>", "<p>a & b</p>", "<p a=\"1\" a=\"2\"></p>", "</p>",
    ] {
      #expect(throws: Markup.Malformed.self, "\(bad)") {
        try Markup.parse("<!doctype html>" + bad)
      }
    }
  }
}
