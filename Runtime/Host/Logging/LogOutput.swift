import Foundation
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
/// At most 8 MiB wait; what does not fit is dropped and counted, and the next line says how many.
public final class LogOutput: Sendable {
  private struct State {
    var waiting: [UInt8] = []
    var dropped = 0
    var isWriting = false
    var isClosed = false
  }

  static let capacity = 8 << 20

  private let descriptor: CInt
  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)
  private let drained = DispatchSemaphore(value: 0)

  /// Standard error.
  public static let standardError = LogOutput(descriptor: STDERR_FILENO)

  /// An output that writes to a descriptor and never closes it.
  public init(descriptor: CInt) {
    self.descriptor = descriptor
    let thread = Thread { [self] in drain() }
    thread.name = "log"
    thread.start()
  }

  /// Hands over a line, without its line break.
  func write(_ line: [UInt8]) {
    let wakes = state.withLock { state in
      guard state.waiting.count + line.count < Self.capacity else {
        state.dropped += 1
        return false
      }
      state.waiting.append(contentsOf: line)
      state.waiting.append(UInt8(ascii: "\n"))
      defer { state.isWriting = true }
      return !state.isWriting
    }
    if wakes { signal.signal() }
  }

  /// Waits until everything handed over so far is written; for the end of a process.
  public func flush() {
    let waits = state.withLock { state in
      guard state.isWriting else { return false }
      state.isClosed = true
      return true
    }
    if waits { drained.wait() }
  }

  private func drain() {
    while true {
      signal.wait()
      while let batch = next() { Self.writeAll(batch, to: descriptor) }
    }
  }

  private func next() -> [UInt8]? {
    let (batch, closes) = state.withLock { state -> ([UInt8]?, Bool) in
      guard !state.waiting.isEmpty else {
        state.isWriting = false
        defer { state.isClosed = false }
        return (nil, state.isClosed)
      }
      var batch = state.waiting
      state.waiting = []
      if state.dropped > 0 {
        batch.append(contentsOf: #"{"level":"error","message":"\#(state.dropped) log lines were dropped"}"#.utf8)
        batch.append(UInt8(ascii: "\n"))
        state.dropped = 0
      }
      return (batch, false)
    }
    if closes { drained.signal() }
    return batch
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
