import Edge
package import NIOCore

/// The rules of one group of one bundle's version, as a state machine without processes and without a clock.
///
/// Its driver reports what happens, performs ``takeActions()`` after each report, and calls ``tick(_:)`` at
/// ``nextTick``. A call is in one of three states: it waits in its lane, it runs at a ``GroupPlace``, or it is over. A
/// call that has begun is never given to a second worker.
package struct GroupState: Sendable {
  let rules: GroupRules
  let nextID: @Sendable () -> WorkerID
  /// The workers that have not ended, the oldest first.
  package internal(set) var workers: [GroupWorker] = []
  var lanes: [GroupLane]
  var backOff: StartBackOff
  private var actions: [GroupAction] = []
  /// When ``tick(_:)`` is to be called.
  package internal(set) var nextTick = NIODeadline.distantFuture
  /// The instant at which the version was replaced; nil if it takes new calls.
  var replacedAt: NIODeadline?

  /// - Parameter nextID: makes the number of the next worker.
  package init(_ rules: GroupRules, nextID: @escaping @Sendable () -> WorkerID) {
    self.rules = rules
    self.nextID = nextID
    lanes = rules.lanes.map(GroupLane.init)
    backOff = StartBackOff(rules)
  }

  /// The effects of the reports since the last call.
  package mutating func takeActions() -> [GroupAction] {
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  mutating func act(_ action: GroupAction) { actions.append(action) }

  // MARK: Calls

  /// A call arrives.
  ///
  /// - Returns: its place; nil for a call that waits, or is refused by an action.
  package mutating func arrive(_ call: GroupCall, at now: NIODeadline) -> GroupPlace? {
    guard lanes.indices.contains(call.lane) else {
      act(.refuse(call.id, .busy(retryAfter: 1)))
      return nil
    }
    if let place = takePlace(call, at: now) { return place }
    guard waiting < rules.maximumWaiting else {
      act(.refuse(call.id, .busy(retryAfter: 1)))
      return nil
    }
    var call = call
    call.waitsUntil = now + lanes[call.lane].rules.queueTimeout
    lanes[call.lane].append(call)
    wake(by: call.waitsUntil)
    scaleUp(at: now)
    refuseUnstartable(at: now)
    return nil
  }

  /// Takes a place for a call without a wait.
  ///
  /// - Returns: the place; nil, with the state unchanged, if no place is free.
  package mutating func takePlace(_ call: GroupCall, at now: NIODeadline) -> GroupPlace? {
    // A call must not overtake those of its lane that wait.
    guard lanes.indices.contains(call.lane), lanes[call.lane].hasRoom, lanes[call.lane].waiting == 0,
      let index = freeWorker()
    else { return nil }
    let place = assign(call, to: index)
    scaleUp(at: now)
    return place
  }

  /// The caller of a call that waits has left.
  ///
  /// - Returns: whether the call waited.
  package mutating func leave(_ id: GroupCall.ID, lane: Int) -> Bool {
    lanes.indices.contains(lane) && lanes[lane].remove(id)
  }

  /// A call is over, with its background work.
  ///
  /// - Parameters:
  ///   - place: the last one that the call's task knows. The end of that worker may have moved the call since.
  ///   - isUsed: whether the worker was given the call. One that was not has not served it.
  package mutating func end(_ id: GroupCall.ID, at place: GroupPlace, isUsed: Bool = true, now: NIODeadline) {
    guard let index = index(of: place.worker),
      let call = workers[index].remove(id, at: place.index, isUsed: isUsed, now: now)
    else {
      return endMoved(id, now: now)
    }
    lanes[call.lane].end()
    let worker = workers[index]
    if worker.phase == .ready {
      if rules.policy == .oneshot, worker.served > 0 { retire(index, at: now) }
      if worker.count == 0 { wake(by: now + idleLimit) }
    } else if worker.phase == .retiring, worker.count == 0 {
      workers[index].retiredAt = now
      wake(by: now + rules.retireLimit)
    }
    if waiting > 0 { dispatch(at: now) }
  }

  /// A call is over that is not at its last known place: it waits again, has another place, or was answered.
  private mutating func endMoved(_ id: GroupCall.ID, now: NIODeadline) {
    for lane in lanes.indices where lanes[lane].remove(id) { return }
    for worker in workers {
      guard let index = worker.index(of: id) else { continue }
      return end(id, at: GroupPlace(worker: worker.id, index: index), now: now)
    }
  }

  package var waiting: Int { lanes.reduce(0) { $0 + $1.waiting } }

  package var running: Int { workers.reduce(0) { $0 + $1.count } }

  /// Whether calls are refused because workers keep dying at boot.
  package var isBackingOff: Bool { backOff.isBootLoop }

  // MARK: Time

  /// Asks for a tick at an instant, at the latest.
  mutating func wake(by instant: NIODeadline) { nextTick = min(nextTick, instant) }

  /// The workers that are kept without calls. A replaced version keeps none.
  var minimumWorkers: Int { replacedAt == nil ? min(rules.minimumWorkers, rules.maximumWorkers) : 0 }

  /// The time after which a worker without calls ends.
  var idleLimit: TimeAmount { replacedAt == nil ? rules.idleExit : min(rules.idleExit, rules.linger) }
}
