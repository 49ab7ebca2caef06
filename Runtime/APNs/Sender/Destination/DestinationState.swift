import NIOCore
import Push

/// The state machine of one destination. It decides what is sent when and on which connection, and what follows from
/// each result.
///
/// It does no I/O: inputs add ``Action``s, which the destination performs in order. The caller passes the time.
struct DestinationState {
  /// An action for the destination.
  enum Action: Equatable {
    /// Prepare a connection; it connects with its first request.
    case open(ConnectionID)
    /// Send on a connection.
    case start(DeliveryID, on: ConnectionID)
    /// Take a request off its connection, which stays open.
    case takeOff(DeliveryID, from: ConnectionID)
    /// Close a connection with everything on it.
    case close(ConnectionID)
    case finish(DeliveryID, DestinationDecision)
    /// Log that the destination stopped.
    case stopped(PushFault)
  }

  /// A timer of the destination.
  enum Timer {
    case deadline(DeliveryID)
    case retry(DeliveryID)
    case device(String)
    case reopen
    case idle(ConnectionID)
  }

  /// The stop of a destination, with its reason and end.
  struct Stop {
    let fault: PushFault
    let answer: PushAnswer?
    let until: ContinuousClock.Instant
  }

  /// After this idle time a connection may have died unnoticed, so one request goes first.
  static let quiet = Duration.seconds(60)

  /// The longest pause before a connection is opened again. It is shorter than the 20 seconds of `patience` in
  /// `Functions/Push/Delivery.swift`, for which one run of a delivery retries, so that each run sees whether Apple can
  /// be reached.
  static let longestReopening = Duration.seconds(5)

  let configuration: PushConfiguration
  /// A random number in 0..<1.
  let jitter: () -> Double

  var items: [DeliveryID: DestinationItem] = [:]
  var ready = CircularBuffer<DeliveryID>()
  var devices: [String: DestinationDevice] = [:]
  var connections: [DestinationConnection] = []
  var timers = TimerHeap<Timer>()
  var stop: Stop?
  var isDraining = false
  /// The number of connections in a row that failed before their first answer.
  var failedOpenings = 0
  /// The earliest time to open a connection after a failed opening; nil without a pause.
  var reopening: ContinuousClock.Instant?
  var openingFault: PushFault?
  private var lastConnection: ConnectionID = 0
  var actions: [Action] = []

  init(configuration: PushConfiguration, jitter: @escaping () -> Double) {
    self.configuration = configuration
    self.jitter = jitter
  }

  /// The next time for which ``timePassed(_:)`` has work.
  var nextEvent: ContinuousClock.Instant? { timers.next }

  mutating func takeActions() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Accepts a notification.
  ///
  /// - Parameters:
  ///   - retryDeadline: For how long it is retried, if that is less than the configured time.
  ///   - accepted: When the caller handed it over. Its deadline counts from then.
  mutating func submit(
    _ id: DeliveryID, device: String?, expiry: ContinuousClock.Instant?, retryDeadline: Duration? = nil,
    accepted: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) {
    if let stop, stop.until <= now { self.stop = nil }
    let patience = max(.zero, min(retryDeadline ?? configuration.retryDeadline, configuration.retryDeadline))
    let item = DestinationItem(device: device, deadline: accepted + patience, expiry: expiry)
    items[id] = item
    timers.add(.deadline(id), at: item.deadline)
    enqueue(id)
  }

  mutating func cancel(_ id: DeliveryID, now: ContinuousClock.Instant) {
    guard let item = items[id] else { return }
    if case .inFlight(let connection) = item.place {
      if item.isDispatched { items[id]?.mayHaveArrived = true }
      actions.append(.takeOff(id, from: connection))
      release(id, now: now)
    }
    finish(id, .cancelled)
  }

  /// Lets the requests in flight finish, and starts no others.
  mutating func drain() {
    isDraining = true
    finishAllWaiting(.shutdown)
  }

  mutating func nextConnection() -> ConnectionID {
    lastConnection += 1
    return lastConnection
  }
}
