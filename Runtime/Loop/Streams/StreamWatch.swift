/// The events for which the loop watches a stream's descriptor: a state machine that does no I/O.
///
/// A condition stays watched after it was waited for, so that a stream whose reader comes back for each chunk needs no
/// system call. The first event for which neither a reader nor a writer waits ends the watch for it.
struct StreamWatch {
  /// A change of the loop's watch.
  enum Change: Equatable {
    case add(DescriptorEvents)
    case change(DescriptorEvents)
    case remove
  }

  /// The events for which the loop watches; nil if it does not watch the descriptor.
  private var watched: DescriptorEvents?

  /// The work that events ask for.
  ///
  /// A broken connection is reported always, and for as long as it is watched: both sides then learn of it by trying.
  static func work(for events: DescriptorEvents) -> (receives: Bool, sends: Bool) {
    let isBroken = !events.isDisjoint(with: .broken)
    return (isBroken || events.contains(.input), isBroken || events.contains(.output))
  }

  /// The change that is needed now.
  ///
  /// - Parameter events: the events that were reported, before the work for them; empty if this is not about events.
  mutating func update(hasReader: Bool, hasWriter: Bool, after events: DescriptorEvents = []) -> Change? {
    var wanted: DescriptorEvents = []
    if hasReader { wanted.insert(.input) }
    if hasWriter { wanted.insert(.output) }
    guard let watched else {
      guard !wanted.isEmpty else { return nil }
      self.watched = wanted
      return .add(wanted)
    }
    if wanted.isEmpty, !events.isDisjoint(with: .broken) {
      self.watched = nil
      return .remove
    }
    let isDisturbed = !events.intersection([.input, .output]).isSubset(of: wanted)
    guard isDisturbed || !wanted.isSubset(of: watched) else { return nil }
    let next = isDisturbed ? wanted : watched.union(wanted)
    self.watched = next
    return next == watched ? nil : .change(next)
  }

  /// The stream closes; returns whether the loop watches the descriptor.
  mutating func end() -> Bool { watched.take() != nil }
}
