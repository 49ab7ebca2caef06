import FoundationEssentials
import Glibc
import Loop
import Synchronization

/// The output of the process, read on the loop's thread.
extension WorkerProcess {
  /// The most bytes of one read: what a pipe holds.
  private static let readSize = 64 << 10
  /// The most bytes that are read after the end of the process.
  private static let longestRest = 1 << 20

  /// Reads what the worker has written, at most a pipe's content.
  func read(isBroken: Bool) {
    let hasMore = readOnce()
    guard hasMore, !isBroken else {
      if !hasMore { closeOutput() }
      return
    }
    let pauses = state.withLock { state in
      state.isPaused = state.output.isFlooding
      return state.isPaused
    }
    if pauses {
      watchOutput(for: [])
      loop.readLater()
    }
  }

  /// Reads on after a pause.
  func readOn() {
    let wasPaused = state.withLock { state in
      defer { state.isPaused = false }
      return state.isPaused
    }
    if wasPaused { watchOutput(for: .input) }
  }

  private func watchOutput(for events: DescriptorEvents) {
    guard output.value >= 0 else { return }
    let number = state.withLock(\.number)
    loop.reactor.change(output.value, as: 2 * number + 1, to: events)
  }

  /// Reads once; `false` at the end of the output.
  private func readOnce() -> Bool {
    let result = unsafe withUnsafeTemporaryAllocation(byteCount: Self.readSize, alignment: 1) {
      buffer -> (count: Int, reports: [WorkerOutput.Report]) in
      let count = unsafe Glibc.read(output.value, buffer.baseAddress, Self.readSize)
      guard count > 0 else { return (count < 0 && errno != EAGAIN && errno != EINTR ? 0 : count, []) }
      let bytes = unsafe buffer[..<count]
      return (count, state.withLock { unsafe $0.output.take(bytes, at: .now) })
    }
    tell(result.reports)
    return result.count != 0
  }

  private func closeOutput() {
    guard output.value >= 0 else { return }
    loop.reactor.remove(output.value)
    output.close()
  }

  private func tell(_ reports: [WorkerOutput.Report]) {
    guard !reports.isEmpty, let observer else { return }
    for report in reports {
      switch report {
      case .line(let line): observer.wrote(line)
      case .dropped(let count): observer.dropped(lines: count)
      }
    }
  }

  /// Reads what is left after the process's end.
  func endOutput() {
    // A descendant may keep the output open: its end is not waited for.
    var rest = Self.longestRest / Self.readSize
    while output.value >= 0, rest > 0, output.isReady, readOnce() { rest -= 1 }
    closeOutput()
    tell(state.withLock { $0.output.end(at: .now) })
  }
}
