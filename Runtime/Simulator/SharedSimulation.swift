import FoundationEssentials
import Logging
import Synchronization

/// The simulation behind a lock, shared by the server's thread and callers in the same process.
final class SharedSimulation: Sendable {
  private let simulation: Mutex<Simulation>
  private let now: @Sendable () -> Date
  private let lines: PushLines
  private let logger: Logger

  init(_ configuration: SimulatorConfiguration, logger: Logger) {
    simulation = Mutex(Simulation(configuration))
    now = configuration.now
    lines = configuration.lines
    self.logger = logger
  }

  func withLock<Value: Sendable>(_ body: (inout Simulation) -> Value) -> Value {
    simulation.withLock { body(&$0) }
  }

  /// Handles a request, and writes the log lines.
  func take(_ request: ReceivedPush, on connection: inout Simulation.Connection) -> Simulation.Reply {
    let now = now()
    var own = connection
    let (reply, after) = simulation.withLock { simulation in
      let reply = simulation.take(request, on: &own, now: now)
      return (reply, own)
    }
    connection = after
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

  var time: Date { now() }
}
