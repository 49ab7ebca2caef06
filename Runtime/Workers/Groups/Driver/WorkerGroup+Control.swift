import Edge
import NIOCore

/// The control of a group by its host.
extension WorkerGroup {
  /// Lets the version take calls, also after a roll-back to it.
  func restore() {
    report { state in
      state.isForgotten = false
      state.rules.restore(at: .now())
    }
  }

  func replace() { report { $0.rules.replace(at: .now()) } }

  /// Stops taking calls if nothing is left of a version that was replaced long ago: no worker, and no worker whose calls'
  /// services are being ended.
  ///
  /// - Returns: whether the host may drop the group.
  func dropIfUnused(at now: NIODeadline = .now()) -> Bool {
    report { state in
      if state.endingWorkers == 0, state.rules.isForgotten(at: now) { state.isForgotten = true }
      return state.isForgotten
    }
  }

  func retireAll() { report { $0.rules.retireAll(at: .now()) } }

  /// Ends a worker after its calls, or at once.
  ///
  /// - Returns: whether the worker is one of the group's.
  func end(_ id: WorkerID, atOnce: Bool) -> Bool {
    report { state in
      guard state.members[id] != nil else { return false }
      if atOnce { state.rules.kill(id, .requested, at: .now()) } else { state.rules.retire(id, at: .now()) }
      return true
    }
  }

  /// Waits for the tasks of the group, after its workers have ended.
  func stop() async {
    report { state in
      state.isStopping = true
      state.timing?.cancel()
    }
    await tasks.drain()
  }

  /// The reason why the group answers no calls; nil if it does.
  var problem: String? {
    guard read({ $0.rules.isBackingOff }) else { return nil }
    return "the workers of \(setup.name) (\(setup.version)) keep ending at their start"
  }

  var summaries: [WorkerSummary] {
    let (workers, members) = read { ($0.rules.workers, $0.members) }
    let now = NIODeadline.now()
    return workers.map { worker in
      let handle = members[worker.id]?.handle
      return WorkerSummary(
        worker: worker.id.number, pid: handle?.pid, bundle: setup.version.bundle, version: setup.version.shortDigest,
        group: setup.name, state: worker.phase.rawValue, age: Double((now - worker.startedAt).nanoseconds) / 1e9,
        inFlight: worker.count, served: worker.served, memory: handle?.sample().map { Int($0.residentMemory) })
    }
  }

  var summary: GroupSummary {
    let (waiting, isBackingOff, isReplaced) = read {
      ($0.rules.waiting, $0.rules.isBackingOff, $0.rules.replacedAt != nil)
    }
    return GroupSummary(
      bundle: setup.version.bundle, version: setup.version.shortDigest, group: setup.name, functions: setup.members,
      policy: setup.rules.policy.rawValue, waiting: waiting, isBackingOff: isBackingOff, isReplaced: isReplaced)
  }
}
