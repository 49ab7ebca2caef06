import CProcess
import Edge
import FoundationEssentials
import Glibc
import Loop
import Synchronization

/// The loop's calls, on its thread.
extension WorkerProcess {
  /// Watches the end and the output.
  func begin(_ number: UInt64, on reactor: Reactor) {
    state.withLock { $0.number = number }
    _ = reactor.add(output.value, as: 2 * number + 1, for: .input)
    if !reactor.add(process.descriptor.value, as: 2 * number, for: .input) {
      // Without a watch its end would never be seen.
      kill(.unresponsive("the system cannot watch its process"))
      while !end() { usleep(1000) }
      loop.remove(number)
    }
  }

  // MARK: Limits

  /// The result of a check of the limits.
  struct Look {
    /// Whether the worker has calls or uses the CPU.
    let isBusy: Bool
    /// The time after which a call may reach a limit, if that is before the next regular look.
    let soonest: Duration?
  }

  func look() -> Look {
    let files = temporaryFiles()
    let sample = sample()
    // Right after the sample, whose CPU time is compared with the time with calls.
    let now = cprocess_monotonic_time()
    let (calls, busy) = watchedCalls(at: now)
    let reading = LimitRules.Reading(
      now: now, calls: calls, busy: busy, sample: sample, temporaryFiles: files,
      state: { self.page[$0] },
      cpu: { thread in
        let time = cprocess_thread_cpu(self.pid, thread)
        return time < 0 ? nil : UInt64(time)
      })
    let (verdict, isBusy) = state.withLock { state in
      if let sample { state.lastSample = sample }
      let verdict = state.rules.look(reading)
      return (verdict, state.rules.isBusy)
    }
    for warning in verdict.warnings { observer?.reachedSoftLimit(call: warning.call, used: warning.used) }
    if let reason = verdict.kill { kill(reason) }
    return Look(isBusy: !calls.isEmpty || isBusy, soonest: verdict.soonest)
  }

  /// Measures the temporary files; nil if the next measurement is not due, or the worker has ended.
  private func temporaryFiles() -> UInt64? {
    let start = cprocess_monotonic_time()
    guard state.withLock({ !$0.isReaped && $0.folderPace.isDue(at: start) }) else { return nil }
    let size = unsafe cprocess_folder_size(folder, limits.temporaryFiles)
    state.withLock { $0.folderPace.measured(from: start, to: cprocess_monotonic_time()) }
    return size
  }

  // MARK: Death

  /// Reaps the process and reports its death; `false` if the process has not ended.
  func end() -> Bool {
    var end = cprocess_end()
    let result = state.withLock { state -> CInt in
      guard !state.isReaped else { return -1 }
      // The processes of the worker's group are killed before the worker is reaped: until then no other group can have
      // its number.
      let result = unsafe cprocess_reap_group(process.descriptor.value, pid, &end)
      state.isReaped = result != 0
      return result
    }
    guard result != 0 else { return false }
    loop.reactor.remove(process.descriptor.value)
    process.descriptor.close()
    endOutput()
    finish(WorkerDeath.End(end))
    return true
  }

  private func finish(_ end: WorkerDeath.End) {
    let death = state.withLock { state in
      let kill = DeathRules.isEnded(by: state.kill, end) ? state.kill : nil
      var death = WorkerDeath(
        worker: id, pid: pid, end: end, kill: kill, crash: state.output.crash, lastLines: state.output.lastLines,
        lastSample: state.lastSample, age: .now - start)
      if case .limit(let limit, let call) = kill {
        (death.limit, death.call) = (limit, call)
      } else if kill == nil {
        death.limit = DeathRules.limit(
          end, crash: death.crash, lastLines: death.lastLines, lastSample: death.lastSample, memory: state.rules.memory)
      }
      return death
    }
    takeObserver()?.died(death)
    ended.fulfil(death)
    cleanUp()
  }
}

extension WorkerDeath.End {
  fileprivate init(_ end: cprocess_end) { self = end.signal != 0 ? .signal(end.signal) : .status(end.status) }
}
