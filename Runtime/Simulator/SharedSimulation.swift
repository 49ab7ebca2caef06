import FoundationEssentials
import Logging
import Synchronization

/// The simulation behind a lock, shared by the server's thread and callers in the same process.
final class SharedSimulation: Sendable {
  private struct Waiter {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var simulation: Simulation
    var waiters: [Waiter] = []
    var lastWaiter = 0
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Date
  private let lines: PushLines
  private let logger: Logger

  init(_ configuration: SimulatorConfiguration, logger: Logger) {
    state = Mutex(State(simulation: Simulation(configuration)))
    now = configuration.now
    lines = configuration.lines
    self.logger = logger
  }

  /// Reads or changes the simulation.
  func withLock<Value: Sendable>(_ body: (inout Simulation) -> Value) -> Value {
    state.withLock { body(&$0.simulation) }
  }

  /// Handles a request, resumes waiters of arrivals, and writes the log lines.
  func take(_ request: ReceivedPush, on connection: inout Simulation.Connection) -> Simulation.Reply {
    let now = now()
    var own = connection
    let (reply, after, ready) = state.withLock { state in
      let reply = state.simulation.take(request, on: &own, now: now)
      guard !state.waiters.isEmpty else { return (reply, own, [Waiter]()) }
      let total = state.simulation.arrivals.total
      let ready = state.waiters.filter { $0.count <= total }
      state.waiters.removeAll { $0.count <= total }
      return (reply, own, ready)
    }
    connection = after
    for waiter in ready { waiter.continuation.resume() }
    for line in reply.lines { write(line) }
    return reply
  }

  private func write(_ line: String) {
    switch lines {
    case .logger: logger.info("\(line)")
    case .writer(let writer): writer(line)
    case .none: break
    }
  }

  /// The time by the configured clock.
  var time: Date { now() }

  /// Waits until `count` notifications have arrived, or the task is cancelled.
  func waitForArrivals(_ count: Int) async {
    let id = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.simulation.arrivals.total >= count || Task.isCancelled { return true }
          state.waiters.append(Waiter(id: id, count: count, continuation: continuation))
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let index = state.waiters.firstIndex { $0.id == id }
        return index.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }
}
