import CCurl
package import HTTPCalls

/// The libcurl of this process: initialised once, and checked for the features that this module needs.
package enum CurlLibrary {
  private static let failure: HTTPClientError? = {
    let result = curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32))
    guard result == CURLE_OK, let version = unsafe curl_version_info(CURLVERSION_FIRST) else {
      return HTTPClientError(.failed, "libcurl cannot be initialised", curlCode: Int32(bitPattern: result.rawValue))
    }
    // Without AsynchDNS a slow name server would block the event loop.
    let needed: [(Int32, String)] = [
      (CURL_VERSION_ASYNCHDNS, "AsynchDNS"), (CURL_VERSION_SSL, "SSL"), (CURL_VERSION_HTTP2, "HTTP2"),
      (CURL_VERSION_UNIX_SOCKETS, "UnixSockets"), (CURL_VERSION_THREADSAFE, "threadsafe"),
    ]
    let missing = needed.filter { unsafe version.pointee.features & $0.0 == 0 }.map(\.1)
    guard missing.isEmpty else {
      let name = unsafe String(cString: version.pointee.version)
      return HTTPClientError(.failed, "libcurl \(name) was built without \(missing.joined(separator: ", "))")
    }
    return nil
  }()

  /// Initialises libcurl at the first call. Throws if that fails, or if a feature is missing.
  package static func check() throws(HTTPClientError) {
    if let failure { throw failure }
  }
}
