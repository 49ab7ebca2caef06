internal import CCurl
internal import Curl
import HTTPCalls

extension EasyHandle {
  /// Sets the options that are the same for every request to an address.
  func configure(for address: ServiceAddress) throws(HTTPClientError) {
    try set(CURLOPT_PROTOCOLS_STR, "https")
    try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
    try set(CURLOPT_PIPEWAIT, 1)
    try set(CURLOPT_NOSIGNAL, 1)
    // Without this, removing a transfer during name resolution blocks all others until the resolver has answered.
    try set(CURLOPT_QUICK_EXIT, 1)
    try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    let timeout = Self.milliseconds(address.timeout)
    try set(CURLOPT_TIMEOUT_MS, timeout)
    try set(CURLOPT_CONNECTTIMEOUT_MS, timeout)
    // Each new connection resolves the name again. The destination, not libcurl, closes idle connections.
    try set(CURLOPT_DNS_CACHE_TIMEOUT, 0)
    try set(CURLOPT_MAXAGE_CONN, Int(Int32.max))
    try set(CURLOPT_TCP_KEEPALIVE, 1)
    try set(CURLOPT_TCP_KEEPIDLE, 60)
    try set(CURLOPT_TCP_KEEPINTVL, 15)
    try set(CURLOPT_SSL_VERIFYPEER, 1)
    try set(CURLOPT_SSL_VERIFYHOST, 2)
    try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let caFile = address.caFile {
      try set(CURLOPT_CAINFO, caFile)
      try set(CURLOPT_CAPATH, String?.none)
    }
    if let proxy = address.proxy {
      try set(CURLOPT_PROXY, proxy)
      // A configured proxy overrides NO_PROXY.
      try set(CURLOPT_NOPROXY, "")
    } else if address.isLoopback {
      try set(CURLOPT_PROXY, "")
    }
    try set(CURLOPT_POST, 1)
  }
}
