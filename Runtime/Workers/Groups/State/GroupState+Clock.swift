import Edge
package import NIOCore

extension GroupState {
  /// Does what is due, and sets ``nextTick``.
  package mutating func tick(_ now: NIODeadline) {
    nextTick = .distantFuture
    for index in workers.indices { look(at: index, now) }
    giveUpWaiting(now)
    dispatch(at: now)
    scheduleTicks(now)
  }

  private mutating func look(at index: Int, _ now: NIODeadline) {
    let worker = workers[index]
    switch worker.phase {
    case .booting:
      if now >= worker.startedAt + rules.bootLimit {
        kill(index, .unresponsive("it did not start in \(Self.seconds(rules.bootLimit))"))
      }
    case .ready:
      if let replacedAt, now >= replacedAt + rules.linger {
        retire(index, at: now)
      } else if worker.count == 0, now >= worker.idleSince + idleLimit, spare > 0 {
        retire(index, at: now)
      } else if let readyAt = worker.readyAt, now >= readyAt + halfAge {
        // A worker with calls takes further calls until its successor is ready.
        if worker.count == 0 { retire(index, at: now) } else { workers[index].isBeingReplaced = true }
      }
    case .retiring:
      if worker.count == 0, let retiredAt = worker.retiredAt, now >= retiredAt + rules.retireLimit {
        kill(index, .unresponsive("it was retired and did not end in \(Self.seconds(rules.retireLimit))"))
      }
    case .ending: break
    }
  }

  /// The ready workers beyond those that are kept.
  private var spare: Int { workers.count { $0.phase == .ready } - minimumWorkers }

  /// Answers the calls that have waited too long.
  private mutating func giveUpWaiting(_ now: NIODeadline) {
    let hasWorker = workers.contains { $0.phase == .ready }
    let failure: WorkerFailure = hasWorker ? .busy(retryAfter: 1) : .boot(retryAfter: backOff.retryAfter(at: now))
    for lane in lanes.indices {
      guard let end = lanes[lane].earliestEnd, end <= now else { continue }
      for call in lanes[lane].removeAll(where: { $0.waitsUntil <= now }) { act(.refuse(call.id, failure)) }
    }
  }

  private mutating func scheduleTicks(_ now: NIODeadline) {
    for lane in lanes { if let end = lane.earliestEnd { wake(by: end) } }
    if let replacedAt, workers.contains(where: { $0.phase == .ready }) { wake(by: replacedAt + rules.linger) }
    for worker in workers {
      switch worker.phase {
      case .booting: wake(by: worker.startedAt + rules.bootLimit)
      case .ready:
        if worker.count == 0, spare > 0 { wake(by: worker.idleSince + idleLimit) }
        if let readyAt = worker.readyAt, !worker.isBeingReplaced { wake(by: readyAt + halfAge) }
      case .retiring:
        if worker.count == 0, let retiredAt = worker.retiredAt { wake(by: retiredAt + rules.retireLimit) }
      case .ending: break
      }
    }
  }

  private static func seconds(_ amount: TimeAmount) -> String { "\(Double(amount.nanoseconds) / 1e9) s" }
}
