import Cryptography

extension Secrets {
  /// Whether a text is the value of a secret, compared in constant time, so that the time of an answer tells nothing of the secret.
  ///
  /// - Parameters:
  ///   - text: the text that a caller sent.
  ///   - name: the secret's name.
  /// - Returns: false also if the secret is not set, or is empty.
  public func isValue(_ text: String, of name: String) -> Bool {
    guard let value = self[name], !value.isEmpty else { return false }
    return SHA256Digest(of: Array(text.utf8).span) == SHA256Digest(of: Array(value.utf8).span)
  }
}
