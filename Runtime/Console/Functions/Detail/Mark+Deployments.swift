import Workers

extension MinuteChart.Mark {
  /// The deployments of versions.
  static func deployments(of standings: [BundleStanding]) -> [MinuteChart.Mark] {
    standings.compactMap { standing in
      standing.deployedAt.map {
        MinuteChart.Mark(
          date: $0, title: "\(standing.bundle) \(BundleVersion.short(standing.digest)) deployed, \(Instant.exact($0))")
      }
    }
  }
}
