/// The state of a host's sender of notifications.
package struct PushState: Codable, Sendable, Hashable {
  package let overview: PushOverview
  package let activity: PushActivity

  /// The state with half of the notifications; nil if there is at most one.
  var halved: PushState? {
    let (records, activity) = (activity.records, activity)
    guard records.count > 1 else { return nil }
    return PushState(
      overview: overview,
      activity: PushActivity(
        minutes: activity.minutes, inFlight: activity.inFlight, p95: activity.p95, held: activity.held,
        records: Array(records.prefix(records.count / 2)), next: activity.next))
  }
}
