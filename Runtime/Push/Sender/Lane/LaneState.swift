/// Decides for one environment what is sent when, on which connection, and what follows from what came of it.
///
/// It does nothing itself: every input adds ``Action``s, which the lane performs in their order. Times come from outside.
struct LaneState {
  typealias ID = UInt64
  typealias ConnectionID = Int

  /// What is to be done.
  enum Action: Equatable {
    /// Prepare a connection; it connects with its first request.
    case open(ConnectionID)
    /// Send on a connection.
    case start(ID, on: ConnectionID)
    /// Take a request off its connection, which stays.
    case takeOff(ID, from: ConnectionID)
    /// Close a connection with everything on it.
    case close(ConnectionID)
    /// Tell who waits.
    case finish(ID, Decision)
    /// The lane stopped: say so.
    case stopped(PushFault)
  }

  /// What becomes of a notification.
  enum Decision: Equatable {
    case delivered(PushAnswer)
    case unregistered(PushAnswer)
    case refused(PushFault, PushAnswer)
    case undelivered(PushFault, lastAnswer: PushAnswer?, mayHaveArrived: Bool)
  }

  enum Event {
    case deadline(ID)
    case retry(ID)
    case device(String)
    case reopen
    case idle(ConnectionID)
  }

  /// A lane that was stopped, and why.
  struct Stop {
    let fault: PushFault
    let answer: PushAnswer?
    let until: ContinuousClock.Instant
  }

  /// After so much quiet a connection may be dead without our knowing, so that one request goes first.
  static let quiet = Duration.seconds(60)

  let configuration: PushConfiguration
  /// A random number in 0..<1.
  let jitter: () -> Double

  var items: [ID: LaneItem] = [:]
  var ready = Line<ID>()
  var devices: [String: LaneDevice] = [:]
  var connections: [LaneConnection] = []
  var agenda = Agenda<Event>()
  var stop: Stop?
  var isDraining = false
  /// How many connections failed in a row before they brought an answer, and until when none is opened for that.
  var failedOpenings = 0
  var reopening: ContinuousClock.Instant?
  /// Why the last of them failed.
  var openingFault: PushFault?
  private var lastConnection: ConnectionID = 0
  var actions: [Action] = []

  init(configuration: PushConfiguration, jitter: @escaping () -> Double) {
    self.configuration = configuration
    self.jitter = jitter
  }

  /// When ``timePassed(_:)`` has something to do.
  var nextEvent: ContinuousClock.Instant? { agenda.next }

  /// What is to be done since the last call.
  mutating func takeActions() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Takes a notification on.
  ///
  /// - Parameters:
  ///   - retryDeadline: For how long it is tried again, if that is less than what is configured.
  ///   - accepted: When its sender handed it over, from which its deadline counts.
  mutating func submit(
    _ id: ID, device: String?, expiry: ContinuousClock.Instant?, retryDeadline: Duration? = nil,
    accepted: ContinuousClock.Instant, now: ContinuousClock.Instant
  ) {
    if let stop, stop.until <= now { self.stop = nil }
    let patience = max(.zero, min(retryDeadline ?? configuration.retryDeadline, configuration.retryDeadline))
    let item = LaneItem(device: device, deadline: accepted + patience, expiry: expiry)
    items[id] = item
    agenda.add(.deadline(id), at: item.deadline)
    enqueue(id)
  }

  /// Whoever waits for it does not any more.
  mutating func cancel(_ id: ID, now: ContinuousClock.Instant) {
    guard let item = items[id] else { return }
    if case .inFlight(let connection) = item.place {
      if item.isDispatched { items[id]?.mayHaveArrived = true }
      actions.append(.takeOff(id, from: connection))
      release(id, now: now)
    }
    finish(id, .cancelled)
  }

  /// What stopped the lane was mended. The key may be another team's, and Apple wants one team per connection.
  mutating func resume() {
    stop = nil
    for connection in connections { retire(connection.id) }
  }

  /// Lets what is in flight finish, and nothing else begin.
  mutating func drain() {
    isDraining = true
    finishAllWaiting(.shutdown)
  }

  mutating func nextConnection() -> ConnectionID {
    lastConnection += 1
    return lastConnection
  }
}
