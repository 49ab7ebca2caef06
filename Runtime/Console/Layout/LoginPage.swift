/// The page with the form that signs in.
struct LoginPage: Sendable {
  /// Whether a key can be presented. Otherwise only the command `console` signs in.
  let acceptsKeys: Bool
  let next: String
  /// Why the last try was refused; nil for none.
  let failure: String?

  var html: HTML {
    """
    <div class="login">\(failure.map { "<p class=\"flash bad\" role=\"alert\">\($0)</p>" as HTML })\
    \(acceptsKeys ? form : .empty)<p>On the host's machine, this command prints an address that signs in once:</p>\
    \(Code("swiftlet console").html)</div>
    """
  }

  private var form: HTML {
    """
    <form method="post" action="\(SessionGate.loginPath)"><label for="key">Service key</label>\
    <input id="key" type="password" name="\(SessionGate.keyField)" autocomplete="current-password" required autofocus>\
    <input type="hidden" name="\(SessionGate.nextField)" value="\(next)"><button class="primary">Sign in</button>\
    <p class="note">The service key, or a key that begins with <code>sb_secret_</code>. A key of <code>read_only_keys</code> signs in to look.</p></form>
    """
  }
}
