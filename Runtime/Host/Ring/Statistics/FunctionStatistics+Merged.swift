import FoundationEssentials
import Wire

extension FunctionStatistics {
  /// The figures of the functions in the tables of all loops, by name, with their numbers of running invocations.
  static func merged(_ tables: [StatisticsTable], running: [String: Int], now: Date) -> [FunctionStatistics] {
    var entries: [String: FunctionEntry] = [:]
    for entry in tables.flatMap(\.entries) { entries[entry.name, default: FunctionEntry(entry.name)].add(entry) }
    for name in running.keys where entries[name] == nil { entries[name] = FunctionEntry(name) }
    let minute = now.minuteSince1970
    return entries.values.sorted { $0.name < $1.name }.map { entry in
      FunctionStatistics(
        name: entry.name, calls: entry.calls, refused: entry.refused, errors: entry.errors,
        running: running[entry.name] ?? 0, last: entry.last, version: entry.version,
        minutes: (minute - minutes + 1...minute).map { entry[minute: $0] ?? MinuteStatistics(minute: $0) })
    }
  }
}
