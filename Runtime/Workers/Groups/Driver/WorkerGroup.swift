package import Channel
import Edge
import Foundation
import NIOCore
import Synchronization

/// The driver of one group: it performs what ``GroupState`` decides, and runs calls on the group's workers.
package final class WorkerGroup: Sendable {
  struct State: Sendable {
    var rules: GroupState
    var members: [WorkerID: GroupMember] = [:]
    var calls: [GroupCall.ID: RunningCall] = [:]
    /// When the timer fires; nil without a timer.
    var timer: NIODeadline?
    var timing: Task<Void, Never>?
    var isStopping = false

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
    let (result, actions) = state.withLock { state in
      let result = event(&state)
      setTimer(&state)
      // Calls are told under the lock, so that they learn the decisions in order.
      return (result, state.rules.takeActions().filter { !Self.tellCalls($0, &state) })
    }
    for action in actions { perform(action) }
    return result
  }

  /// Tells a call of its assignment or failure.
  ///
  /// - Returns: whether the action is one about a call.
  private static func tellCalls(_ action: GroupAction, _ state: inout State) -> Bool {
    switch action {
    case .assign(let id, let place):
      if let call = state.calls[id], let member = state.members[place.worker] {
        call.decide(.success(RunningCall.Assignment(worker: member, place: place)))
      }
    case .refuse(let id, let failure): state.calls.removeValue(forKey: id)?.decide(.failure(failure))
    case .start, .retire, .kill: return false
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

  /// What the group's rules and workers are now.
  func read<Value>(_ body: (borrowing State) -> Value) -> Value { state.withLock { body($0) } }
}
