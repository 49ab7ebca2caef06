// The limit per device.
extension LaneState {
  /// Gives a notification one of its device's turns; otherwise it waits behind the device and is out of the line.
  mutating func takeTurn(_ id: ID) -> Bool {
    guard let item = items[id], let name = item.device else { return true }
    var device = devices[name] ?? LaneDevice()
    defer { devices[name] = device }
    let turns = device.turns - (item.hasTurn ? 1 : 0)
    let isFree = device.pausedUntil == nil && turns < configuration.inFlightPerDevice
    device.turns = turns + (isFree ? 1 : 0)
    items[id]?.hasTurn = isFree
    if !isFree {
      items[id]?.place = .behindDevice
      // What was tried before, or had a turn, comes before what did not.
      if item.attempts > 0 || item.hasTurn { device.waiting.insert(id, at: 0) } else { device.waiting.append(id) }
    }
    return isFree
  }

  /// A turn is free: the device's next one may go.
  mutating func endTurn(of name: String) {
    guard let index = devices.index(forKey: name) else { return }
    devices.values[index].turns -= 1
    // Most devices get one notification at a time.
    if devices.values[index].isIdle {
      devices.remove(at: index)
    } else {
      admitWaiting(of: name)
    }
  }

  /// Apple gets too many for this device: it is left alone for a while.
  mutating func pauseDevice(_ name: String, atLeast least: Duration?, now: ContinuousClock.Instant) {
    var device = devices[name] ?? LaneDevice()
    device.refusals += 1
    let pause = max(configuration.backOff.pause(before: device.refusals, jitter: jitter()), least ?? .zero)
    let until = max(now + pause, device.pausedUntil ?? now)
    device.pausedUntil = until
    devices[name] = device
    agenda.add(.device(name), at: until)
  }

  /// A notification waits, before all others, until the pause of its device is over.
  mutating func waitForDevice(_ id: ID, now: ContinuousClock.Instant) {
    guard let item = items[id], let name = item.device, let until = devices[name]?.pausedUntil else {
      return backOff(id, now: now)
    }
    guard item.canRetry(at: until) else { return finish(id, item.lastFault ?? .overdue) }
    if isDraining || stop != nil { return enqueue(id) }
    items[id]?.place = .behindDevice
    devices[name]?.waiting.insert(id, at: 0)
  }

  /// The pause of a device may be over.
  mutating func endPause(of name: String, now: ContinuousClock.Instant) {
    guard let until = devices[name]?.pausedUntil, until <= now else { return }
    devices[name]?.pausedUntil = nil
    admitWaiting(of: name)
  }

  /// One that waited for its device's turn waits no more.
  mutating func leave(_ id: ID, _ name: String) {
    devices[name]?.waiting.removeAll { $0 == id }
    forgetIfIdle(name)
  }

  private mutating func admitWaiting(of name: String) {
    while let device = devices[name], device.pausedUntil == nil, device.turns < configuration.inFlightPerDevice,
      let id = device.waiting.first
    {
      devices[name]?.waiting.removeFirst()
      devices[name]?.turns += 1
      items[id]?.hasTurn = true
      enqueue(id, first: true)
    }
    forgetIfIdle(name)
  }

  private mutating func forgetIfIdle(_ name: String) {
    if let device = devices[name], device.isIdle { devices[name] = nil }
  }
}
