/// A record of one host.
package struct RecordPlace: Codable, Sendable, Hashable {
  package let host: String
  /// The number among the host's records.
  package let sequence: UInt64
}
