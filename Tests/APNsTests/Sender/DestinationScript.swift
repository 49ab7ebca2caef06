import Foundation
import Push

@testable import APNs

/// A destination without a network: the test feeds events to the state machine and checks its actions.
struct DestinationScript {
  typealias Action = DestinationState.Action

  var state: DestinationState
  let start = ContinuousClock.now
  var now: ContinuousClock.Instant

  init(_ configure: (inout PushConfiguration) -> Void = { _ in }, jitter: @escaping () -> Double = { 1 }) {
    var configuration = PushConfiguration(credentials: [:])
    configuration.connections = 1
    configuration.inFlightPerConnection = 3
    configure(&configuration)
    state = DestinationState(configuration: configuration, jitter: jitter)
    now = start
  }

  /// The destination's next actions.
  mutating func actions() -> [Action] {
    state.pump(now: now)
    return state.takeActions()
  }

  mutating func submit(
    _ ids: ClosedRange<DeliveryID>, device: String? = nil, expires: Duration? = nil, retryDeadline: Duration? = nil
  ) -> [Action] {
    for id in ids {
      state.submit(
        id, device: device, expiry: expires.map { now + $0 }, retryDeadline: retryDeadline, accepted: now, now: now)
    }
    return actions()
  }

  /// Opens a connection with the answer to its first push.
  mutating func open(_ id: DeliveryID) {
    _ = submit(id...id)
    state.dispatched(id)
    _ = answer(id, 200)
  }

  mutating func dispatch(_ ids: ClosedRange<DeliveryID>) {
    for id in ids { state.dispatched(id) }
  }

  /// Feeds an answer, with the action of the answer table.
  mutating func answer(_ id: DeliveryID, _ status: Int, _ reason: String? = nil, retryAfter: Duration? = nil)
    -> [Action]
  {
    let answer = Self.answer(status, reason, retryAfter: retryAfter)
    state.answered(id, answer, PushAction(answer), now: now)
    return actions()
  }

  mutating func fail(_ id: DeliveryID, _ scope: TransportFailure.Scope, _ fault: PushFault) -> [Action] {
    state.failed(id, TransportFailure(scope: scope, fault: fault), now: now)
    return actions()
  }

  /// Advances the clock and handles each timer at its time.
  mutating func pass(_ duration: Duration) -> [Action] {
    let end = now + duration
    var seen: [Action] = []
    while let next = state.nextEvent, next <= end {
      now = max(now, next)
      state.timePassed(now)
      seen += actions()
    }
    now = end
    return seen
  }

  static func answer(_ status: Int, _ reason: String? = nil, retryAfter: Duration? = nil) -> PushAnswer {
    PushAnswer(status: status, reason: reason, retryAfter: retryAfter)
  }

  static func delivered(_ id: DeliveryID) -> Action { .finish(id, .delivered(answer(200))) }

  static func undelivered(
    _ id: DeliveryID, _ fault: PushFault, _ answer: PushAnswer? = nil, mayHaveArrived: Bool = false
  ) -> Action {
    .finish(id, .undelivered(fault, lastAnswer: answer, mayHaveArrived: mayHaveArrived))
  }
}

extension PushFault {
  static let lost = PushFault(.connectionLost, "the connection ended")
  static let reset = PushFault(.streamReset, "the stream was reset")
  static let unreachable = PushFault(.cannotConnect, "connection refused")
  static let late = PushFault(.timedOut, "no answer")
  static let untrusted = PushFault(.notTrusted, "unknown certificate")
}
