import Host

/// An order of calls other than by time.
struct InvocationOrder {
  /// The newest matching calls of each host among which the order is made.
  static let among = 2000

  private let precedes: @Sendable (InvocationRecord, InvocationRecord) -> Bool

  /// The order of a query: `duration`, or `-duration` for the longest first; nil for the newest first.
  init?(_ text: String?) {
    guard let sorting = PageView.Sorting(text) else { return nil }
    let ascending: @Sendable (InvocationRecord, InvocationRecord) -> Bool
    switch sorting.key {
    case "duration": ascending = { ($0.microseconds, $0.sequence) < ($1.microseconds, $1.sequence) }
    case "status": ascending = { ($0.status, $0.sequence) < ($1.status, $1.sequence) }
    case "cpu": ascending = { ($0.timing.cpu ?? -1, $0.sequence) < ($1.timing.cpu ?? -1, $1.sequence) }
    case "function": ascending = { ($0.function, $0.sequence) < ($1.function, $1.sequence) }
    default: return nil
    }
    if sorting.isDescending {
      precedes = { first, second in ascending(second, first) }
    } else {
      precedes = ascending
    }
  }

  func sorted(_ records: [InvocationRecord]) -> [InvocationRecord] { records.sorted(by: precedes) }

  /// The calls of several hosts in this order.
  func sorted(_ items: [HostValue<InvocationRecord>]) -> [HostValue<InvocationRecord>] {
    items.sorted { precedes($0.value, $1.value) }
  }
}
