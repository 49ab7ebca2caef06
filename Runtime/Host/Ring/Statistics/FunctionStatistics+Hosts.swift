package import FoundationEssentials
import Wire

extension FunctionStatistics {
  /// The figures of several hosts as those of one, by name, for the hour that ends with the minute of `now`.
  package static func summed(_ hosts: [[FunctionStatistics]], now: Date) -> [FunctionStatistics] {
    guard hosts.count != 1 else { return hosts[0] }
    let minute = now.minuteSince1970
    return Dictionary(grouping: hosts.joined(), by: \.name).sorted { $0.key < $1.key }.map { name, all in
      let latest = all.max { ($0.last ?? .distantPast) < ($1.last ?? .distantPast) }
      return FunctionStatistics(
        name: name, calls: all.reduce(0) { $0 &+ $1.calls }, refused: all.reduce(0) { $0 &+ $1.refused },
        errors: all.reduce(0) { $0 &+ $1.errors }, running: all.reduce(0) { $0 &+ $1.running }, last: latest?.last,
        version: latest?.version, minutes: hour(endingWith: minute, all.flatMap(\.minutes)))
    }
  }

  /// The 60 minutes up to one: sums of the given minutes, of which those outside of the hour are left out.
  static func hour(endingWith last: Int, _ minutes: [MinuteStatistics]) -> [MinuteStatistics] {
    let first = last - self.minutes + 1
    var hour = (first...last).map(MinuteStatistics.init(minute:))
    for minute in minutes where minute.calls > 0 && (first...last).contains(minute.minute) {
      hour[minute.minute - first].add(minute)
    }
    return hour
  }
}
