import Push

/// The state of one notification in a destination.
struct DestinationItem {
  enum Place: Equatable {
    case ready
    case behindDevice
    case paused
    case inFlight(ConnectionID)
  }

  let device: String?
  /// The time after which there is no retry.
  let deadline: ContinuousClock.Instant
  let expiry: ContinuousClock.Instant?
  var place = Place.ready
  /// Whether it holds one of its device's slots.
  var hasSlot = false
  var attempts = 0
  /// Whether the attempt in flight is on the wire, and no longer waits for a connection or a stream.
  var isDispatched = false
  /// Whether an attempt was on the wire whose answer was lost.
  var mayHaveArrived = false
  /// Whether it used the single retry that some answers allow.
  var hasRetriedOnce = false
  private var history: History?

  init(device: String?, deadline: ContinuousClock.Instant, expiry: ContinuousClock.Instant?) {
    self.device = device
    self.deadline = deadline
    self.expiry = expiry
  }

  var lastFault: PushFault? {
    get { history?.fault }
    set { history = History(fault: newValue, answer: history?.answer) }
  }

  var lastAnswer: PushAnswer? {
    get { history?.answer }
    set { history = History(fault: history?.fault, answer: newValue) }
  }

  func canRetry(at time: ContinuousClock.Instant) -> Bool {
    time < deadline && (expiry.map { time < $0 } ?? true)
  }

  func undelivered(_ fault: PushFault) -> DestinationDecision {
    .undelivered(fault, lastAnswer: lastAnswer, mayHaveArrived: mayHaveArrived)
  }
}

/// The failure of the last attempt. It is a class because few items have one and items are copied often.
private final class History {
  let fault: PushFault?
  let answer: PushAnswer?

  init(fault: PushFault?, answer: PushAnswer?) {
    self.fault = fault
    self.answer = answer
  }
}
