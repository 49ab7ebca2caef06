import CCurl
package import HTTPCalls

/// A URL in the normal form of libcurl's parser, so that the checked URL is the requested one.
package struct TargetURL: Sendable {
  /// The normalised URL without fragment.
  package let text: String
  package let scheme: String
  /// In lower case; an IPv6 address in brackets.
  package let host: String
  package let port: String

  package init(_ url: String) throws(HTTPClientError) {
    // libcurl sends other bytes as they are, and a C string ends at a NUL.
    guard url.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw HTTPClientError(.invalidURL, "the URL has characters that must be percent-encoded")
    }
    // libcurl also accepts one slash or three, and then takes the beginning of the path for the host.
    guard let slashes = url.firstRange(of: "://"), ["http", "https"].contains(url[..<slashes.lowerBound].lowercased()),
      url[slashes.upperBound...].first != "/"
    else {
      throw HTTPClientError(.invalidURL, "the URL does not begin with http://host or https://host")
    }
    guard let parser = unsafe curl_url() else { throw HTTPClientError(.failed, "out of memory") }
    defer { unsafe curl_url_cleanup(parser) }
    var result = unsafe curl_url_set(parser, CURLUPART_URL, url, UInt32(CURLU_DISALLOW_USER))
    if result == CURLUE_OK { result = unsafe curl_url_set(parser, CURLUPART_FRAGMENT, nil, 0) }
    guard result == CURLUE_OK,
      let text = unsafe Self.part(CURLUPART_URL, of: parser),
      let scheme = unsafe Self.part(CURLUPART_SCHEME, of: parser),
      let host = unsafe Self.part(CURLUPART_HOST, of: parser),
      let port = unsafe Self.part(CURLUPART_PORT, of: parser)
    else {
      let reason = unsafe String(cString: curl_url_strerror(result))
      throw HTTPClientError(.invalidURL, "the URL is not valid: \(reason)")
    }
    // libcurl's parser drops the question mark of an empty query, and sends it if it is there.
    self.text = url.utf8.last == UInt8(ascii: "?") && text.utf8.last != UInt8(ascii: "?") ? text + "?" : text
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port
  }

  /// The path, without the query. Its escapes are not decoded.
  var path: Substring {
    guard let slashes = text.firstRange(of: "://"),
      let start = text[slashes.upperBound...].firstIndex(of: "/")
    else { return "" }
    return text[start...].prefix { $0 != "?" }
  }

  /// Returns the target of a reference in a response from this URL (RFC 3986 section 5).
  func resolving(_ reference: String) throws(HTTPClientError) -> TargetURL {
    guard let parser = unsafe curl_url() else { throw HTTPClientError(.failed, "out of memory") }
    defer { unsafe curl_url_cleanup(parser) }
    // A reference may have spaces and other bytes that a URL must escape.
    guard unsafe curl_url_set(parser, CURLUPART_URL, text, 0) == CURLUE_OK,
      unsafe curl_url_set(parser, CURLUPART_URL, reference, UInt32(CURLU_URLENCODE)) == CURLUE_OK,
      let url = unsafe Self.part(CURLUPART_URL, of: parser)
    else {
      throw HTTPClientError(.invalidURL, "\(host): the redirect's URL is not valid")
    }
    return try TargetURL(url)
  }

  /// Whether both have the same scheme, host and port (RFC 6454).
  func sharesOrigin(with other: TargetURL) -> Bool {
    scheme == other.scheme && host == other.host && port == other.port
  }

  /// Whether the host is loopback. libcurl has expanded short addresses such as `127.1`.
  package var isLoopback: Bool { Loopback.isHost(host) }

  private static func part(_ part: CURLUPart, of parser: OpaquePointer) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    // The port is always known, and a URL names it only where it is not the scheme's.
    let flags = part == CURLUPART_URL ? CURLU_NO_DEFAULT_PORT : CURLU_DEFAULT_PORT
    guard unsafe curl_url_get(parser, part, &value, UInt32(flags)) == CURLUE_OK, let value = unsafe value else {
      return nil
    }
    defer { unsafe curl_free(value) }
    return unsafe String(cString: value)
  }
}
