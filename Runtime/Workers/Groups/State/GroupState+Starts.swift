import Edge
import NIOCore

/// The starts of workers.
extension GroupState {
  /// Starts the workers that are needed and allowed.
  mutating func scaleUp(at now: NIODeadline) {
    while needsWorker, backOff.nextStart(at: now) == nil { startWorker(at: now) }
    guard needsWorker, let next = backOff.nextStart(at: now) else { return }
    wake(by: next)
  }

  private mutating func startWorker(at now: NIODeadline) {
    let worker = GroupWorker(id: nextID(), startedAt: now)
    workers.append(worker)
    backOff.started(at: now)
    act(.start(worker.id))
    wake(by: now + rules.bootLimit)
  }

  /// Whether one more worker is to be started.
  private var needsWorker: Bool {
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
