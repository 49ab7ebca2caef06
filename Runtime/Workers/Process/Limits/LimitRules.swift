import Edge

/// The rules of one worker's limits: samples in, decisions out. A value without I/O.
struct LimitRules {
  /// The time between two regular looks at a worker with calls.
  static let interval = Duration.milliseconds(100)

  /// One look at a worker.
  struct Reading {
    /// In nanoseconds of the monotonic clock.
    var now: UInt64
    var calls: [WatchedCall]
    /// The time so far, in nanoseconds, in which there were calls.
    var busy: UInt64 = 0
    /// What the process uses; nil if it could not be measured.
    var sample: WorkerSample?
    /// The bytes of its temporary files; nil if they were not measured.
    var temporaryFiles: UInt64?
    /// Reads a slot of the call page.
    var state: (_ slot: UInt32) -> SlotState
    /// Reads a thread's CPU time in nanoseconds; nil if the process has no such thread.
    var cpu: (_ thread: UInt32) -> UInt64?
  }

  /// The decisions on a reading.
  struct Verdict: Equatable {
    /// The calls that have just reached their soft limit, with the CPU time that they have used.
    var warnings: [Warning] = []
    /// The reason to end the worker.
    var kill: WorkerKill?
    /// The time after which a call may reach a limit, if that is before the next regular look.
    var soonest: Duration?

    /// Takes the time that a call has left until a limit.
    fileprivate mutating func note(left: Duration) {
      if left > .zero, left < LimitRules.interval { soonest = min(soonest ?? left, left) }
    }
  }

  /// A call at its soft limit.
  struct Warning: Equatable {
    let call: UInt64
    let used: Duration
  }

  private struct Entry {
    let call: UInt64
    var clock = CallClock()
    var hasWarned = false
  }

  /// Bytes of resident memory that the worker may not exceed; nil until it has booted.
  private(set) var memory: UInt64?
  private let limits: WorkerLimits
  private let cores: Int
  /// Whether the process still starts. Its start has a time limit of its own, and may compute meanwhile.
  private var isBooting: Bool
  private var idle: IdleClock
  private var entries: [UInt32: Entry] = [:]
  /// The CPU times of the last reading, by thread.
  private var threads: [UInt32: UInt64] = [:]

  /// Whether a worker without calls uses the CPU.
  var isBusy: Bool { idle.isBusy }

  /// - Parameters:
  ///   - limits: The limits of the process.
  ///   - cores: The cores that it may use at once.
  ///   - isBooting: Whether ``booted(_:)`` is still to come.
  init(_ limits: WorkerLimits = WorkerLimits(), cores: Int, isBooting: Bool = false) {
    self.limits = limits
    self.cores = cores
    self.isBooting = isBooting
    idle = IdleClock(cores: cores)
  }

  /// Sets the limit of memory, which is beyond what the worker used when it had booted.
  mutating func booted(_ sample: WorkerSample) {
    isBooting = false
    idle = IdleClock(cores: cores)
    let (sum, overflows) = sample.residentMemory.addingReportingOverflow(limits.memory)
    memory = overflows ? .max : sum
  }

  mutating func look(_ reading: Reading) -> Verdict {
    var verdict = Verdict()
    var threads: [UInt32: UInt64] = [:]
    var entries: [UInt32: Entry] = [:]
    for call in reading.calls {
      let time = Duration.nanoseconds(Int64(clamping: reading.now > call.start ? reading.now - call.start : 0))
      if time >= call.limits.wallClock { verdict.kill = verdict.kill ?? .limit(.wallClock, call: call.call) }
      verdict.note(left: call.limits.wallClock - time)
      let state = reading.state(call.slot)
      let known = self.entries[call.slot].flatMap { $0.call == call.call ? $0 : nil }
      // Before the handler begins, the call has used no CPU time, and the slot has the values of an earlier call. A
      // worker may also write another call's id for a moment. The entry is kept, so that the host does not warn twice.
      guard call.call != 0, state.call == call.call else {
        entries[call.slot] = known
        continue
      }
      var entry = known ?? Entry(call: call.call)
      var cpu = threads[state.thread]
      if cpu == nil, state.thread != 0 {
        cpu = reading.cpu(state.thread)
        threads[state.thread] = cpu
      }
      let used = entry.clock.used(state, cpu: cpu, before: self.threads[state.thread], now: reading.now)
      let duration = Duration.nanoseconds(Int64(clamping: used))
      if duration >= call.limits.hardCPU {
        verdict.kill = verdict.kill ?? .limit(.cpu, call: call.call)
      } else {
        // A piece that runs uses one core at most.
        if state.thread != 0 { verdict.note(left: call.limits.hardCPU - duration) }
        if duration >= call.limits.softCPU, !entry.hasWarned {
          entry.hasWarned = true
          verdict.warnings.append(Warning(call: call.call, used: duration))
        }
      }
      entries[call.slot] = entry
    }
    (self.entries, self.threads) = (entries, threads)
    if let sample = reading.sample {
      idle.look(cpu: sample.cpu, busy: reading.busy, at: reading.now)
      if !isBooting, idle.used > limits.cpuWithoutCalls { verdict.kill = verdict.kill ?? .limit(.cpu, call: nil) }
      if sample.threads > limits.threads { verdict.kill = .limit(.threads, call: nil) }
      if let memory, sample.residentMemory > memory { verdict.kill = .limit(.memory, call: nil) }
    }
    if let size = reading.temporaryFiles, size > limits.temporaryFiles { verdict.kill = .limit(.disk, call: nil) }
    return verdict
  }
}
