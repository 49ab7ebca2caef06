/// A text as it is, in a fixed-width font, with a button that copies it.
struct Code: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  var html: HTML {
    """
    <div class="code"><button type="button" class="copy" data-copy hidden>Copy</button>\
    <pre tabindex="0"><code>\(text)</code></pre></div>
    """
  }
}
