extension Secrets {
  /// Whether a text is the value of a secret, compared in a time that depends only on the lengths, so that the time of an answer
  /// does not tell how many bytes are right.
  ///
  /// - Parameters:
  ///   - text: the text that a caller sent.
  ///   - name: the secret's name.
  /// - Returns: false also if the secret is not set, or is empty.
  public func isValue(_ text: String, of name: String) -> Bool {
    guard let value = self[name], !value.isEmpty else { return false }
    let (given, expected) = (Array(text.utf8), Array(value.utf8))
    guard given.count == expected.count else { return false }
    // Every byte is looked at, whether or not an earlier one differs.
    var difference: UInt8 = 0
    for index in expected.indices { difference |= given[index] ^ expected[index] }
    return difference == 0
  }
}
