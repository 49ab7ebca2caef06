import Dispatch
import FoundationEssentials
import Glibc
import Loop
import Synchronization

private let systemWrite = unsafe Glibc.write

/// Writes log lines to a descriptor on a separate thread, so that no handler waits for the descriptor's reader.
///
/// Urgent lines are written at once. The lines of invocations wait shortly, so that one system call writes several of
/// them. At most 8 MiB are queued. Lines that exceed the queue, and lines that cannot be written since the reader is
/// gone, are dropped and counted; the next written line contains their number. A process whose reader may leave has to
/// ignore SIGPIPE.
public final class LogOutput: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    /// The number of dropped lines that no line has reported.
    var dropped = 0
    var counter: ValueSeries?
    /// Whether the thread is woken for the queued lines, and whether it is to write them at once.
    var isAwake = false
    var isUrgent = false
    var flushes: [DispatchSemaphore] = []

    mutating func drop(_ lines: Int) {
      dropped += lines
      counter?.add(Double(lines))
    }
  }

  /// The most queued bytes.
  static let capacity = 8 << 20
  /// The number of queued bytes that ends the thread's pause early.
  private static let batch = 64 << 10
  /// The bytes of one system call. ``flush(within:)`` sees the reader's progress after each call.
  private static let piece = 16 << 10
  private static let pause = DispatchTimeInterval.milliseconds(20)
  /// The time after its limit for which ``flush(within:)`` waits for a thread that does not write, since it has no
  /// processor.
  static let starvation = Duration.seconds(2)

  private let descriptor: CInt
  /// The time after which ``flush(within:)`` gives up on a reader without progress.
  private let patience: Duration
  private let state = Mutex(State())
  private let written = Atomic(0)
  /// Whether the thread writes: it may wait for the descriptor's reader. Otherwise it only needs a processor.
  private let isWriting = Atomic(false)
  private let wake = DispatchSemaphore(value: 0)
  private let hurry = DispatchSemaphore(value: 0)

  /// Standard error.
  public static let standardError = LogOutput(descriptor: STDERR_FILENO)

  /// An output that writes to a descriptor and never closes it.
  public convenience init(descriptor: CInt) { self.init(descriptor: descriptor, patience: .milliseconds(500)) }

  init(descriptor: CInt, patience: Duration) {
    self.descriptor = descriptor
    self.patience = patience
    SystemThread.start(named: "log") { [self] in
      while true {
        wake.wait()
        drain()
      }
    }
  }

  /// Counts the lines that are dropped from now on, as `swiftlet_log_lines_dropped_total`.
  public func countDropped(in registry: PrometheusRegistry) {
    let counter = registry.counter(
      "swiftlet_log_lines_dropped_total", help: "Log lines that were dropped: their reader is gone, or too slow")
    state.withLock { $0.counter = counter }
  }

  /// Whether the thread waits for the next line.
  var isIdle: Bool { state.withLock { !$0.isAwake } }

  /// Queues a line, given without its line break. An urgent one is written at once.
  func write(_ line: [UInt8], isUrgent: Bool) {
    unsafe line.withUnsafeBytes { unsafe write($0, isUrgent: isUrgent) }
  }

  func write(_ line: UnsafeRawBufferPointer, isUrgent: Bool) {
    let (wakes, hurries) = state.withLock { state in
      if state.waiting.count + line.count < Self.capacity {
        unsafe state.waiting.append(contentsOf: line)
        state.waiting.append(UInt8(ascii: "\n"))
      } else {
        state.drop(1)
      }
      return Self.tell(&state, isUrgent: isUrgent || state.waiting.count > Self.batch)
    }
    if wakes { wake.signal() }
    if hurries { hurry.signal() }
  }

  /// Waits until all queued lines are written; for the end of a process.
  ///
  /// It gives up if the reader takes nothing for half a second.
  ///
  /// - Parameter limit: the longest time to wait for the reader. A thread that needs a processor has two seconds more.
  /// - Returns: whether all lines are written or dropped.
  @discardableResult public func flush(within limit: Duration = .seconds(5)) -> Bool {
    let done = DispatchSemaphore(value: 0)
    let (wakes, hurries) = state.withLock { state in
      state.flushes.append(done)
      return Self.tell(&state, isUrgent: true)
    }
    if wakes { wake.signal() }
    if hurries { hurry.signal() }
    let end = ContinuousClock.now + limit
    var (seen, wasWriting) = (written.load(ordering: .relaxed), false)
    while true {
      let wait = max(.milliseconds(5), min(end - .now, patience))
      if done.wait(timeout: .now() + .milliseconds(Int(wait.milliseconds))) == .success { return true }
      let (now, count) = (ContinuousClock.now, written.load(ordering: .relaxed))
      let writes = isWriting.load(ordering: .relaxed)
      guard !Self.givesUp(after: now - end, isWriting: writes && wasWriting, hasProgress: count != seen) else {
        return false
      }
      (seen, wasWriting) = (count, writes)
    }
  }

  /// Whether ``flush(within:)`` ends before the last line is written.
  ///
  /// - Parameters:
  ///   - late: the time since its limit; negative before it.
  ///   - isWriting: whether the thread writes, at this look and at the one before.
  ///   - hasProgress: whether the thread has written anything since the last look.
  static func givesUp(after late: Duration, isWriting: Bool, hasProgress: Bool) -> Bool {
    isWriting ? (late >= .zero || !hasProgress) : late >= starvation
  }

  /// Marks the thread as woken; returns which semaphores to signal.
  private static func tell(_ state: inout State, isUrgent: Bool) -> (wakes: Bool, hurries: Bool) {
    defer {
      state.isAwake = true
      if isUrgent { state.isUrgent = true }
    }
    return (!state.isAwake, isUrgent && !state.isUrgent)
  }

  /// Writes the queued lines, after a pause in which more may come, until the queue is empty.
  ///
  /// Two buffers are swapped, so that queueing a line rarely allocates.
  private func drain() {
    var bytes: [UInt8] = []
    while true {
      _ = hurry.wait(timeout: .now() + Self.pause)
      bytes.removeAll(keepingCapacity: true)
      let (flushes, dropped) = state.withLock { state in
        swap(&state.waiting, &bytes)
        state.isUrgent = false
        state.isAwake = !bytes.isEmpty || !state.flushes.isEmpty
        // The last pass writes nothing, so the number of dropped lines waits for the next line.
        guard state.isAwake else { return ([DispatchSemaphore](), 0) }
        defer {
          state.flushes = []
          state.dropped = 0
        }
        return (state.flushes, state.dropped)
      }
      guard !bytes.isEmpty || !flushes.isEmpty else { return }
      let lost = writeAll(bytes)
      if lost > 0 {
        // The lines that were dropped before are already counted, but not reported.
        state.withLock { state in
          state.drop(lost)
          state.dropped += dropped
        }
      } else if dropped > 0, writeAll(Self.notice(of: dropped)) > 0 {
        state.withLock { $0.dropped += dropped }
      }
      for flush in flushes { flush.signal() }
    }
  }

  private static func notice(of dropped: Int) -> [UInt8] {
    Array("{\"level\":\"error\",\"message\":\"\(dropped) log lines were dropped\"}\n".utf8)
  }

  /// Writes bytes, and waits while the descriptor is full; returns the number of lines that could not be written.
  private func writeAll(_ bytes: [UInt8]) -> Int {
    isWriting.store(true, ordering: .relaxed)
    defer { isWriting.store(false, ordering: .relaxed) }
    var position = 0
    while position < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        let piece = unsafe UnsafeRawBufferPointer(rebasing: buffer[position...].prefix(Self.piece))
        return unsafe systemWrite(descriptor, piece.baseAddress, piece.count)
      }
      if count > 0 {
        position += count
        written.add(count, ordering: .relaxed)
        continue
      }
      switch errno {
      case EINTR: break
      case EAGAIN:
        // Another process has made the descriptor non-blocking.
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&room, 1, -1)
      default: return bytes[position...].count { $0 == UInt8(ascii: "\n") }
      }
    }
    return 0
  }
}
