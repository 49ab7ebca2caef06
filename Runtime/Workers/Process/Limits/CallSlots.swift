/// The slots of a worker's call page, and the calls that have claimed them.
struct CallSlots {
  private let count: UInt32
  /// The calls, indexed by slot; nil for a free slot. Slots beyond its end were never claimed.
  private var calls: [WatchedCall?] = []
  /// Freed slots; the last one is used next, so that few pages of memory are touched.
  private var free: [UInt32] = []
  /// The instant from which on there are calls; nil without calls.
  private var busySince: UInt64?
  /// The time before, in nanoseconds, in which there were calls.
  private var busyBefore: UInt64 = 0

  init(count: UInt32) { self.count = count }

  var isEmpty: Bool { free.count == calls.count }
  /// The calls in hand.
  var watched: [WatchedCall] { isEmpty ? [] : calls.compactMap(\.self) }

  /// Claims a slot; nil if all are taken.
  mutating func claim(_ limits: CallLimits, at now: UInt64) -> UInt32? {
    guard !free.isEmpty || calls.count < count else { return nil }
    busySince = busySince ?? now
    if let slot = free.popLast() {
      calls[Int(slot)] = WatchedCall(slot: slot, call: 0, limits: limits, start: now)
      return slot
    }
    let slot = UInt32(calls.count)
    calls.append(WatchedCall(slot: slot, call: 0, limits: limits, start: now))
    return slot
  }

  /// Names the call of a slot.
  mutating func bind(_ slot: UInt32, to call: UInt64) {
    guard slot < calls.count else { return }
    calls[Int(slot)]?.call = call
  }

  /// Frees a slot. A slot that is free already stays so.
  mutating func release(_ slot: UInt32, at now: UInt64) {
    guard slot < calls.count, calls[Int(slot)].take() != nil else { return }
    free.append(slot)
    guard isEmpty else { return }
    busyBefore = busyTime(until: now)
    busySince = nil
  }

  /// The time, in nanoseconds, in which there were calls.
  func busyTime(until now: UInt64) -> UInt64 {
    guard let busySince, now > busySince else { return busyBefore }
    return busyBefore + (now - busySince)
  }
}
