import Synchronization

/// The counts of all functions on one event loop.
final class StatisticsTable: Sendable {
  /// The most names. Calls of later ones count together, as ``others``.
  static let capacity = 512
  /// The name of calls that have none: unknown routes.
  static let unrouted = "unrouted"
  static let others = "others"

  private struct State {
    var places: [String: Int] = [:]
    var entries: [FunctionEntry] = []

    mutating func place(of name: String) -> Int {
      if let place = places[name] { return place }
      guard entries.count < StatisticsTable.capacity || name == StatisticsTable.others else {
        return place(of: StatisticsTable.others)
      }
      entries.append(FunctionEntry(name))
      places[name] = entries.count - 1
      return entries.count - 1
    }
  }

  private let state = Mutex(State())

  func add(_ record: borrowing InvocationRecord) {
    let name = record.function.isEmpty ? Self.unrouted : record.function
    state.withLock { state in
      let place = state.place(of: name)
      state.entries[place].add(record)
    }
  }

  var entries: [FunctionEntry] { state.withLock(\.entries) }
}
