import Edge

/// The rules that find the limit behind a death.
enum DeathRules {
  /// Texts of Swift's runtime and of C++'s for an allocation that failed.
  private static let allocationFailures = [
    "failed to allocate", "ould not allocate memory", "std::bad_alloc", "Cannot allocate memory",
  ]

  /// Whether the host's reason is what ended the worker. It may have ended by itself just before.
  static func isEnded(by kill: WorkerKill?, _ end: WorkerDeath.End) -> Bool { kill != nil && end == .signal(9) }

  /// The limit that a worker exceeded that the host did not end; nil for none.
  ///
  /// A Swift program traps when `RLIMIT_DATA` refuses an allocation, so the signal alone does not show the cause.
  /// The evidence is the crash line's reason, the runtime's message, or a SIGKILL while the resident memory is above
  /// 90 % of the limit.
  ///
  /// - Parameter memory: The limit of resident memory in bytes; nil before the boot's end.
  static func limit(
    _ end: WorkerDeath.End, crash: WorkerCrash?, lastLines: [String], lastSample: WorkerSample?, memory: UInt64?
  ) -> WorkerFailure.Resource? {
    guard case .signal(let number) = end else { return nil }
    if crash?.reason == "out-of-memory" { return .memory }
    if lastLines.contains(where: { line in allocationFailures.contains { line.contains($0) } }) { return .memory }
    if number == 9, let memory, let lastSample, lastSample.residentMemory > memory / 10 * 9 { return .memory }
    return nil
  }
}
