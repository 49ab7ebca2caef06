package import Channel
import Edge
import FoundationEssentials
import NIOCore
import Synchronization

/// The driver of one group: it performs what ``GroupState`` decides, and runs calls on the group's workers.
package final class WorkerGroup: Sendable {
  struct State: Sendable {
    var rules: GroupState
    var members: [WorkerID: GroupMember] = [:]
    var calls: [GroupCall.ID: RunningCall] = [:]
    /// The number of ended workers whose calls still have services.
    var endingWorkers = 0
    /// When the timer fires; nil without a timer.
    var timer: NIODeadline?
    var timing: Task<Void, Never>?
    var isStopping = false
    /// Whether it takes no calls any more, since its host has dropped it.
    var isForgotten = false
    /// The number of waiting calls that the metrics show.
    var recordedWaiting = 0
    /// The number of the latest reading of the figures for the metrics.
    var reading: UInt64 = 0

    init(_ rules: GroupState) { self.rules = rules }
  }

  package let setup: GroupSetup
  let loop: ChannelLoop
  let tasks = OwnedTasks()
  let startPayload: ByteBuffer
  let environment: WorkerEnvironment
  let lastCall = Atomic<GroupCall.ID>(0)
  private let state: Mutex<State>

  package init(_ setup: GroupSetup, loop: ChannelLoop, environment: WorkerEnvironment) {
    self.setup = setup
    self.loop = loop
    self.environment = environment
    startPayload = setup.start.hello
    state = Mutex(State(GroupState(setup.rules) { environment.nextWorker() }))
  }

  /// Reports an event to the rules, and performs what they decide.
  @discardableResult
  func report<Result>(_ event: (inout State) -> Result) -> Result {
    let (result, actions, hasOtherWaiting) = state.withLock { state in
      let result = event(&state)
      setTimer(&state)
      let waiting = state.rules.waiting
      let hasOtherWaiting = waiting != state.recordedWaiting
      state.recordedWaiting = waiting
      // Decisions are delivered to calls under the lock, which keeps their order.
      return (result, state.rules.takeActions().filter { !tell($0, &state) }, hasOtherWaiting)
    }
    for action in actions { perform(action) }
    if hasOtherWaiting { changed() }
    return result
  }

  /// Passes a call its assignment or failure, and adds the member of a worker that is to be started, so that a decision
  /// to end the worker finds the member.
  ///
  /// - Returns: whether that is all of the action.
  private func tell(_ action: GroupAction, _ state: inout State) -> Bool {
    switch action {
    case .assign(let id, let place):
      if let call = state.calls[id], let member = state.members[place.worker] {
        call.decide(.success(RunningCall.Assignment(worker: member, place: place)))
      }
    case .refuse(let id, let failure): state.calls.removeValue(forKey: id)?.decide(.failure(failure))
    case .start(let id):
      state.members[id] = GroupMember(id, of: self)
      return false
    case .retire, .kill: return false
    }
    return true
  }

  /// Sets the timer, if the rules ask for an earlier tick.
  private func setTimer(_ state: inout State) {
    guard state.rules.nextTick < state.timer ?? .distantFuture, !state.isStopping else { return }
    let due = state.rules.nextTick
    state.timer = due
    state.timing?.cancel()
    state.timing = Task { [weak self] in
      guard (try? await Task.sleep(for: .nanoseconds(max(0, (due - .now()).nanoseconds)))) != nil else { return }
      self?.tick()
    }
  }

  private func tick() {
    report { state in
      state.timer = nil
      state.rules.tick(.now())
    }
  }

  func figures() -> WorkerMetrics.Figures {
    state.withLock { state in
      state.reading += 1
      return WorkerMetrics.Figures(
        up: state.rules.workers.count { $0.phase != .booting }, waiting: state.rules.waiting, reading: state.reading)
    }
  }

  deinit { environment.metrics.forget(ObjectIdentifier(self), setup) }

  /// What the group's rules and workers are now.
  func read<Value>(_ body: (borrowing State) -> Value) -> Value { state.withLock { body($0) } }
}
