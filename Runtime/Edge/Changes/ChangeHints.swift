public import FoundationEssentials
import Synchronization

/// Hints that rows have changed, for requests that wait for a change.
///
/// ```swift
/// transaction.afterCommit { context.changes.signal(ChangeTopic("order", id)) }
/// …
/// let changes = try context.changes.subscribe(to: ChangeTopic("order", id), by: context.userID)
/// var order = try await read(id)
/// while order.isOpen, try await changes.next(upTo: .seconds(5)) != .closed { order = try await read(id) }
/// ```
///
/// A function that changes a row signals its topic after the commit. A function that waits subscribes, reads the row,
/// and then waits for a hint. Hints reach the other hosts of the same Postgres too. A hint may be lost, so a waiting
/// function also reads from time to time.
public final class ChangeHints: Sendable {
  private struct State {
    var waiting: [ChangeTopic: [UInt64: WakeUp]] = [:]
    var ofCaller: [UUID: Int] = [:]
    var count = 0
    var nextID: UInt64 = 0
    var isClosed = false
    /// The channels whose notifications are still to be sent.
    var channels: Set<Int> = []
  }

  private let state = Mutex(State())
  private let outgoing = WakeUp()
  private let capacity: Int
  private let capacityOfCaller: Int
  /// The hints of the host, in a worker; nil in a host.
  private let remote: (any RemoteHints)?

  /// Creates hints without subscriptions.
  ///
  /// - Parameters:
  ///   - capacity: the most subscriptions at a time. Further ones throw ``FunctionError`` 503 `NOT_CONNECTED`; with 0
  ///     or less, all do.
  ///   - capacityOfCaller: the most subscriptions of one caller at a time. Further ones throw ``FunctionError`` 429
  ///     `RATE_LIMIT_EXCEEDED`; with 0 or less, all do.
  public init(capacity: Int = 4096, capacityOfCaller: Int = 16) {
    self.capacity = capacity
    self.capacityOfCaller = capacityOfCaller
    remote = nil
  }

  /// Creates the hints of a worker, which are those of its host.
  package init(of remote: any RemoteHints) {
    (capacity, capacityOfCaller) = (0, 0)
    self.remote = remote
  }

  /// Wakes the subscriptions of a topic, on this host and on the others of the database.
  ///
  /// Call it after the commit: a function that is woken before it reads the old row.
  public func signal(_ topic: ChangeTopic) {
    if let remote { return remote.signal(topic) }
    state.withLock { _ = $0.channels.insert(topic.channel) }
    outgoing.signal()
    for waiting in waiting(of: topic) { waiting.signal() }
  }

  /// Subscribes to a topic until the subscription is released.
  ///
  /// - Parameters:
  ///   - topic: the topic.
  ///   - caller: the user who waits.
  /// - Throws: ``FunctionError`` 429 `RATE_LIMIT_EXCEEDED` if the caller has 16 subscriptions, 503 `NOT_CONNECTED` if
  ///   the host has 4096, unless it was created with other limits (``init(capacity:capacityOfCaller:)``). In a worker
  ///   the first wait throws it.
  public func subscribe(to topic: ChangeTopic, by caller: UUID) throws(FunctionError) -> ChangeSubscription {
    if let remote { return try remote.subscribe(to: topic, by: caller) }
    let wakeUp = WakeUp()
    let id = try state.withLock { state throws(FunctionError) -> UInt64 in
      guard state.ofCaller[caller, default: 0] < capacityOfCaller else { throw Self.tooManyOfCaller }
      guard state.count < capacity else {
        throw .notConnected("Too many requests wait for changes. Please try again later.", retryAfter: 5)
      }
      state.count += 1
      state.ofCaller[caller, default: 0] += 1
      state.nextID += 1
      state.waiting[topic, default: [:]][state.nextID] = wakeUp
      return state.nextID
    }
    return ChangeSubscription(wakeUp, isClosed: { self.isClosed }, end: { self.remove(id, of: topic, by: caller) })
  }

  private static let tooManyOfCaller: FunctionError = {
    var error = FunctionError(
      status: .tooManyRequests, code: .rateLimitExceeded, message: "Too many of your requests wait for changes.")
    error.headers[.retryAfter] = "5"
    return error
  }()

  private func waiting(of topic: ChangeTopic) -> [WakeUp] {
    state.withLock { $0.waiting[topic].map { Array($0.values) } ?? [] }
  }

  private func remove(_ id: UInt64, of topic: ChangeTopic, by caller: UUID) {
    state.withLock { state in
      state.waiting[topic]?[id] = nil
      if state.waiting[topic]?.isEmpty == true { state.waiting[topic] = nil }
      state.count -= 1
      let left = state.ofCaller[caller, default: 1] - 1
      state.ofCaller[caller] = left > 0 ? left : nil
    }
  }

  /// Whether the host is stopping, so that nothing waits any more.
  private var isClosed: Bool { state.withLock(\.isClosed) }
}

// MARK: The host's side

extension ChangeHints {
  /// Ends all waits, and those to come: the host is stopping.
  package func close() {
    let all = state.withLock { state in
      state.isClosed = true
      return state.waiting.values.flatMap(\.values)
    }
    for waiting in all { waiting.signal() }
  }

  /// Wakes the subscriptions of a channel, after a notification of another host.
  package func notified(of channel: Int) {
    let all = state.withLock { state in
      state.waiting.filter { $0.key.channel == channel }.flatMap(\.value.values)
    }
    for waiting in all { waiting.signal() }
  }

  /// Waits for hints that other hosts are to be told of.
  ///
  /// - Returns: the channels to notify; empty if there were no hints within an hour or the task is cancelled.
  package func channelsToNotify() async -> Set<Int> {
    guard await outgoing.wait(upTo: .seconds(3600)) else { return [] }
    return state.withLock { state in
      defer { state.channels = [] }
      return state.channels
    }
  }

  package var count: Int { state.withLock(\.count) }
}
