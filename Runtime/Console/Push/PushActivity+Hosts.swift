extension PushActivity {
  /// The figures of all hosts as those of one, without the notifications. The time is that of the slowest host.
  init(ofAll answers: HostAnswers) {
    let activities = answers.values(\.push).map(\.value.activity)
    self.init(
      minutes: Minutes(
        sent: Self.sums(activities.map(\.minutes.sent)), delivered: Self.sums(activities.map(\.minutes.delivered)),
        failed: Self.sums(activities.map(\.minutes.failed))),
      inFlight: activities.reduce(0) { $0 &+ $1.inFlight }, p95: activities.compactMap(\.p95).max(),
      held: activities.reduce(0) { $0 &+ $1.held }, records: [], next: nil)
  }

  /// The sums of minutes, of which the last ones are the same.
  private static func sums(_ hosts: [[Int]]) -> [Int] {
    let longest = hosts.map(\.count).max() ?? 0
    return (0..<longest).map { index in
      hosts.reduce(0) { sum, minutes in
        let place = minutes.count - longest + index
        return place >= 0 ? sum &+ minutes[place] : sum
      }
    }
  }
}
