import Console
import Edge
import FoundationEssentials
import Synchronization

/// The last notifications of a host, for the console. They are in memory, and end with the process.
final class PushLog: Sendable {
  /// How long the sender retries a notification that is sent again.
  private static let patience = Duration.seconds(20)

  private let state = Mutex(PushLogState())
  private let clock: WallClock

  init(clock: WallClock) { self.clock = clock }

  /// A sender that notes what it sends.
  func noting(_ sender: any PushSending) -> any PushSending { NotingSender(sender: sender, log: self) }

  func activity(_ query: PushQuery) -> PushActivity {
    let now = clock.now
    return state.withLock { $0.activity(query, at: now) }
  }

  /// Sends undelivered notifications again, under their ids.
  ///
  /// - Parameter ids: only these; nil for all that are held.
  func resend(_ ids: [UUID]?, by sender: any PushSending) async -> PushResent {
    let now = clock.now
    let missing = state.withLock { $0.undelivered(ids, at: now) }
    let noting = noting(sender)
    let delivered = await withTaskGroup(of: Bool.self) { group in
      for var push in missing {
        push.retryDeadline = Self.patience
        group.addTask { [push] in if case .delivered = await noting.send(push) { true } else { false } }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    return PushResent(sent: missing.count, delivered: delivered)
  }

  fileprivate func send(_ push: PreparedPush, by sender: any PushSending) async -> PushOutcome {
    let (now, start) = (clock.now, ContinuousClock.now)
    state.withLock { $0.begin(push, at: now) }
    let outcome = await sender.send(push)
    let (end, milliseconds) = (clock.now, (ContinuousClock.now - start) / .milliseconds(1))
    state.withLock { $0.end(push, outcome, milliseconds: milliseconds, at: end) }
    return outcome
  }
}

private struct NotingSender: PushSending {
  let sender: any PushSending
  let log: PushLog

  func send(_ push: PreparedPush) async -> PushOutcome { await log.send(push, by: sender) }

  func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer { await sender.send(request) }
}
