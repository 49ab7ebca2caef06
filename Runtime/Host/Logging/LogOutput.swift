import Foundation
import Loop
import Synchronization

#if canImport(Glibc)
  import Glibc
  private let systemWrite = unsafe Glibc.write
#else
  import Darwin
  private let systemWrite = unsafe Darwin.write
#endif

/// Where log lines go: a descriptor that a thread of its own writes to, so that no handler waits for whoever reads it.
///
/// What an author logs is written at once. The many lines of invocations may wait a moment, so that one system call takes several.
/// At most 8 MiB wait; what does not fit is dropped and counted, and the next line says how many.
public final class LogOutput: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var dropped = 0
    /// Whether the thread has been told of what waits, and whether it was told to hurry.
    var isAwake = false
    var isUrgent = false
    var flushes: [DispatchSemaphore] = []
  }

  /// How much may wait.
  static let capacity = 8 << 20
  /// How much wakes the thread before its pause is over.
  private static let batch = 64 << 10
  private static let pause = DispatchTimeInterval.milliseconds(20)

  private let descriptor: CInt
  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)
  private let hurry = DispatchSemaphore(value: 0)

  /// Standard error.
  public static let standardError = LogOutput(descriptor: STDERR_FILENO)

  /// An output that writes to a descriptor and never closes it.
  public init(descriptor: CInt) {
    self.descriptor = descriptor
    Thread.start(named: "log") { [self] in
      while true {
        wake.wait()
        drain()
      }
    }
  }

  /// Hands over a line, without its line break.
  ///
  /// - Parameter isUrgent: whether it is written at once.
  func write(_ line: [UInt8], isUrgent: Bool) {
    unsafe line.withUnsafeBytes { unsafe write($0, isUrgent: isUrgent) }
  }

  func write(_ line: UnsafeRawBufferPointer, isUrgent: Bool) {
    let (wakes, hurries) = state.withLock { state in
      if state.waiting.count + line.count < Self.capacity {
        unsafe state.waiting.append(contentsOf: line)
        state.waiting.append(UInt8(ascii: "\n"))
      } else {
        state.dropped += 1
      }
      return Self.tell(&state, isUrgent: isUrgent || state.waiting.count > Self.batch)
    }
    if wakes { wake.signal() }
    if hurries { hurry.signal() }
  }

  /// Waits until everything handed over so far is written; for the end of a process.
  public func flush() {
    let done = DispatchSemaphore(value: 0)
    let (wakes, hurries) = state.withLock { state in
      state.flushes.append(done)
      return Self.tell(&state, isUrgent: true)
    }
    if wakes { wake.signal() }
    if hurries { hurry.signal() }
    done.wait()
  }

  private static func tell(_ state: inout State, isUrgent: Bool) -> (wakes: Bool, hurries: Bool) {
    defer {
      state.isAwake = true
      if isUrgent { state.isUrgent = true }
    }
    return (!state.isAwake, isUrgent && !state.isUrgent)
  }

  /// Writes what waits, after a pause in which more may come, until nothing does.
  ///
  /// Two buffers change places, so that nobody who hands over a line waits for memory.
  private func drain() {
    var bytes: [UInt8] = []
    while true {
      _ = hurry.wait(timeout: .now() + Self.pause)
      bytes.removeAll(keepingCapacity: true)
      let (flushes, dropped) = state.withLock { state in
        swap(&state.waiting, &bytes)
        defer {
          state.flushes = []
          state.dropped = 0
          state.isUrgent = false
        }
        state.isAwake = !bytes.isEmpty || !state.flushes.isEmpty
        return (state.flushes, state.dropped)
      }
      guard !bytes.isEmpty || !flushes.isEmpty else { return }
      if dropped > 0 { bytes += "{\"level\":\"error\",\"message\":\"\(dropped) log lines were dropped\"}\n".utf8 }
      Self.writeAll(bytes, to: descriptor)
      for flush in flushes { flush.signal() }
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: CInt) {
    unsafe bytes.withUnsafeBytes { buffer in
      var position = 0
      while position < buffer.count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[position...])
        let written = unsafe systemWrite(descriptor, rest.baseAddress, rest.count)
        if written > 0 {
          position += written
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}
