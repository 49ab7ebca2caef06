import Edge
import Scheduling

extension SettingKind where Value == String {
  /// A schedule that ``Schedule`` can parse.
  static var schedule: Self {
    checked(
      "a schedule, such as \"30 2 * * MON-FRI\", \"@daily\" or \"@every 90s\"",
      hint: "`\(Program.name) jobs next \"<expression>\"` shows when a schedule fires"
    ) { text throws(ScheduleError) in _ = try Schedule(text) }
  }

  /// The IANA name of a time zone that is installed on this machine.
  static var timeZone: Self {
    checked("the name of a time zone, such as \"Europe/Berlin\"", hint: nil) { text throws(ScheduleError) in
      _ = try Schedule("@daily", timeZone: text)
    }
  }

  private static func checked(
    _ expected: String, hint: String?, _ check: @escaping @Sendable (String) throws(ScheduleError) -> Void
  ) -> Self {
    var kind = string(expected: expected, accepts: { (try? check($0)) != nil })
    kind.explain = { name, text in
      do throws(ScheduleError) {
        try check(text)
        return nil
      } catch {
        return Failure(.configuration, "\(name) cannot be read: \(error)", hint: hint)
      }
    }
    return kind
  }
}

extension SettingKind where Value == Job.CatchUp {
  /// The policy for ticks that came while no host was up: a word, or how many of them run.
  static var catchUp: Self {
    let words: [(word: String, policy: Job.CatchUp)] = [("skip", .skip), ("latest", .latest), ("all", .all)]
    let most = Job.CatchUp.limits.upperBound
    return Self(
      expected: "\"skip\", \"latest\", \"all\", or how many run at most, a whole number from 1 to \(most)",
      text: { node in
        switch node {
        case .text(let text): words.contains { $0.word == text } ? text : nil
        case .integer(let count): "\(count)"
        default: nil
        }
      },
      read: { text in
        words.first { $0.word == text }?.policy
          ?? Int(text).flatMap { Job.CatchUp.limits.contains($0) ? .all(limit: $0) : nil }
      },
      write: { policy in
        if let word = words.first(where: { $0.policy == policy })?.word { return word }
        return if case .all(let limit) = policy { "\(limit)" } else { "" }
      })
  }
}
