import Console
import Testing

@Suite struct HTMLTests {
  @Test func anInterpolatedTextIsEscaped() {
    let text = #"<script>alert("1 & 2")</script>'"#
    let html: HTML = "<b title=\"\(text)\">\(text)</b>"
    let escaped = "&lt;script&gt;alert(&quot;1 &amp; 2&quot;)&lt;/script&gt;&#39;"
    #expect(html.text == "<b title=\"\(escaped)\">\(escaped)</b>")
  }

  @Test func anInterpolatedPieceStaysAsItIs() {
    let cell: HTML = "<td>\(7)</td>"
    let row: HTML = "<tr>\([cell, cell])\(cell)</tr>"
    #expect(row.text == "<tr><td>7</td><td>7</td><td>7</td></tr>")
  }

  @Test func theTokenOfTheSessionStandsInItsPlaces() {
    let html: HTML = "<b>\(HTML.sessionToken)é\("a\u{0}")</b>\(HTML.sessionToken)"
    #expect(HTML.sent(html.text, token: "t0k") == "<b>t0kéa\u{2400}</b>t0k")
    #expect(HTML.sent("", token: "t") == "" && HTML.sent("<i>é</i>", token: "t") == "<i>é</i>")
  }

  @Test func controlCharactersAreShownAsSymbols() {
    let html: HTML = "\("a\u{0}b\u{1B}[2Jc\u{7F}d\u{202E}e\tf\n")"
    #expect(html.text == "a\u{2400}b\u{241B}[2Jc\u{2421}d\u{FFFD}e\tf\n")
  }
}
