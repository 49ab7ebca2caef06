import Edge

extension Operations {
  /// The figures of each name that had an operation, sorted by name.
  var statistics: [OperationStatistics] {
    var active: [Int: Int] = [:]
    for invocation in running { if let operation = invocation.operation { active[operation.name, default: 0] += 1 } }
    let finished = finished.map(\.counts)
    return names.all.enumerated().compactMap { index, name in
      var counts = OperationCounts()
      for table in finished where index < table.count { counts.add(table[index]) }
      guard !counts.isEmpty || active[index] != nil else { return nil }
      return OperationStatistics(name, counts, active: active[index] ?? 0)
    }
    .sorted { $0.name < $1.name }
  }
}

extension OperationStatistics {
  init(_ name: OperationName, _ counts: OperationCounts, active: Int) {
    self.init(
      name: name.text, kind: name.kind, active: active, succeeded: counts.succeeded, refused: counts.refused,
      failed: counts.failed, p50Milliseconds: counts.latencies.quantile(0.5).map { $0 / 1000 },
      p99Milliseconds: counts.latencies.quantile(0.99).map { $0 / 1000 },
      longestMilliseconds: counts.isEmpty ? nil : Double(counts.longest) / 1000)
  }
}
