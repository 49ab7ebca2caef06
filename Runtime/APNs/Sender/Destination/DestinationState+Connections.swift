import NIOCore

// The assignment of requests to connections.
extension DestinationState {
  mutating func pump(now: ContinuousClock.Instant) {
    while let id = ready.popFirst() {
      guard items[id]?.place == .ready, takeSlot(id) else { continue }
      guard let index = connectionWithRoom(now: now) else {
        ready.prepend(id)
        return
      }
      let connection = connections[index].id
      connections[index].requests.insert(id)
      connections[index].fresh.append(id)
      items[id]?.place = .inFlight(connection)
      items[id]?.attempts += 1
      actions.append(.start(id, on: connection))
    }
  }

  /// The index of the open connection with the fewest requests, or of a new one if the limit allows it.
  private mutating func connectionWithRoom(now: ContinuousClock.Instant) -> Int? {
    var best: Int?
    for index in connections.indices {
      if connections[index].phase == .open, connections[index].requests.isEmpty,
        connections[index].lastUsed + Self.quiet <= now
      {
        connections[index].phase = .warming
      }
      guard connections[index].hasRoom(maximum: configuration.inFlightPerConnection) else { continue }
      if let other = best, connections[other].requests.count <= connections[index].requests.count { continue }
      best = index
    }
    if let best { return best }
    guard connections.count(where: { $0.phase != .retiring }) < configuration.connections else { return nil }
    if let reopening, reopening > now { return nil }
    reopening = nil
    let connection = DestinationConnection(id: nextConnection(), limit: configuration.inFlightPerConnection, now: now)
    connections.append(connection)
    actions.append(.open(connection.id))
    timers.add(.idle(connection.id), at: now + configuration.idleLimit)
    return connections.count - 1
  }

  mutating func dispatched(_ id: DeliveryID) {
    guard let item = items[id], !item.isDispatched, case .inFlight(let connection) = item.place,
      let index = connections.firstIndex(where: { $0.id == connection })
    else { return }
    items[id]?.isDispatched = true
    connections[index].dispatched += 1
    connections[index].limit = max(connections[index].limit, connections[index].dispatched)
    if connections[index].waiting == id { connections[index].waiting = nil }
  }

  /// Handles the start of a connection by libcurl. If the connection was open before, one request goes first again.
  mutating func connecting(_ connection: ConnectionID, for id: DeliveryID, now: ContinuousClock.Instant) {
    guard let index = connections.firstIndex(where: { $0.id == connection }), connections[index].phase == .open else {
      return
    }
    connections[index].phase = .warming
    connections[index].limit = configuration.inFlightPerConnection
    takeBack(connection, keeping: id, now: now)
  }

  /// Handles the end of a libcurl pass. Started requests without a stream get none for now, because the server allows
  /// no more. One of them stays, to detect when the server does.
  mutating func settled(_ connection: ConnectionID, now: ContinuousClock.Instant) {
    guard let index = connections.firstIndex(where: { $0.id == connection }), !connections[index].fresh.isEmpty else {
      return
    }
    guard connections[index].phase == .open else {
      connections[index].fresh = []
      return
    }
    takeBack(connection, keeping: nil, now: now)
  }

  /// Takes back the requests without a stream, except for one.
  private mutating func takeBack(_ connection: ConnectionID, keeping chosen: DeliveryID?, now: ContinuousClock.Instant)
  {
    guard let index = connections.firstIndex(where: { $0.id == connection }) else { return }
    var without = connections[index].waiting.map { [$0] } ?? []
    without += connections[index].fresh.filter { id in
      items[id].map { $0.place == .inFlight(connection) && !$0.isDispatched } ?? false
    }
    connections[index].fresh = []
    guard let kept = chosen ?? without.first else { return }
    if chosen == nil {
      connections[index].waiting = kept
      connections[index].limit = max(1, connections[index].dispatched)
    }
    // A request that was started twice since libcurl last ran is listed twice.
    for id in without.reversed() where id != kept && items[id]?.place == .inFlight(connection) {
      actions.append(.takeOff(id, from: connection))
      release(id, keepsSlot: true, now: now)
      // It was not sent, so this does not count as an attempt.
      items[id]?.attempts -= 1
      // The timer of its deadline skips requests in flight, and does not fire again in the queue.
      retry(id, after: .zero, now: now)
    }
  }

  /// Starts no more requests on a connection. Those in flight still get their answers.
  mutating func retire(_ id: ConnectionID) {
    guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
    connections[index].phase = .retiring
    if connections[index].requests.isEmpty { close(id) }
  }

  mutating func close(_ id: ConnectionID) {
    connections.removeAll { $0.id == id }
    actions.append(.close(id))
  }

  mutating func timePassed(_ now: ContinuousClock.Instant) {
    while let event = timers.popDue(now) {
      switch event {
      case .deadline(let id):
        // A request in flight ends by its own timeout.
        guard let item = items[id] else { continue }
        if case .inFlight = item.place { continue }
        finish(id, item.lastFault ?? openingFault ?? .overdue)
      case .retry(let id):
        if items[id]?.place == .paused { enqueue(id) }
      case .device(let name): endPause(of: name, now: now)
      case .reopen: break
      case .idle(let id):
        guard let connection = connections.first(where: { $0.id == id }) else { continue }
        let end = (connection.requests.isEmpty ? connection.lastUsed : now) + configuration.idleLimit
        if end <= now { close(id) } else { timers.add(.idle(id), at: end) }
      }
    }
  }
}
