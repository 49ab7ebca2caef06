package import CCurl

/// One `CURL *` and the memory it points to, owned by one transfer on the loop's thread and freed here.
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

  /// What libcurl wrote about the transfer's failure; empty when nothing.
  package var errorDetail: String { unsafe String(cString: errorText) }

  package func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_long(pointer, option, value), option)
  }

  package func set(_ option: CURLoption, offset: Int) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_offset(pointer, option, offset), option)
  }

  /// Sets a string, which libcurl copies; `nil` stands for none, also where libcurl has a default.
  package func set(_ option: CURLoption, _ value: String?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_string(pointer, option, value), option)
  }

  package func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_pointer(pointer, option, value), option)
  }

  package func set(_ option: CURLoption, function: curl_write_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_write_function(pointer, option, function), option)
  }

  /// Sets the request's field lines in place of those before. libcurl does not copy them: they live as long as the
  /// handle, or until the next ones.
  package func setFields(_ lines: [String]) throws(HTTPClientError) {
    let none: UnsafeMutableRawPointer? = nil
    try unsafe set(CURLOPT_HTTPHEADER, none)
    unsafe curl_slist_free_all(fields)
    unsafe fields = nil
    for line in lines {
      guard let longer = unsafe curl_slist_append(fields, line) else {
        throw HTTPClientError(.failed, "out of memory")
      }
      unsafe fields = longer
    }
    try unsafe set(CURLOPT_HTTPHEADER, fields.map { UnsafeMutableRawPointer($0) })
  }

  /// Sets the body, which libcurl copies.
  package func setBody(_ bytes: UnsafeRawBufferPointer) throws(HTTPClientError) {
    // The size first: it is how many bytes the copying option copies.
    try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: bytes.count)
    try unsafe set(CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  }

  /// Sets what is called before a request goes out on its connection, with the pointer of `CURLOPT_PREREQDATA`.
  package func setBeforeRequest(_ function: curl_prereq_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_prereq_function(pointer, function), CURLOPT_PREREQFUNCTION)
  }

  /// Sets what is called with every new socket, with the pointer of `CURLOPT_SOCKOPTDATA`.
  package func setOnSocket(_ function: curl_sockopt_callback?) throws(HTTPClientError) {
    try check(unsafe ccurl_easy_setopt_sockopt_function(pointer, function), CURLOPT_SOCKOPTFUNCTION)
  }

  package func long(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe ccurl_easy_getinfo_long(pointer, info, &value) == CURLE_OK ? value : 0
  }

  func string(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe ccurl_easy_getinfo_string(pointer, info, &value) == CURLE_OK, let value = unsafe value else {
      return nil
    }
    return unsafe String(cString: value)
  }

  private func check(_ result: CURLcode, _ option: CURLoption) throws(HTTPClientError) {
    guard result != CURLE_OK else { return }
    let text = unsafe String(cString: curl_easy_strerror(result))
    throw HTTPClientError(
      .failed, "libcurl refuses option \(option.rawValue): \(text)", curlCode: Int32(bitPattern: result.rawValue))
  }
}
