import Logging
import Loop
import Synchronization

/// The server on its own event loop: TLS and HTTP/2 for pushes, and plain HTTP/1.1 for inspection.
///
/// One lock guards all state. It is nearly always uncontended, because almost all calls come from the loop's thread.
final class SimulatorServer: Sendable {
  /// The protocol of a port.
  private enum Purpose {
    case pushes(TLSContext)
    case inspection
  }

  private struct Port {
    let listener: LoopbackListener
    let purpose: Purpose
    /// The time at which accepting resumes after the process ran out of descriptors.
    var resumes: ContinuousClock.Instant?
  }

  private struct State {
    var ports: [UInt64: Port] = [:]
    var connections: [UInt64: any ServerConnection] = [:]
    var lastNumber: UInt64 = 0
    /// The next time for which the loop was asked to look at the clock.
    var due: ContinuousClock.Instant?
    var buffer = [UInt8](repeating: 0, count: 64 << 10)

    mutating func nextNumber() -> UInt64 {
      lastNumber += 1
      return lastNumber
    }
  }

  /// The largest number of connections that are accepted in one pass.
  private static let batch = 64
  /// The pause of accepting when the process has no descriptors left.
  private static let pause = Duration.milliseconds(100)

  private let simulation: SharedSimulation
  private let logger: Logger
  private let loop: Reactor
  private let state = Mutex(State())

  /// Starts the loop, which runs until ``stop()``. No port is open yet.
  ///
  /// - Throws: ``SimulatorError`` if the process has no descriptors left.
  init(simulation: SharedSimulation, logger: Logger) throws(SimulatorError) {
    self.simulation = simulation
    self.logger = logger
    do throws(SystemError) {
      loop = try Reactor(named: "swiftlet-apns")
    } catch {
      throw SimulatorError(.cannotListen, "The simulator cannot wait for connections: \(error)")
    }
    loop.start(self)
  }

  /// Listens for pushes.
  ///
  /// - Returns: the port.
  /// - Throws: ``SimulatorError``.
  func listen(port: Int, tls: TLSContext) throws(SimulatorError) -> Int { try listen(port, for: .pushes(tls)) }

  /// Listens for inspection.
  ///
  /// - Returns: the port.
  /// - Throws: ``SimulatorError``.
  func listenForInspection(port: Int) throws(SimulatorError) -> Int { try listen(port, for: .inspection) }

  private func listen(_ port: Int, for purpose: Purpose) throws(SimulatorError) -> Int {
    let listener = try LoopbackListener(port: port)
    let isWatched = state.withLock { state in
      let number = state.nextNumber()
      state.ports[number] = Port(listener: listener, purpose: purpose)
      return loop.add(listener.descriptor, as: number, for: .input)
    }
    guard isWatched else {
      throw SimulatorError(
        .cannotListen, "The simulator cannot wait for connections: the event loop refused the socket")
    }
    return listener.port
  }

  func stop() {
    state.withLock { state in
      for port in state.ports.values {
        loop.remove(port.listener.descriptor)
        port.listener.close()
      }
      for connection in state.connections.values { connection.close() }
      (state.ports, state.connections) = ([:], [:])
    }
    loop.stop()
  }

  // MARK: Connections

  private func accept(_ number: UInt64, _ state: inout State) {
    guard let port = state.ports[number] else { return }
    for _ in 0..<Self.batch {
      switch port.listener.accept() {
      case .connection(let descriptor):
        let own = state.nextNumber()
        state.connections[own] = connection(
          ConnectedSocket(descriptor, as: own, on: loop), port.purpose)
      case .nothing: return
      case .exhausted:
        loop.change(port.listener.descriptor, as: number, to: [])
        state.ports[number]?.resumes = .now + Self.pause
        loop.wake()
        return
      }
    }
  }

  private func connection(_ socket: ConnectedSocket, _ purpose: Purpose) -> (any ServerConnection)? {
    guard socket.isOpen else { return nil }
    switch purpose {
    case .inspection: return InspectionConnection(socket, inspector: Inspector(simulation: simulation))
    case .pushes(let tls):
      let (connection, beginning) = simulation.withLock { $0.open() }
      if beginning == .disconnect {
        socket.reset()
      } else if let made = ClientConnection(
        connection, beginning: beginning, socket: socket, tls: tls, simulation: simulation, logger: logger)
      {
        return made
      }
      simulation.withLock { $0.close() }
      return nil
    }
  }
}

extension SimulatorServer: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    state.withLock { state in
      guard let connection = state.connections[number] else { return accept(number, &state) }
      unsafe state.buffer.withUnsafeMutableBytes { unsafe connection.isReady(events, buffer: $0) }
      guard connection.isOpen else {
        state.connections[number] = nil
        return
      }
      guard let due = connection.due, state.due.map({ due < $0 }) ?? true else { return }
      state.due = due
      loop.wake()
    }
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    state.withLock { state in
      for (number, port) in state.ports {
        guard let resumes = port.resumes, resumes <= now else { continue }
        state.ports[number]?.resumes = nil
        loop.change(port.listener.descriptor, as: number, to: .input)
      }
      for (number, connection) in state.connections {
        connection.lookAtClock(now)
        if !connection.isOpen { state.connections[number] = nil }
      }
      state.due = (state.connections.values.compactMap(\.due) + state.ports.values.compactMap(\.resumes)).min()
      return state.due
    }
  }
}
