/// A text as it is, in a fixed-width font, with a button that copies it.
package struct Code: Sendable {
  private let text: String

  package init(_ text: String) { self.text = text }

  package var html: HTML {
    """
    <div class="code"><button type="button" class="copy" data-copy hidden>Copy</button>\
    <pre tabindex="0"><code>\(text)</code></pre></div>
    """
  }
}
