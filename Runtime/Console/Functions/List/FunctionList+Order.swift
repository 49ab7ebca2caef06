import Edge
import FoundationEssentials
import Host
import Workers

extension FunctionList {
  /// The rows in the order that a view asks for; by name if it asks for none, or for one that is not known. Rows
  /// without a value come last, and equal ones by their names.
  static func sorted(_ rows: [FunctionRow], by sorting: PageView.Sorting?) -> [FunctionRow] {
    let sorting = sorting ?? PageView.Sorting(key: "name", isDescending: false)
    func sort<Value: Comparable>(by value: (FunctionRow) -> Value?) -> [FunctionRow] {
      sorting.sorted(rows, by: value, then: { $0.function.name })
    }
    return switch sorting.key {
    case "name": sort { $0.function.name }
    case "access": sort { $0.function.access.description }
    case "policy": sort { $0.policy }
    case "calls": sort { $0.callsPerMinute }
    case "errors": sort { $0.errorRate }
    case "p50": sort { $0.hour?.quantile(0.5) }
    case "p95": sort { $0.hour?.quantile(0.95) }
    case "p99": sort { $0.hour?.quantile(0.99) }
    case "running": sort { $0.running }
    case "cpu": sort { $0.statistics?.cpuPerCall }
    case "memory": sort { $0.memory }
    case "version": sort { $0.deployed }
    case "state": sort { $0.state.rank }
    default: rows.sorted { $0.function.name < $1.function.name }
    }
  }
}

extension FunctionState {
  /// Its place among all states, the gravest first.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
