internal import CCurl

/// A check of proxy addresses by libcurl's rules.
enum ProxyAddress {
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Whether an address has a host, and a proxy scheme or none. The reason is not returned, because the text may
  /// contain a password.
  static func isUsable(_ text: String) -> Bool {
    guard let parser = unsafe curl_url() else { return false }
    defer { unsafe curl_url_cleanup(parser) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
    guard unsafe curl_url_set(parser, CURLUPART_URL, text, flags) == CURLUE_OK else { return false }
    guard let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound].lowercased() }) else { return true }
    return schemes.contains(scheme)
  }
}
