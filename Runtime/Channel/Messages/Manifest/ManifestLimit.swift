package import Edge

/// The form of ``CallLimit`` in a manifest. The period is in seconds.
package struct ManifestLimit: Codable, Sendable, Hashable {
  private var count: Int
  private var period: Double
  private var burst: Int
  private var by: String

  package init(_ limit: CallLimit) {
    count = limit.count
    period = limit.period / .seconds(1)
    burst = limit.burst
    by = limit.subject.rawValue
  }

  /// The limit.
  ///
  /// - Throws: ``MessageFault`` for an unknown subject, and a period out of range.
  package func limit() throws(MessageFault) -> CallLimit {
    guard let subject = CallLimit.Subject(rawValue: by) else {
      throw MessageFault("a limit counts by '\(by)', which is not known")
    }
    return CallLimit(count, per: try Duration(manifest: period), burst: burst, by: subject)
  }
}
