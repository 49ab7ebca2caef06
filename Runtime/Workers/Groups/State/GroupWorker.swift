package import NIOCore

/// One worker, as the state machine of its group knows it.
package struct GroupWorker: Sendable {
  package enum Phase: String, Sendable, Hashable {
    /// It was started, and has not sent its first frame.
    case booting
    /// It takes calls.
    case ready
    /// It takes no new calls, and ends after those that it has.
    case retiring
    case ending
  }

  package let id: WorkerID
  package let startedAt: NIODeadline
  package internal(set) var phase = Phase.booting
  package internal(set) var readyAt: NIODeadline?
  /// The instant since which it has no call.
  private(set) var idleSince: NIODeadline
  var retiredAt: NIODeadline?
  /// Whether the worker itself announced that it takes no new calls.
  var retiresItself = false
  /// Whether a worker was asked for that takes its place.
  var isBeingReplaced = false
  /// The decision to end it; nil while it is to live.
  package internal(set) var kill: WorkerKill?
  package private(set) var count = 0
  /// The number of calls that it was given.
  package private(set) var served = 0
  private var places: [GroupCall?] = []
  private var free: [Int] = []

  init(id: WorkerID, startedAt: NIODeadline) {
    self.id = id
    self.startedAt = startedAt
    idleSince = startedAt
  }

  /// Whether it counts towards ``GroupRules/maximumWorkers``: it is booting or ready.
  var isLive: Bool { phase == .booting || phase == .ready }

  /// Whether it is being ended because it is not needed, or because an operator asked for it.
  var isEndedOnDemand: Bool { kill == .retired || kill == .shutdown || kill == .requested }

  mutating func becomeReady(at now: NIODeadline) {
    phase = .ready
    readyAt = now
    idleSince = now
  }

  /// Gives it a call.
  ///
  /// - Returns: the call's place.
  mutating func add(_ call: GroupCall) -> GroupPlace {
    count += 1
    served += 1
    guard let index = free.popLast() else {
      places.append(call)
      return GroupPlace(worker: id, index: places.count - 1)
    }
    places[index] = call
    return GroupPlace(worker: id, index: index)
  }

  /// Takes a call out of its place; nil if the place has another call or none.
  ///
  /// - Parameter isUsed: whether the worker was given the call. One that was not does not count as served.
  mutating func remove(_ call: GroupCall.ID, at index: Int, isUsed: Bool, now: NIODeadline) -> GroupCall? {
    guard places.indices.contains(index), let found = places[index], found.id == call else { return nil }
    places[index] = nil
    free.append(index)
    count -= 1
    if !isUsed { served -= 1 }
    if count == 0 { idleSince = now }
    return found
  }

  /// The place of a call; nil if it has not the call.
  func index(of call: GroupCall.ID) -> Int? { places.firstIndex { $0?.id == call } }

  /// Its calls, in no particular order.
  var calls: [GroupCall] { places.compactMap(\.self) }
}
