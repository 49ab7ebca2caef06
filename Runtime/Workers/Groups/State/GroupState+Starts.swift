import Edge
import NIOCore

/// The starts of workers.
extension GroupState {
  /// Starts the workers that are needed and allowed.
  mutating func scaleUp(at now: NIODeadline) {
    while needsWorker(at: now), backOff.nextStart(at: now) == nil { startWorker(at: now) }
    if let probe = nextProbe, probe > now { wake(by: probe) }
    guard needsWorker(at: now), let next = backOff.nextStart(at: now) else { return }
    wake(by: next)
  }

  private mutating func startWorker(at now: NIODeadline) {
    let worker = GroupWorker(id: nextID(), startedAt: now)
    workers.append(worker)
    backOff.started(at: now)
    act(.start(worker.id))
    wake(by: now + rules.bootLimit)
  }

  /// The instant of the next start without calls; nil for none.
  private var nextProbe: NIODeadline? {
    guard replacedAt == nil, let probe = backOff.nextProbe, !workers.contains(where: \.isLive) else { return nil }
    return probe
  }

  /// Whether one more worker is to be started.
  private func needsWorker(at now: NIODeadline) -> Bool {
    var (live, booting, open, full, replaced) = (0, 0, 0, 0, 0)
    for worker in workers where worker.isLive {
      live += 1
      if worker.phase == .booting {
        booting += 1
      } else if worker.isBeingReplaced {
        replaced += 1
      } else if rules.policy == .oneshot ? worker.served == 0 : worker.count < rules.callsPerWorker {
        open += 1
      } else {
        full += 1
      }
    }
    guard workers.count < rules.maximumProcesses else { return false }
    if live - replaced < minimumWorkers { return true }
    if let probe = nextProbe, probe <= now { return true }
    // A successor may exceed the most workers, for as long as its predecessor is there.
    if replaced > 0, booting + open + full < replaced { return true }
    guard live - replaced < rules.maximumWorkers else { return false }
    let wanting = lanes.reduce(0) { $0 + $1.runnable }
    switch rules.policy {
    case .oneshot: return wanting > booting
    case .perWorker: return booting == 0 && open == 0 && (wanting > 0 || full > 0)
    }
  }

  /// Answers the calls that wait although no worker may start.
  mutating func refuseUnstartable(at now: NIODeadline) {
    guard waiting > 0, backOff.isBootLoop, backOff.nextStart(at: now) != nil, !workers.contains(where: \.isLive) else {
      return
    }
    let failure = WorkerFailure.boot(retryAfter: backOff.retryAfter(at: now))
    for lane in lanes.indices {
      for call in lanes[lane].removeAll(where: { _ in true }) { act(.refuse(call.id, failure)) }
    }
  }
}
