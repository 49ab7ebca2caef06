import HTTPTypes

extension ResponseHead {
  /// Whether the fields of a final response give its body one end (RFC 9112, section 6.3): by one length, by chunks, or
  /// by the end of the connection.
  ///
  /// libcurl 7.88 refuses less: it takes the last of several lengths, reads `5, 7` and `5x` as 5, prefers chunks to a
  /// length, and decodes codings that were not asked for.
  var hasOneFraming: Bool {
    let (lengths, codings) = (fields[values: .contentLength], fields[values: .transferEncoding])
    guard !hasUnreadFraming else { return false }
    guard codings.isEmpty else { return lengths.isEmpty && codings.map { $0.lowercased() } == ["chunked"] }
    guard let length = lengths.first else { return true }
    // A repeated length is the same length (RFC 9110, section 8.6). 18 digits always fit an integer.
    return (1...18).contains(length.utf8.count) && length.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && lengths.allSatisfy { $0 == length }
  }
}
