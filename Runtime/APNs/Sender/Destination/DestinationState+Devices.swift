// The limit of requests in flight per device.
extension DestinationState {
  /// Gives a notification one of its device's slots. Without a free slot it moves from the destination's queue to the
  /// device's.
  mutating func takeSlot(_ id: DeliveryID) -> Bool {
    guard let item = items[id], let name = item.device else { return true }
    var device = devices[name] ?? DestinationDevice()
    defer { devices[name] = device }
    let slots = device.slots - (item.hasSlot ? 1 : 0)
    let isFree = device.pausedUntil == nil && slots < configuration.inFlightPerDevice
    device.slots = slots + (isFree ? 1 : 0)
    items[id]?.hasSlot = isFree
    if !isFree {
      items[id]?.place = .behindDevice
      // Notifications that were tried before, or held a slot, go first.
      if item.attempts > 0 || item.hasSlot { device.waiting.insert(id, at: 0) } else { device.waiting.append(id) }
    }
    return isFree
  }

  mutating func freeSlot(of name: String) {
    guard let index = devices.index(forKey: name) else { return }
    devices.values[index].slots -= 1
    // Most devices get one notification at a time.
    if devices.values[index].isIdle {
      devices.remove(at: index)
    } else {
      admitWaiting(of: name)
    }
  }

  /// Pauses a device after Apple's `TooManyRequests`.
  mutating func pauseDevice(_ name: String, atLeast least: Duration?, now: ContinuousClock.Instant) {
    var device = devices[name] ?? DestinationDevice()
    device.refusals += 1
    let pause = max(configuration.backOff.pause(before: device.refusals, jitter: jitter()), least ?? .zero)
    let until = max(now + pause, device.pausedUntil ?? now)
    device.pausedUntil = until
    devices[name] = device
    timers.add(.device(name), at: until)
  }

  /// Puts a notification at the front of its device's queue until the device's pause is over.
  mutating func waitForDevice(_ id: DeliveryID, now: ContinuousClock.Instant) {
    guard let item = items[id], let name = item.device, let until = devices[name]?.pausedUntil else {
      return backOff(id, now: now)
    }
    guard item.canRetry(at: until) else { return finish(id, item.lastFault ?? .overdue) }
    if isDraining || stop != nil { return enqueue(id) }
    items[id]?.place = .behindDevice
    devices[name]?.waiting.insert(id, at: 0)
  }

  mutating func endPause(of name: String, now: ContinuousClock.Instant) {
    guard let until = devices[name]?.pausedUntil, until <= now else { return }
    devices[name]?.pausedUntil = nil
    admitWaiting(of: name)
  }

  mutating func leave(_ id: DeliveryID, _ name: String) {
    devices[name]?.waiting.removeAll { $0 == id }
    forgetIfIdle(name)
  }

  private mutating func admitWaiting(of name: String) {
    while let device = devices[name], device.pausedUntil == nil, device.slots < configuration.inFlightPerDevice,
      let id = device.waiting.first
    {
      devices[name]?.waiting.removeFirst()
      devices[name]?.slots += 1
      items[id]?.hasSlot = true
      enqueue(id, first: true)
    }
    forgetIfIdle(name)
  }

  private mutating func forgetIfIdle(_ name: String) {
    if let device = devices[name], device.isIdle { devices[name] = nil }
  }
}
