/// A copy of an executable in a store.
package struct StoredExecutable: Sendable, Hashable {
  /// The SHA-256 of its bytes, as hexadecimal digits.
  package let digest: String
  package let path: String
  /// The path by which errors name it: the file that was copied, or the copy of an earlier deployment.
  package let source: String

  /// - Parameter source: the file that was copied; nil if only the copy is known.
  package init(digest: String, path: String, source: String? = nil) {
    self.digest = digest
    self.path = path
    self.source = source ?? path
  }
}
