import Channel
import Edge
import FoundationEssentials
import NIOCore
import Synchronization

/// One call of a group, from its arrival to its end.
final class RunningCall: Sendable {
  /// The worker that a call was given to.
  struct Assignment: Sendable {
    let worker: GroupMember
    let place: GroupPlace
  }

  /// The exchange of a call with its worker.
  struct Sending: Sendable {
    let worker: WorkerID
    let exchange: UInt64
    let slot: UInt32
  }

  private enum Standing: Sendable {
    /// It runs, or has not been told its assignment.
    case open
    case waits(CheckedContinuation<Assignment, any Error>)
    /// Its next assignment, or its failure, before its task waited for it.
    case decided(Result<Assignment, any Error>)
  }

  private struct State {
    var standing = Standing.open
    var sending: Sending?
    var exchange: OutgoingExchange?
    /// Whether the answer has arrived or is not awaited any more, so that the call is not moved.
    var isAnswered = false
    /// Whether its caller has left while it was at a worker.
    var isWithdrawn = false
    /// Whether a worker's exchange has begun to read the body's stream.
    var isRead = false
  }

  let id: GroupCall.ID
  let lane: Int
  let target: CallTarget
  let name: String
  let limits: CallLimits
  let request: Request
  let invocation: Invocation
  /// Whether it was given its place before it runs. It then waits for no other one: ``PlaceLost`` ends it.
  let isReserved: Bool
  private let arrivedAt: NIODeadline
  /// Its deadline on the monotonic clock, which no step of the wall clock moves.
  private let end: NIODeadline
  private let state = Mutex(State())

  init(
    id: GroupCall.ID, lane: Int, _ target: CallTarget, _ name: String, limits: CallLimits, _ request: Request,
    _ invocation: Invocation, isReserved: Bool = false
  ) {
    let left = invocation.deadline.timeIntervalSince(invocation.services.clock.now)
    arrivedAt = .now()
    end = arrivedAt + .nanoseconds(Int64(min(max(0, left), 1e9) * 1e9))
    self.isReserved = isReserved
    self.id = id
    self.lane = lane
    self.target = target
    self.name = name
    self.limits = limits
    self.request = request
    self.invocation = invocation
  }

  /// The call that takes the place of another one, whose id and times it has.
  init(_ request: Request, _ invocation: Invocation, inPlaceOf holder: RunningCall) {
    (id, lane, target, name, limits) = (holder.id, holder.lane, holder.target, holder.name, holder.limits)
    (isReserved, arrivedAt, end) = (holder.isReserved, holder.arrivedAt, holder.end)
    self.request = request
    self.invocation = invocation
  }

  /// The limits, with the time that is left until its end.
  var limitsFromNow: CallLimits {
    var limits = limits
    limits.wallClock = max(.milliseconds(1), .nanoseconds((end - .now()).nanoseconds))
    return limits
  }

  /// Whether its time is over. The host has then answered the client itself.
  var isLate: Bool {
    let age = Duration.nanoseconds((NIODeadline.now() - arrivedAt).nanoseconds)
    // The server's clock of the request started a little earlier.
    return age >= limits.idle - .milliseconds(100) || isOverdue
  }

  var isOverdue: Bool { end <= .now() }

  // MARK: Its worker

  /// Waits for the next assignment.
  ///
  /// - Throws: the ``WorkerFailure`` of a call that gets none; `CancellationError`.
  func assignment() async throws -> Assignment {
    try await withCheckedThrowingContinuation { continuation in
      let decided = state.withLock { state -> Result<Assignment, any Error>? in
        guard case .decided(let result) = state.standing else {
          state.standing = .waits(continuation)
          return nil
        }
        state.standing = .open
        return result
      }
      if let decided { continuation.resume(with: decided) }
    }
  }

  /// Gives the task its next assignment, or its failure.
  func decide(_ result: Result<Assignment, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Assignment, any Error>? in
      guard case .waits(let continuation) = state.standing else {
        state.standing = .decided(result)
        return nil
      }
      state.standing = .open
      return continuation
    }
    waiting?.resume(with: result)
  }

  // MARK: Its exchange

  /// The exchange with its current worker; nil before it is sent.
  var sending: Sending? { state.withLock(\.sending) }

  /// Sets the exchange; nil for a call that goes to another worker.
  func markSent(as sending: Sending?, by exchange: OutgoingExchange? = nil) {
    // The last exchange is freed without the lock: its end may use its channel.
    let last = state.withLock { state in
      defer { (state.sending, state.exchange) = (sending, exchange) }
      return state.exchange
    }
    withExtendedLifetime(last) {}
  }

  /// Whether the worker's answer has come, also while the call's task has not taken it, or is not awaited any more.
  var isAnswered: Bool {
    let (isAnswered, exchange) = state.withLock { ($0.isAnswered, $0.exchange) }
    return isAnswered || exchange?.isAnswered == true
  }

  /// Whether its caller got no answer, or not the whole body, because the worker ended. Valid after the worker's end.
  var isLost: Bool { !isAnswered || state.withLock(\.exchange)?.isBodyLost == true }

  /// Whether it can be sent to a second worker: it has no answer, and its body was not read from a stream.
  var isMovable: Bool { !isAnswered && !state.withLock(\.isRead) }

  /// Whether its caller has left while it was at a worker.
  var isWithdrawn: Bool { state.withLock(\.isWithdrawn) }

  /// Records that its caller has left, so that it does not wait for another worker.
  func withdraw() { state.withLock { $0.isWithdrawn = true } }

  /// Records that the answer has arrived or is not awaited any more, so that the call is not moved.
  func markAnswered() { state.withLock { $0.isAnswered = true } }

  /// Begins to read the body's stream, which can be read once, for an exchange. From then on the call is not moved.
  ///
  /// - Returns: false if the call is not at that exchange any more: its next worker gets the body.
  func beginReading(for exchange: UInt64, of worker: WorkerID) -> Bool {
    state.withLock { state in
      guard let sending = state.sending, sending.exchange == exchange, sending.worker == worker else { return false }
      state.isRead = true
      return true
    }
  }

  /// Sends the body of its request as the stream of an exchange, until its end or until the worker takes no more.
  func sendBody(to worker: WorkerID, by exchange: OutgoingExchange) async {
    // A call whose worker has ended may move, and its next worker reads the stream.
    guard !exchange.isDone, request.body.count != nil || beginReading(for: exchange.id, of: worker) else { return }
    do {
      for try await chunk in request.body { try await exchange.write(chunk) }
      exchange.end()
    } catch {
      exchange.fail(WireError(error).reason)
    }
  }
}
