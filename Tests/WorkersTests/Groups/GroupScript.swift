import Edge
import NIOCore

@testable import Workers

/// Drives the rules of a group, with a clock in seconds and short texts for what they decide.
struct GroupScript {
  private(set) var state: GroupState
  private(set) var now = NIODeadline.uptimeNanoseconds(1_000_000_000_000)
  private var lastCall: UInt64 = 0

  init(_ change: (inout GroupRules) -> Void = { _ in }) {
    var rules = GroupRules()
    rules.callsPerWorker = 2
    change(&rules)
    let counter = NumberBox()
    state = GroupState(rules) { WorkerID(number: counter.next()) }
  }

  /// The decisions since the last look.
  mutating func decisions() -> [String] { state.takeActions().map(Self.text) }

  /// A call arrives.
  ///
  /// - Returns: its place, or `waits`, and the decisions.
  mutating func arrive(lane: Int = 0) -> [String] {
    lastCall += 1
    let place = state.arrive(GroupCall(id: lastCall, lane: lane), at: now)
    return [place.map { "\(lastCall) to \($0.worker)" } ?? "\(lastCall) waits"] + decisions()
  }

  /// A call takes a place without a wait.
  ///
  /// - Returns: its place, or `has none`, and the decisions.
  mutating func take(lane: Int = 0) -> [String] {
    lastCall += 1
    let place = state.takePlace(GroupCall(id: lastCall, lane: lane), at: now)
    return [place.map { "\(lastCall) to \($0.worker)" } ?? "\(lastCall) has none"] + decisions()
  }

  /// A call gives up a place that it has not used.
  mutating func giveUp(_ call: UInt64) -> [String] {
    if let place = place(of: call) { state.end(call, at: place, isUsed: false, now: now) }
    return decisions()
  }

  mutating func ready(_ worker: UInt64) -> [String] {
    state.ready(WorkerID(number: worker), at: now)
    return decisions()
  }

  mutating func end(_ call: UInt64) -> [String] {
    if let place = place(of: call) { state.end(call, at: place, now: now) }
    return decisions()
  }

  /// A call ends whose task knows an earlier place.
  mutating func end(_ call: UInt64, at place: GroupPlace) -> [String] {
    state.end(call, at: place, now: now)
    return decisions()
  }

  /// A worker closes its channel and dies, of whose calls these had begun.
  mutating func die(_ worker: UInt64, begun: Set<UInt64> = [], as failure: WorkerFailure = .died) -> [String] {
    state.beganEnding(WorkerID(number: worker), at: now)
    state.ended(WorkerID(number: worker), at: now) { begun.contains($0) ? failure : nil }
    return decisions()
  }

  mutating func retire(_ worker: UInt64) -> [String] {
    state.retire(WorkerID(number: worker), at: now)
    return decisions()
  }

  /// A worker says that it takes no new calls.
  mutating func beganRetiring(_ worker: UInt64) -> [String] {
    state.beganRetiring(WorkerID(number: worker), at: now)
    return decisions()
  }

  mutating func replace() -> [String] {
    state.replace(at: now)
    return decisions()
  }

  mutating func leave(_ call: UInt64, lane: Int) -> Bool { state.leave(call, lane: lane) }

  mutating func restore() -> [String] {
    state.restore(at: now)
    return decisions()
  }

  /// Time passes, with each tick that the rules ask for.
  mutating func wait(_ seconds: Double) -> [String] {
    let end = now + .nanoseconds(Int64(seconds * 1e9))
    var all: [String] = []
    var ticks = 0
    while state.nextTick <= end, ticks < 1000 {
      now = max(now, state.nextTick)
      state.tick(now)
      all += decisions()
      ticks += 1
    }
    now = end
    return all
  }

  /// The place of a running call.
  func place(of call: UInt64) -> GroupPlace? {
    for worker in state.workers {
      if let index = worker.index(of: call) { return GroupPlace(worker: worker.id, index: index) }
    }
    return nil
  }

  private static func text(_ action: GroupAction) -> String {
    switch action {
    case .start(let id): "start \(id)"
    case .assign(let call, let place): "\(call) to \(place.worker)"
    case .refuse(let call, .boot(let seconds)): "\(call): boot, again in \(seconds) s"
    case .refuse(let call, .busy(let seconds)): "\(call): busy, again in \(seconds) s"
    case .refuse(let call, .died): "\(call): died"
    case .refuse(let call, .resourceLimit(let limit)): "\(call): \(limit)"
    case .retire(let id): "retire \(id)"
    case .kill(let id, let reason): "kill \(id): \(reason)"
    }
  }
}
