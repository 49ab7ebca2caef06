import Edge
import FoundationEssentials
import Host
import Workers

/// The order of the list of functions.
struct FunctionOrder: Sendable, Hashable {
  /// The columns by which it can be sorted.
  enum Key: String, Sendable, CaseIterable {
    case name, access, policy, calls, errors, p50, p95, p99, running, cpu, memory, version, state
  }

  private let key: Key
  private let sorting: PageView.Sorting

  /// The order that a view asks for; by name if it asks for none, or for one that is not known.
  init(_ sorting: PageView.Sorting?) {
    let known = sorting.flatMap { sorting in Key(rawValue: sorting.key).map { ($0, sorting) } }
    (key, self.sorting) = known ?? (.name, PageView.Sorting(key: Key.name.rawValue, isDescending: false))
  }

  /// The rows in this order. Rows without a value come last, and equal ones by their names.
  func sorted(_ rows: [FunctionRow]) -> [FunctionRow] {
    switch key {
    case .name: sort(rows) { $0.function.name }
    case .access: sort(rows) { $0.function.access.description }
    case .policy: sort(rows) { $0.policy }
    case .calls: sort(rows) { $0.callsPerMinute }
    case .errors: sort(rows) { $0.errorRate }
    case .p50: sort(rows) { $0.hour?.quantile(0.5) }
    case .p95: sort(rows) { $0.hour?.quantile(0.95) }
    case .p99: sort(rows) { $0.hour?.quantile(0.99) }
    case .running: sort(rows) { $0.running }
    case .cpu: sort(rows) { $0.statistics?.cpuPerCall }
    case .memory: sort(rows) { $0.memory }
    case .version: sort(rows) { $0.deployed }
    case .state: sort(rows) { $0.state.rank }
    }
  }

  private func sort(_ rows: [FunctionRow], by value: (FunctionRow) -> (some Comparable)?) -> [FunctionRow] {
    sorting.sorted(rows, by: value, then: { $0.function.name })
  }
}

extension FunctionState {
  /// Its place among all states, the gravest first.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
