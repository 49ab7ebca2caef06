/// The frame of all pages: the bar with the navigation, the title, and what the page is made of.
struct Layout: Sendable {
  let title: String
  /// The page's place in the navigation; nil for a page without one.
  let section: Section?
  /// The path and query by which live updates know the page; nil for a page that does not change.
  let view: String?
  /// The session; nil before sign-in.
  let session: Session?
  let sections: [Section]
  let theme: Theme
  let host: String
  let content: HTML

  var html: HTML {
    let live: HTML = view.map { " data-view=\"\($0)\"" } ?? .empty
    return """
      <!doctype html><html lang="en"\(theme.attribute)><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width,initial-scale=1"><title>\(title) · Swiftlet</title>\
      <link rel="stylesheet" href="\(Asset.style.path)"><link rel="icon" href="\(Asset.icon.path)">\
      <script type="module" src="\(Asset.script.path)"></script></head><body\(live)>\
      <a class="skip" href="#main">Skip to content</a>\(bar)<main id="main" tabindex="-1"><h1>\(title)</h1>\(status)\(content)</main>\
      \(session == nil ? .empty : help)<button type="button" id="pill" hidden></button></body></html>
      """
  }

  /// The place where the script says that a page gets no updates, and why.
  private var status: HTML { view == nil ? .empty : "<p id=\"status\" class=\"bad\" role=\"status\"></p>" }

  private var bar: HTML {
    guard session != nil else { return "<header class=\"bar\"><span class=\"brand\">Swiftlet</span></header>" }
    let links = sections.map { section -> HTML in
      let current: HTML = section == self.section ? " aria-current=\"page\"" : .empty
      return "<a href=\"\(section.path)\" data-key=\"\(String(section.key))\"\(current)>\(section.title)</a>"
    }
    return """
      <header class="bar"><a class="brand" href="/console/overview" title="\(host)">Swiftlet</a><nav aria-label="Pages">\(links)</nav>\
      <div class="tools"><span id="age" hidden></span><button type="button" id="live" aria-pressed="true" hidden>Live</button>\
      <button type="button" id="zone" title="Turn between relative times, UTC, local time and the job's zone (t)" hidden>Ago</button>\
      <button type="button" id="theme" title="Light or dark" hidden>Theme</button>\
      <button type="button" id="help" title="Keys (?)" aria-label="Keys" hidden>?</button>\(logout)</div></header>
      """
  }

  private var logout: HTML {
    """
    <form method="post" action="/console/logout"><input type="hidden" name="\(SessionGate.tokenField)" value="\(HTML.sessionToken)">\
    <button title="\(session?.role.canAct == true ? "Signed in as operator" : "Signed in as reader")">Sign out</button></form>
    """
  }

  /// The dialog of keys, which the script opens.
  private var help: HTML {
    let pages = sections.map {
      "<div><dt><kbd>g</kbd> <kbd>\(String($0.key))</kbd></dt><dd>\($0.title)</dd></div>" as HTML
    }
    return """
      <dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2><dl class="keys">\(Self.keys)\(pages)</dl>\
      <form method="dialog"><button>Close</button></form></dialog>
      """
  }

  private static let keys: HTML = """
    <div><dt><kbd>/</kbd></dt><dd>Filter</dd></div><div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>Next and previous row</dd></div>\
    <div><dt><kbd>Enter</kbd></dt><dd>Open the row</dd></div><div><dt><kbd>x</kbd></dt><dd>Select the row</dd></div>\
    <div><dt><kbd>.</kbd></dt><dd>Pause or resume live updates</dd></div><div><dt><kbd>t</kbd></dt><dd>Turn times: ago, UTC, local, the job's zone</dd></div>\
    <div><dt><kbd>Esc</kbd></dt><dd>Close, or leave a field</dd></div><div><dt><kbd>?</kbd></dt><dd>These keys</dd></div>
    """
}
