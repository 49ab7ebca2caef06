import Synchronization

/// The faults of a configuration while it is read: the first one ends the load, or all are noted.
final class LoadFaults: Sendable {
  /// The load ends with the first fault.
  static let first = LoadFaults(isCollecting: false)

  /// Whether a load goes on after a fault, with the default in place of the wrong value.
  let isCollecting: Bool
  private let noted = Mutex<[Failure]>([])

  init(isCollecting: Bool = true) { self.isCollecting = isCollecting }

  /// The noted faults, in the order in which they were found.
  var all: [Failure] { noted.withLock(\.self) }

  /// Runs a step of the load.
  ///
  /// - Returns: nil if the step failed and its failure was noted.
  /// - Throws: the step's failure, if the load ends with the first one.
  @discardableResult
  func attempt<Value>(_ step: () throws(Failure) -> Value) throws(Failure) -> Value? {
    do {
      return try step()
    } catch {
      guard isCollecting else { throw error }
      note(error)
      return nil
    }
  }

  /// Notes a fault, once.
  func note(_ failure: Failure) {
    noted.withLock { if !$0.contains(failure) { $0.append(failure) } }
  }
}
