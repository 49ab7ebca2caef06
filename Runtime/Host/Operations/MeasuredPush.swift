import Edge
import FoundationEssentials
import Synchronization

/// A push service that notes how long the last notification took, and whether it had an answer.
struct MeasuredPush: Sendable {
  let service: PushService
  private let sender: MeasuredSender?

  init(_ service: PushService, clock: WallClock) {
    var measured: MeasuredSender?
    self.service = service.wrapped { sender in
      let own = MeasuredSender(sender, clock: clock)
      measured = own
      return own
    }
    sender = measured
  }

  /// The state of the connection to the server of notifications.
  @Sendable func health() -> ConnectionHealth { sender?.health ?? ConnectionHealth(.unconfigured) }
}

/// A sender that notes how its last notification went.
private final class MeasuredSender: PushSending {
  private let sender: any PushSending
  private let clock: WallClock
  private let last = Mutex(ConnectionHealth(.idle))

  init(_ sender: any PushSending, clock: WallClock) {
    self.sender = sender
    self.clock = clock
  }

  var health: ConnectionHealth { last.withLock(\.self) }

  func send(_ push: PreparedPush) async -> PushOutcome {
    let began = ContinuousClock.now
    let outcome = await sender.send(push)
    let took = ContinuousClock.now - began
    switch outcome {
    case .delivered, .unregistered, .refused:
      note(ConnectionHealth(.up, latencyMilliseconds: took.roundedMilliseconds, measuredAt: clock.now))
    case .undelivered(let fault, _, _):
      // Its own task has given it up, which says nothing about the server.
      if fault.code != .cancelled { note(ConnectionHealth(.down, measuredAt: clock.now)) }
    }
    return outcome
  }

  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer { await sender.send(request) }

  private func note(_ health: ConnectionHealth) { last.withLock { $0 = health } }
}
