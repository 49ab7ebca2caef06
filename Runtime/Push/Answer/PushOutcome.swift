public import FoundationEssentials

/// The outcome of one notification.
public enum PushOutcome: Sendable, Hashable {
  /// Apple accepted it. `uniqueID` is the sandbox's id for the lookup in Apple's console.
  case delivered(id: UUID, uniqueID: String?)
  /// The device has taken no notifications since this time (the time of sending, if Apple gives none). Forget its
  /// token, unless it was registered again later.
  case unregistered(since: Date, PushAnswer)
  /// Apple refused it for a permanent reason.
  case refused(PushFault, PushAnswer)
  /// The sender gave it up without a final answer. `mayHaveArrived` is true if it was on the wire at least once and its
  /// answer was lost. If it is then sent again and has a collapse id, the device shows it once.
  case undelivered(PushFault, lastAnswer: PushAnswer?, mayHaveArrived: Bool)
}
