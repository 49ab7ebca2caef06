extension MinuteStatistics {
  /// The calls of all functions in each minute, the oldest first.
  package static func totals(of functions: [FunctionStatistics]) -> [MinuteStatistics] {
    guard var totals = functions.first?.minutes else { return [] }
    for function in functions.dropFirst() {
      for (index, minute) in function.minutes.enumerated() where index < totals.count { totals[index].add(minute) }
    }
    return totals
  }

  /// The sum of several minutes, as one that begins with the first.
  package static func sum(_ minutes: some Collection<MinuteStatistics>) -> MinuteStatistics {
    minutes.reduce(into: MinuteStatistics(minute: minutes.first?.minute ?? 0)) { $0.add($1) }
  }
}
