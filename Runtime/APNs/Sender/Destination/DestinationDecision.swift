import Push

/// The result of a notification.
enum DestinationDecision: Equatable {
  case delivered(PushAnswer)
  case unregistered(PushAnswer)
  case refused(PushFault, PushAnswer)
  case undelivered(PushFault, lastAnswer: PushAnswer?, mayHaveArrived: Bool)
}
