import Edge
import NIOCore
import SeededRandom
import Testing

@testable import Workers

/// Random events against what must hold at all times.
struct GroupModelTests {
  private enum Standing { case waits, runs(GroupPlace), over }

  @Test(arguments: 0..<40) func noCallIsLostAndNoneRunsTwice(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var rules = GroupRules()
    rules.policy = seed.isMultiple(of: 4) ? .oneshot : .perWorker
    rules.maximumWorkers = Int(seed % 3) + 1
    rules.minimumWorkers = Int(seed % 2)
    rules.callsPerWorker = 3
    rules.slots = 5
    rules.idleExit = .seconds(20)
    rules.maximumAge = .seconds(60)
    rules.lanes = [GroupRules.Lane(), GroupRules.Lane(concurrency: 2, queueTimeout: .seconds(4))]
    var lastWorker: UInt64 = 0
    let numbers = NumberBox()
    var group = GroupState(rules) { WorkerID(number: numbers.next()) }
    var now = NIODeadline.uptimeNanoseconds(1)
    var calls: [UInt64: Standing] = [:]
    var lanes: [UInt64: Int] = [:]
    var begun: Set<UInt64> = []
    var lastCall: UInt64 = 0

    func perform() {
      for action in group.takeActions() {
        switch action {
        case .start(let id):
          #expect(id.number > lastWorker)
          lastWorker = id.number
        case .assign(let call, let place):
          guard case .waits = calls[call] else {
            Issue.record("call \(call) was assigned while it did not wait")
            continue
          }
          #expect(!begun.contains(call), "call \(call) runs twice")
          calls[call] = .runs(place)
        case .refuse(let call, _):
          if case .over? = calls[call] { Issue.record("call \(call) is answered twice") }
          calls[call] = .over
        case .retire, .kill: break
        }
      }
    }

    for _ in 0..<3000 {
      switch random.next() % 10 {
      case 0...3:
        lastCall += 1
        let lane = random.next() % 4 == 0 ? 1 : 0
        lanes[lastCall] = lane
        calls[lastCall] = .waits
        if let place = group.arrive(GroupCall(id: lastCall, lane: lane), at: now) { calls[lastCall] = .runs(place) }
      case 4, 5:
        let running = calls.compactMap { call, standing -> (UInt64, GroupPlace)? in
          if case .runs(let place) = standing { (call, place) } else { nil }
        }.sorted { $0.0 < $1.0 }
        guard !running.isEmpty else { continue }
        let (call, place) = running[Int(random.next() % UInt64(running.count))]
        calls[call] = .over
        begun.remove(call)
        group.end(call, at: place, now: now)
      case 6:
        // Some of the running calls begin.
        for (call, standing) in calls.sorted(by: { $0.key < $1.key }) {
          if case .runs = standing, random.next() % 2 == 0 { begun.insert(call) }
        }
      case 7:
        if let worker = group.workers.first(where: { $0.phase == .booting }) {
          if random.next() % 5 == 0 {
            group.ended(worker.id, at: now) { _ in nil }
          } else {
            group.ready(worker.id, at: now)
          }
        }
      case 8:
        guard let worker = group.workers.randomElement(using: &random) else { continue }
        switch random.next() % 3 {
        case 0: group.retire(worker.id, at: now)
        case 1: group.kill(worker.id, .requested, at: now)
        default:
          // The calls of the worker wait again, or are answered.
          for (call, standing) in calls {
            if case .runs(let place) = standing, place.worker == worker.id { calls[call] = .waits }
          }
          group.ended(worker.id, at: now) { begun.contains($0) ? .died : nil }
        }
      default:
        now = now + .milliseconds(Int64(random.next() % 3000))
        if group.nextTick <= now { group.tick(now) }
      }
      perform()
      check(group, calls, lanes, rules)
    }
    // In the end all calls come to an end.
    group.retireAll(at: now)
    for worker in group.workers {
      for (call, standing) in calls {
        if case .runs(let place) = standing, place.worker == worker.id { calls[call] = .waits }
      }
      group.ended(worker.id, at: now) { _ in .died }
      perform()
    }
    for _ in 0..<50 {
      now = now + .seconds(10)
      group.tick(now)
      perform()
      for worker in group.workers { group.ended(worker.id, at: now) { _ in .died } }
      perform()
    }
    #expect(!calls.values.contains { if case .over = $0 { false } else { true } })
  }

  private func check(
    _ group: GroupState, _ calls: [UInt64: Standing], _ lanes: [UInt64: Int], _ rules: GroupRules
  ) {
    var (waiting, running, limited) = (0, 0, 0)
    for (call, standing) in calls {
      switch standing {
      case .waits: waiting += 1
      case .runs:
        running += 1
        if lanes[call] == 1 { limited += 1 }
      case .over: break
      }
    }
    #expect(group.waiting == waiting)
    #expect(group.running == running)
    #expect(limited <= 2)
    #expect(group.workers.count <= rules.maximumProcesses)
    let live = group.workers.count { $0.isLive && !$0.isBeingReplaced }
    #expect(live <= rules.maximumWorkers + 1)
    for worker in group.workers {
      #expect(worker.count <= rules.slots)
      if rules.policy == .oneshot { #expect(worker.served <= 1) }
      if worker.phase == .booting { #expect(worker.count == 0) }
    }
  }
}
