package import FoundationEssentials
package import Push

/// The report about one notification of a batch.
package struct PushReport: Sendable, Hashable {
  /// Its place in the batch, from 0.
  package let index: Int
  package let id: UUID
  package let outcome: PushOutcome
}
