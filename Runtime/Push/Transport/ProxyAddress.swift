internal import CCurl

/// What libcurl takes for a proxy's address.
enum ProxyAddress {
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  /// Whether an address has a scheme for proxies, or none, and a host. It is not told why, for it may have a password.
  static func isUsable(_ text: String) -> Bool {
    guard let parser = unsafe curl_url() else { return false }
    defer { unsafe curl_url_cleanup(parser) }
    let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME)
    guard unsafe curl_url_set(parser, CURLUPART_URL, text, flags) == CURLUE_OK else { return false }
    guard let scheme = text.firstRange(of: "://").map({ text[..<$0.lowerBound].lowercased() }) else { return true }
    return schemes.contains(scheme)
  }
}
