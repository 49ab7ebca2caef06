import NIOCore
import Push

// The queue, pauses and endings.
extension DestinationState {
  /// Puts a notification into the queue; ends it if the destination drains or is stopped.
  mutating func enqueue(_ id: DeliveryID, first: Bool = false) {
    if isDraining { return finish(id, .shutdown) }
    if let stop { return finish(id, stop.fault, answer: stop.answer) }
    items[id]?.place = .ready
    if first { ready.prepend(id) } else { ready.append(id) }
  }

  /// Retries a notification after a pause, if it has not expired by then.
  mutating func retry(_ id: DeliveryID, after pause: Duration, now: ContinuousClock.Instant) {
    guard let item = items[id] else { return }
    let time = now + pause
    guard item.canRetry(at: time) else { return finish(id, item.lastFault ?? .overdue) }
    if isDraining || stop != nil || pause <= .zero { return enqueue(id, first: true) }
    items[id]?.place = .paused
    timers.add(.retry(id), at: time)
  }

  /// Retries a notification after the back-off for its number of attempts.
  mutating func backOff(_ id: DeliveryID, atLeast least: Duration? = nil, now: ContinuousClock.Instant) {
    let pause = configuration.backOff.pause(before: items[id]?.attempts ?? 1, jitter: jitter())
    retry(id, after: max(pause, least ?? .zero), now: now)
  }

  mutating func finish(_ id: DeliveryID, _ fault: PushFault, answer: PushAnswer? = nil) {
    guard let item = items[id] else { return }
    finish(
      id, .undelivered(fault, lastAnswer: item.lastAnswer ?? answer, mayHaveArrived: item.mayHaveArrived))
  }

  /// Ends a notification that is not in flight.
  mutating func finish(_ id: DeliveryID, _ decision: DestinationDecision) {
    guard let item = items.removeValue(forKey: id) else { return }
    if let name = item.device {
      if item.place == .behindDevice { leave(id, name) }
      if item.hasSlot { freeSlot(of: name) }
    }
    actions.append(.finish(id, decision))
    let (items, connections) = (items, connections)
    timers.compact { event in
      switch event {
      case .deadline(let id), .retry(let id): items[id] != nil
      case .idle(let id): connections.contains { $0.id == id }
      case .device, .reopen: true
      }
    }
  }

  /// Ends all notifications that are not in flight.
  mutating func finishAllWaiting(_ fault: PushFault, answer: PushAnswer? = nil) {
    // All of them end here: a slot that is freed meanwhile must not admit another one.
    for name in Array(devices.keys) { devices[name]?.waiting = [] }
    for id in items.keys.sorted() {
      if case .inFlight = items[id]?.place { continue }
      finish(id, fault, answer: answer)
    }
    ready = CircularBuffer()
  }

  /// Takes a notification off its connection and frees its device's slot, unless the notification goes back to the
  /// front of the queue and keeps it.
  mutating func release(_ id: DeliveryID, keepsSlot: Bool = false, now: ContinuousClock.Instant) {
    guard let item = items[id], case .inFlight(let connection) = item.place else { return }
    items[id]?.place = .ready
    items[id]?.isDispatched = false
    if item.hasSlot, !keepsSlot, let name = item.device {
      items[id]?.hasSlot = false
      freeSlot(of: name)
    }
    guard let index = connections.firstIndex(where: { $0.id == connection }) else { return }
    connections[index].requests.remove(id)
    if item.isDispatched { connections[index].dispatched -= 1 }
    if connections[index].waiting == id { connections[index].waiting = nil }
    connections[index].lastUsed = now
    if connections[index].phase == .retiring, connections[index].requests.isEmpty { close(connection) }
  }
}
