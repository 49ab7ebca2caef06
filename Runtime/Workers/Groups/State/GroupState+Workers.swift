package import Edge
package import NIOCore

extension GroupState {
  /// A worker has sent its first frame, and the host has accepted it.
  package mutating func ready(_ id: WorkerID, at now: NIODeadline) {
    guard let index = index(of: id), workers[index].phase == .booting else { return }
    workers[index].becomeReady(at: now)
    backOff.becameReady()
    wake(by: now + idleLimit)
    wake(by: now + halfAge)
    // It may be the successor of an aged one.
    if let aged = workers.firstIndex(where: { $0.isBeingReplaced && $0.phase == .ready }) { retire(aged, at: now) }
    dispatch(at: now)
  }

  /// A worker has ended, in whatever way; its process is gone.
  ///
  /// - Parameter verdict: returns the failure of a call that had begun, or cannot be sent a second time; nil for a call
  ///   that another worker is to answer.
  package mutating func ended(
    _ id: WorkerID, at now: NIODeadline, verdict: (GroupCall.ID) -> WorkerFailure?
  ) {
    guard let index = index(of: id) else { return }
    let worker = workers.remove(at: index)
    var moved: [GroupCall] = []
    for call in worker.calls {
      lanes[call.lane].end()
      if let failure = verdict(call.id) {
        act(.refuse(call.id, failure))
      } else if call.moves >= GroupCall.maximumMoves {
        act(.refuse(call.id, .died))
      } else {
        moved.append(call)
      }
    }
    requeue(moved, at: now)
    if worker.readyAt == nil {
      bootFailed(worker, at: now)
    } else {
      // By now the phase of a retired worker is `ending` too, since its channel has closed.
      let isExpected = worker.isEndedOnDemand || worker.retiredAt != nil && !worker.retiresItself
      backOff.ended(worker, isDeath: !isExpected, at: now)
    }
    dispatch(at: now)
  }

  /// Puts the calls of an ended worker before all others, in the order of their arrival.
  private mutating func requeue(_ calls: [GroupCall], at now: NIODeadline) {
    for lane in Set(calls.map(\.lane)) {
      let own = calls.filter { $0.lane == lane }.sorted { $0.id < $1.id }.map { call in
        var call = call
        call.moves += 1
        call.waitsUntil = now + lanes[lane].rules.queueTimeout
        return call
      }
      lanes[lane].prepend(own)
      wake(by: now + lanes[lane].rules.queueTimeout)
    }
  }

  /// Counts a death at boot, and answers the calls that have waited for too many.
  private mutating func bootFailed(_ worker: GroupWorker, at now: NIODeadline) {
    // The end of a worker that is not needed any more says nothing about its start.
    if worker.isEndedOnDemand { return }
    backOff.diedAtBoot()
    guard !workers.contains(where: { $0.phase == .ready }) else { return }
    let failure = WorkerFailure.boot(retryAfter: backOff.retryAfter(at: now))
    // A second start that hangs as long as the first would keep the callers too long.
    let isFinal = worker.kill != nil
    for lane in lanes.indices {
      let given = lanes[lane].removeAll { call in
        call.boots += 1
        return isFinal || call.boots >= GroupCall.maximumBoots
      }
      for call in given { act(.refuse(call.id, failure)) }
    }
  }

  /// Lets a worker take no new calls. It ends after those that it has, whatever its age.
  package mutating func retire(_ id: WorkerID, at now: NIODeadline) {
    guard let index = index(of: id) else { return }
    retire(index, at: now)
    dispatch(at: now)
  }

  /// A worker says that it takes no new calls.
  package mutating func beganRetiring(_ id: WorkerID, at now: NIODeadline) {
    guard let index = index(of: id) else { return }
    if workers[index].phase == .ready { workers[index].retiresItself = true }
    retire(id, at: now)
  }

  mutating func retire(_ index: Int, at now: NIODeadline) {
    switch workers[index].phase {
    case .booting: kill(index, .retired)
    case .ready:
      workers[index].phase = .retiring
      workers[index].retiredAt = now
      act(.retire(workers[index].id))
      wake(by: now + rules.retireLimit)
    case .retiring, .ending: break
    }
  }

  /// Ends a worker at once. Its calls are answered when its process is gone.
  package mutating func kill(_ id: WorkerID, _ reason: WorkerKill, at now: NIODeadline) {
    guard let index = index(of: id) else { return }
    kill(index, reason)
    dispatch(at: now)
  }

  mutating func kill(_ index: Int, _ reason: WorkerKill) {
    guard workers[index].phase != .ending else { return }
    workers[index].phase = .ending
    workers[index].kill = reason
    act(.kill(workers[index].id, reason))
  }

  /// A worker is being ended by its limits, or has closed its channel: it takes no new calls.
  package mutating func beganEnding(_ id: WorkerID, at now: NIODeadline) {
    guard let index = index(of: id), workers[index].phase != .ending else { return }
    let hasBooted = workers[index].phase != .booting
    workers[index].phase = .ending
    // A death at boot is counted before the next start, which may have to wait for it.
    if hasBooted { dispatch(at: now) }
  }

  /// The version was replaced: it keeps no worker without calls. Calls that were on their way are still answered.
  package mutating func replace(at now: NIODeadline) {
    guard replacedAt == nil else { return }
    replacedAt = now
    wake(by: now + rules.linger)
  }

  /// The version takes calls: a new one, one after a change of the settings, or one after a roll-back to it.
  ///
  /// The deaths before its replacement do not count. A change of the settings alone does not end the back-off: a group
  /// whose own settings have changed is a new one.
  package mutating func restore(at now: NIODeadline) {
    if replacedAt != nil { backOff.reset() }
    replacedAt = nil
    dispatch(at: now)
  }

  /// Ends all workers after their calls, for a host that stops.
  package mutating func retireAll(at now: NIODeadline) {
    if replacedAt == nil { replacedAt = now }
    for index in workers.indices { retire(index, at: now) }
  }

  /// Whether nothing is left of a replaced version.
  package var isOver: Bool { replacedAt != nil && workers.isEmpty && waiting == 0 }

  /// Whether nothing is left of a version that was replaced so long ago that no request can still have its functions.
  package func isForgotten(at now: NIODeadline) -> Bool {
    guard isOver, let replacedAt else { return false }
    return now >= replacedAt + rules.memory
  }

  /// The age at which a worker is replaced.
  var halfAge: TimeAmount { .nanoseconds(rules.maximumAge.nanoseconds / 2) }
}
