import NIOCore

/// The places of calls.
extension GroupState {
  /// Gives waiting calls to workers, the oldest first, and starts workers for those that are left.
  mutating func dispatch(at now: NIODeadline) {
    while let lane = nextLane(), let index = freeWorker(), let call = lanes[lane].removeFirst() {
      act(.assign(call.id, assign(call, to: index)))
    }
    scaleUp(at: now)
    refuseUnstartable(at: now)
  }

  mutating func assign(_ call: GroupCall, to index: Int) -> GroupPlace {
    lanes[call.lane].begin()
    return workers[index].add(call)
  }

  /// The lane whose first call has waited longest, of those that have room.
  private func nextLane() -> Int? {
    var best: (lane: Int, until: NIODeadline)?
    for (index, lane) in lanes.enumerated() where lane.hasRoom {
      guard let first = lane.first else { continue }
      if let best, best.until <= first.waitsUntil { continue }
      best = (index, first.waitsUntil)
    }
    return best?.lane
  }

  /// The worker for the next call: the first one that is not full, or else the one with the fewest calls.
  ///
  /// Calls are packed, so that a worker answers several in one turn and the others can end.
  func freeWorker() -> Int? {
    var best: Int?
    for (index, worker) in workers.enumerated() where worker.phase == .ready {
      if rules.policy == .oneshot {
        if worker.served == 0 { return index }
        continue
      }
      if worker.count < rules.callsPerWorker, !worker.isBeingReplaced { return index }
      guard worker.count < rules.slots else { continue }
      if let best, workers[best].count <= worker.count { continue }
      best = index
    }
    return best
  }

  func index(of id: WorkerID) -> Int? { workers.firstIndex { $0.id == id } }
}
