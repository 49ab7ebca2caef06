import Host

/// The texts and marks of groups of errors.
enum ErrorWords {
  static func kind(_ kind: ErrorGroup.Kind) -> String {
    switch kind {
    case .call: "call"
    case .job: "job"
    case .log: "log line"
    case .crash: "crash"
    }
  }

  static func standing(_ standing: ResolvedErrors.Standing) -> HTML {
    switch standing {
    case .open: Badge(.bad, "open").html
    case .resolved(let mark): "\(Badge(.good, "resolved").html) <small>in \(mark.version)</small>"
    case .returned(let mark): "\(Badge(.warning, "came back").html) <small>resolved in \(mark.version)</small>"
    }
  }

  static func function(_ group: ErrorGroup) -> HTML { group.function.isEmpty ? "<i>no route</i>" : "\(group.function)" }

  static func status(_ group: ErrorGroup) -> HTML { group.status == 0 ? "–" : "\(group.status)" }

  /// The latest version, and how many others had the error.
  static func version(_ group: ErrorGroup) -> HTML {
    guard let last = group.versions.last else { return "the host's" }
    return group.versions.count == 1
      ? "<code>\(last)</code>" : "<code>\(last)</code> <small>and \(group.versions.count - 1)</small>"
  }
}
