/// A copy of an executable in a store.
package struct StoredExecutable: Sendable, Hashable {
  /// The SHA-256 of its bytes, as hexadecimal digits.
  package let digest: String
  /// The path of the copy.
  package let path: String
}
