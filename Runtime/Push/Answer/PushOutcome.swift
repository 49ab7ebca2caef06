public import Foundation

/// What became of one notification.
public enum PushOutcome: Sendable, Hashable {
  /// Apple has it. `uniqueID` is the sandbox's, to look it up in Apple's console.
  case delivered(id: UUID, uniqueID: String?)
  /// The device no longer takes notifications since then (when Apple gives no time, since it was sent): forget its token, unless it was
  /// registered again later.
  case unregistered(since: Date, PushAnswer)
  /// Apple refuses it and always will.
  case refused(PushFault, PushAnswer)
  /// It was given up without a final answer. `mayHaveArrived` is true when it was on the wire at least once and its answer was lost: sent
  /// again under the same id, a device shows it once if it has a collapse id.
  case undelivered(PushFault, lastAnswer: PushAnswer?, mayHaveArrived: Bool)
}
