import FoundationEssentials

/// The form that makes tokens of local development, whose secret is published. It changes nothing, so it is a GET.
struct TokenTool {
  /// The token for which the form asked; nil before the form was sent.
  let request: TokenRequest?
  /// The token, or the reason why none was made; nil before the form was sent.
  let result: Result<MintedToken, PageError>?
  /// The start of the host's URLs.
  let url: String
  let now: Date

  var html: HTML {
    Panel(
      title: "Make a token",
      content: """
        <p>The secret of this host is the published one of local development, so a token proves nothing. This tool exists on such a host \
        alone.</p>\
        <form class="fields" method="get" action="/console/settings">\
        <label>Role <select name="role">\(roles)</select></label>\
        <label>User's id, for authenticated <input name="sub" value="\(request?.subject.map { "\($0)".lowercased() } ?? "")" \
        autocomplete="off" spellcheck="false" size="36" maxlength="36"></label>\
        <button class="primary">Make</button></form>\(answer)
        """
    ).html
  }

  private var roles: [HTML] {
    TokenRequest.roles.map { "<option value=\"\($0)\"\(if: request?.role == $0, " selected")>\($0)</option>" }
  }

  private var answer: HTML {
    switch result {
    case nil: return .empty
    case .failure(.invalid(let reason)), .failure(.outdated(let reason)), .failure(.unavailable(let reason)):
      return "<p>\(Badge(.bad, "no token").html) \(reason)</p>"
    case .failure(.notFound): return .empty
    case .success(let minted):
      let call = "curl -H \"Authorization: Bearer \(minted.token)\" \(url)/functions/v1/<name>"
      return """
        <p>Valid until \(Instant(minted.expiresAt, now: now).html).</p>\(Code(minted.token).html)<p>A call with it:</p>\
        \(Code(call).html)
        """
    }
  }
}
