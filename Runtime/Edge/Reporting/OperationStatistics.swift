/// The figures of the operations of one name, since the host's start.
///
/// An operation is one call of a function or a service, or one run of a job. Its status decides its outcome: below 400
/// it succeeded, from 400 to 499 it was refused, and from 500 it failed.
public struct OperationStatistics: Sendable, Hashable, Codable {
  /// The kind of work that an operation is.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A function. Its runs from the queue count too.
    case function
    /// A job with a schedule.
    case job
    /// A service of the base URL, such as storage, or one of its routes.
    case service
  }

  /// The name: a function's, a job's, a service's, or of a route of sign-in (`signIn`).
  public let name: String
  /// The kind of the operations.
  public let kind: Kind
  /// The number of operations that have begun and not ended.
  public var active: Int
  /// The number of operations that have ended.
  public var count: Int { succeeded + refused + failed }
  /// The number of those that succeeded.
  public let succeeded: Int
  /// The number of those that were refused.
  public let refused: Int
  /// The number of those that failed.
  public let failed: Int
  /// The duration in milliseconds that half of them did not exceed, exact to an eighth of it; nil if none has ended.
  public let p50Milliseconds: Double?
  /// The duration in milliseconds that 99 of 100 did not exceed, exact to an eighth of it; nil if none has ended.
  public let p99Milliseconds: Double?
  /// The longest duration in milliseconds; nil if none has ended.
  public let longestMilliseconds: Double?

  /// Describes the operations of a name.
  public init(
    name: String, kind: Kind, active: Int = 0, succeeded: Int = 0, refused: Int = 0, failed: Int = 0,
    p50Milliseconds: Double? = nil, p99Milliseconds: Double? = nil, longestMilliseconds: Double? = nil
  ) {
    self.name = name
    self.kind = kind
    self.active = active
    self.succeeded = succeeded
    self.refused = refused
    self.failed = failed
    self.p50Milliseconds = p50Milliseconds
    self.p99Milliseconds = p99Milliseconds
    self.longestMilliseconds = longestMilliseconds
  }

  /// The part of the ended operations that succeeded, 0 to 1; nil if none has ended.
  public var successRate: Double? { count == 0 ? nil : Double(succeeded) / Double(count) }

  private enum CodingKeys: String, CodingKey {
    case name, kind, active, succeeded, refused, failed
    case p50Milliseconds = "p50_ms"
    case p99Milliseconds = "p99_ms"
    case longestMilliseconds = "longest_ms"
  }

  /// The keys that are only written: the values follow from the others.
  private enum DerivedKeys: String, CodingKey {
    case count
    case successRate = "success_rate"
  }

  /// Writes the figures, with them the count, and the rate rounded down to four digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var derived = encoder.container(keyedBy: DerivedKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(kind, forKey: .kind)
    try container.encode(active, forKey: .active)
    try derived.encode(count, forKey: .count)
    try container.encode(succeeded, forKey: .succeeded)
    try container.encode(refused, forKey: .refused)
    try container.encode(failed, forKey: .failed)
    try derived.encodeIfPresent(successRate.map { ($0 * 10_000).rounded(.down) / 10_000 }, forKey: .successRate)
    try container.encodeIfPresent(p50Milliseconds, forKey: .p50Milliseconds)
    try container.encodeIfPresent(p99Milliseconds, forKey: .p99Milliseconds)
    try container.encodeIfPresent(longestMilliseconds, forKey: .longestMilliseconds)
  }
}
