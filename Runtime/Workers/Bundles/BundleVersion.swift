/// One version of a bundle: an executable by the digest of its bytes.
package struct BundleVersion: Sendable, Hashable, CustomStringConvertible {
  /// The bundle's name, as its manifest gives it.
  package let bundle: String
  /// The SHA-256 of the executable's bytes, as 64 lower-case hexadecimal digits.
  package let digest: String
  /// The path of the executable. It does not change while the version is in use.
  package let executable: String

  package init(bundle: String, digest: String, executable: String) {
    self.bundle = bundle
    self.digest = digest
    self.executable = executable
  }

  /// The first digits of the digest, as tables and log lines show them.
  package var shortDigest: String { Self.short(digest) }

  /// The first digits of a digest.
  package static func short(_ digest: String) -> String { String(digest.prefix(12)) }

  /// The name and the short digest: `notes@1f0c2a77b3d9`.
  package var description: String { "\(bundle)@\(shortDigest)" }
}
