/// One notification as its lane sees it.
struct LaneItem {
  enum Place: Equatable {
    /// In the line.
    case ready
    /// In its device's line.
    case behindDevice
    /// Until a retry is due.
    case paused
    case inFlight(LaneState.ConnectionID)
  }

  let device: String?
  /// When there is no more retry.
  let deadline: ContinuousClock.Instant
  /// When a retry makes no sense any more.
  let expiry: ContinuousClock.Instant?
  var place = Place.ready
  /// Whether it has one of its device's turns.
  var hasTurn = false
  /// How often it was started.
  var attempts = 0
  /// Whether the attempt in flight is on the wire, and does not wait for a connection or a stream.
  var isDispatched = false
  /// Whether an attempt was on the wire whose answer was lost.
  var mayHaveArrived = false
  /// Whether the one retry was used that some answers allow.
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

  /// Whether it may be started (again) then.
  func canRetry(at time: ContinuousClock.Instant) -> Bool {
    time < deadline && (expiry.map { time < $0 } ?? true)
  }

  func undelivered(_ fault: PushFault) -> LaneState.Decision {
    .undelivered(fault, lastAnswer: lastAnswer, mayHaveArrived: mayHaveArrived)
  }
}

/// How the last attempt failed: apart, since few items have it and all are copied often.
private final class History {
  let fault: PushFault?
  let answer: PushAnswer?

  init(fault: PushFault?, answer: PushAnswer?) {
    self.fault = fault
    self.answer = answer
  }
}

/// The notifications to one device.
struct LaneDevice {
  /// How many have a turn: those in flight, and those in the line that may go.
  var turns = 0
  /// How often Apple said in a row that it gets too many.
  var refusals = 0
  /// Until when it is left alone.
  var pausedUntil: ContinuousClock.Instant?
  /// What waits for a turn, the first one first.
  var waiting: [LaneState.ID] = []

  var isIdle: Bool { turns == 0 && pausedUntil == nil && waiting.isEmpty }
}
