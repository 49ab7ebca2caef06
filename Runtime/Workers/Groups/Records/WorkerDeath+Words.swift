import Edge

extension WorkerDeath {
  /// The reason in a word, for metrics and tables.
  var reason: String {
    if let limit { return limit.rawValue }
    switch kill {
    case .limit(let limit, _): return limit.rawValue
    case .violation: return "violation"
    case .unresponsive: return "unresponsive"
    case .retired: return "retired"
    case .requested: return "killed"
    case .shutdown: return "shutdown"
    case nil: break
    }
    if let crash { return crash.signal }
    return switch end {
    case .signal(let number): Self.name(ofSignal: number)
    case .status: "exit"
    }
  }

  /// The reason in words, with the number of the limit or the status.
  func words(_ calls: CallLimits, _ limits: WorkerLimits) -> String {
    switch limit {
    case .memory:
      let used = lastSample.map { ", it used \($0.residentMemory >> 20) MB" } ?? ""
      return "over its memory limit of \(limits.memory >> 20) MB\(used)"
    case .cpu where call == nil:
      return "without calls it used more than \(limits.cpuWithoutCalls / .seconds(1)) s of CPU time"
    case .disk: return "over its limit of \(limits.temporaryFiles >> 20) MB of temporary files"
    case .threads:
      let count = lastSample.map { ", it had \($0.threads)" } ?? ""
      return "over its limit of \(limits.threads) threads\(count)"
    case .cpu: return "a call was over its limit of \(calls.hardCPU / .seconds(1)) s of CPU time"
    case .wallClock: return "a call was over its limit of \(calls.wallClock / .seconds(1)) s"
    case nil: break
    }
    if let kill { return "\(kill)" }
    if let crash { return crash.reason.map { "\(crash.signal), \($0)" } ?? crash.signal }
    return switch end {
    case .signal(let number): "signal \(number), \(Self.name(ofSignal: number))"
    case .status(let status): "it ended by itself with status \(status)"
    }
  }

  /// The name of a signal of Linux.
  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE",
      9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU", 25: "SIGXFSZ", 31: "SIGSYS",
    ]
    return names[number] ?? "SIG\(number)"
  }
}
