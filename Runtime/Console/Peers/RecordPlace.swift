/// A record of one host.
package struct RecordPlace: Codable, Sendable, Hashable {
  /// The name of the host.
  package let host: String
  /// The number among the host's records.
  package let sequence: UInt64

  package init(host: String, sequence: UInt64) {
    self.host = host
    self.sequence = sequence
  }
}
