public import FoundationEssentials
public import Push

/// The report about one notification of a batch.
public struct PushReport: Sendable, Hashable {
  /// Its place in the batch, from 0.
  public let index: Int
  /// Its id (`apns-id`).
  public let id: UUID
  /// Its outcome.
  public let outcome: PushOutcome
}
