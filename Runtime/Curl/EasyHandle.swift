package import CCurl
package import HTTPCalls

/// One `CURL *` and the memory that it refers to. One transfer of an event loop owns it; this object frees it.
@safe package final class EasyHandle {
  package let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var fields: UnsafeMutablePointer<curl_slist>?

  package init() throws(HTTPClientError) {
    guard let pointer = unsafe curl_easy_init() else { throw HTTPClientError(.failed, "out of memory") }
    unsafe self.pointer = pointer
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    unsafe fields = nil
    try unsafe set(CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorText))
  }

  deinit {
    unsafe curl_easy_cleanup(pointer)
    unsafe curl_slist_free_all(fields)
    unsafe errorText.deallocate()
  }

  /// libcurl's text about the transfer's failure; empty after a success.
  package var errorDetail: String { unsafe String(cString: errorText) }

  package func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_long(pointer, option, value), option)
  }

  package func set(_ option: CURLoption, offset: Int) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_offset(pointer, option, offset), option)
  }

  /// Sets a string, which libcurl copies; `nil` removes the string, libcurl's default too.
  package func set(_ option: CURLoption, _ value: String?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_string(pointer, option, value), option)
  }

  /// Sets a pointer, whose memory must live as long as the handle.
  package func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_pointer(pointer, option, value), option)
  }

  /// Sets a function that libcurl calls with received bytes, or with room for bytes to send.
  package func set(_ option: CURLoption, function: curl_write_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_write_function(pointer, option, function), option)
  }

  /// Replaces the request's field lines. libcurl does not copy them, so the handle keeps them until the next call.
  package func setFields(_ lines: [String]) throws(HTTPClientError) { try setFields(lines.map { Array($0.utf8) }) }

  /// Replaces the request's field lines, whose values need not be UTF-8.
  func setFields(_ lines: [[UInt8]]) throws(HTTPClientError) {
    let none: UnsafeMutableRawPointer? = nil
    try unsafe set(CURLOPT_HTTPHEADER, none)
    unsafe curl_slist_free_all(fields)
    unsafe fields = nil
    for line in lines {
      guard let longer = unsafe curl_slist_append(fields, line.map { CChar(bitPattern: $0) } + [0]) else {
        throw HTTPClientError(.failed, "out of memory")
      }
      unsafe fields = longer
    }
    try unsafe set(CURLOPT_HTTPHEADER, fields.map { UnsafeMutableRawPointer($0) })
  }

  /// Sets the body, which libcurl copies.
  package func setBody(_ bytes: UnsafeRawBufferPointer) throws(HTTPClientError) {
    // The size comes first: the second option copies that many bytes.
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bytes.count)
    try unsafe set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  /// Sets the function that libcurl calls before it sends a request, with the pointer of `CURLOPT_PREREQDATA`.
  package func setBeforeRequest(_ function: curl_prereq_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_prereq_function(pointer, function), CURLOPT_PREREQFUNCTION)
  }

  /// Sets the function that libcurl calls with each new socket, with the pointer of `CURLOPT_SOCKOPTDATA`.
  package func setOnSocket(_ function: curl_sockopt_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_sockopt_function(pointer, function), CURLOPT_SOCKOPTFUNCTION)
  }

  /// Sets the function that opens each socket for libcurl, with the pointer of `CURLOPT_OPENSOCKETDATA`.
  func setOpenSocket(_ function: curl_opensocket_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_opensocket_function(pointer, function), CURLOPT_OPENSOCKETFUNCTION)
  }

  /// Reads a number about the transfer; 0 if libcurl does not know it.
  package func long(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe ccurl_easy_getinfo_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  /// Reads a size about the transfer; `nil` if libcurl does not know it.
  func offset(_ info: CURLINFO) -> Int? {
    var value: curl_off_t = 0
    return unsafe ccurl_easy_getinfo_offset(pointer, info, &value) == CURLE_OK && value >= 0 ? value : nil
  }

  /// Sets which directions of the transfer are paused. Bytes that a pause has held back arrive within this call.
  func pause(receiving: Bool, sending: Bool) -> CURLcode {
    unsafe curl_easy_pause(pointer, (receiving ? CURLPAUSE_RECV : 0) | (sending ? CURLPAUSE_SEND : 0))
  }

  /// The socket of a handle that was connected with `CURLOPT_CONNECT_ONLY`; `nil` if it is closed.
  var activeSocket: CInt? {
    var socket = CURL_SOCKET_BAD
    guard unsafe ccurl_easy_getinfo_socket(pointer, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK else { return nil }
    return socket == CURL_SOCKET_BAD ? nil : socket
  }

  /// Reads a text about the transfer; `nil` if libcurl does not know it.
  func string(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe ccurl_easy_getinfo_string(pointer, info, &value) == CURLE_OK, let value = unsafe value else {
      return nil
    }
    return unsafe String(cString: value)
  }

  /// The version of HTTP that the server answered with.
  var version: HTTPClient.Version {
    switch long(CURLINFO_HTTP_VERSION) {
    case CURL_HTTP_VERSION_1_0: .http1_0
    case CURL_HTTP_VERSION_2_0: .http2
    default: .http1_1
    }
  }

  private func check(_ result: CURLcode, _ option: CURLoption) throws(HTTPClientError) {
    guard result != CURLE_OK else { return }
    let text = unsafe String(cString: curl_easy_strerror(result))
    throw HTTPClientError(
      .failed, "libcurl refuses option \(option.rawValue): \(text)", curlCode: Int32(bitPattern: result.rawValue))
  }
}
