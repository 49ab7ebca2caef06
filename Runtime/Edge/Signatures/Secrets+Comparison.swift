extension Secrets {
  /// Whether a text that a caller sent is the value of a secret; false also if the secret is not set, or is empty.
  ///
  /// The comparison takes a time that depends only on the text's length, so that the time of an answer does not tell
  /// how many bytes are right, or how long the secret is.
  public func isValue(_ text: String, of name: String) -> Bool {
    guard let value = self[name], !value.isEmpty else { return false }
    let (given, expected) = (Array(text.utf8), Array(value.utf8))
    // Every byte is looked at, whether or not an earlier one differs.
    var difference: UInt8 = given.count == expected.count ? 0 : 1
    for (index, byte) in given.enumerated() { difference |= byte ^ expected[index % expected.count] }
    return difference == 0
  }
}
