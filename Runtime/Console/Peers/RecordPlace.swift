/// A record of one host.
package struct RecordPlace: Codable, Sendable, Hashable {
  /// The name of the host.
  package let host: String
  /// The number among the host's records.
  package let sequence: UInt64
}
