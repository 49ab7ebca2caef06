/// The CPU time of one call, estimated from samples. All times are nanoseconds. No value that a worker writes
/// overflows.
///
/// A slot does not say what CPU time its thread had used when the running piece began. What a piece used before the
/// first sample that sees it is at most the time since its beginning, and at most what the thread used since the sample
/// before.
struct CallClock {
  private var thread: UInt32 = 0
  private var since: UInt64 = 0
  /// What the piece used up to the first sample that saw it.
  private var lead: UInt64 = 0
  /// The thread's time at that sample.
  private var base: UInt64 = 0

  /// The call's CPU time.
  ///
  /// - Parameters:
  ///   - state: What the call's slot says.
  ///   - cpu: The CPU time of the slot's thread; nil if there is no such thread.
  ///   - before: The same at the sample before; nil if it was not read.
  ///   - now: The time.
  mutating func used(_ state: SlotState, cpu: UInt64?, before: UInt64?, now: UInt64) -> UInt64 {
    guard state.thread != 0, let cpu else { return state.used }
    if (thread, since) != (state.thread, state.since) {
      (thread, since, base) = (state.thread, state.since, cpu)
      let elapsed = now > since ? now - since : 0
      lead = min(elapsed, before.map { cpu > $0 ? cpu - $0 : 0 } ?? cpu)
    }
    let piece = lead.addingReportingOverflow(cpu > base ? cpu - base : 0).partialValue
    let (sum, overflows) = state.used.addingReportingOverflow(piece)
    return overflows ? .max : sum
  }
}
