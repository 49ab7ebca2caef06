package import FoundationEssentials

/// One version of a bundle in the index.
package struct BundleRecord: Codable, Sendable, Hashable {
  /// The SHA-256 of the executable's bytes, as hexadecimal digits: its name in the store's folder.
  package var digest: String
  /// The instant of its last deployment.
  package var deployedAt: Date

  private enum CodingKeys: String, CodingKey {
    case digest
    case deployedAt = "deployed_at"
  }
}
