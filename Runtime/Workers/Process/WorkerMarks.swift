import CProcess
import Glibc

/// The marks of one host's workers: numbers that a worker's process passes on to the processes that it starts.
///
/// The host kills what is left of a worker by its mark. The next host kills by their range what is left of a host that
/// was killed. A mark is the process's limit of file locks, which the kernel ignores; an ordinary process has none.
struct WorkerMarks: Hashable {
  /// The numbers of marks that a host has.
  static let count: UInt64 = 1 << 32
  private static let firsts: Range<UInt64> = 1 << 40..<1 << 60

  /// The first of the marks. No other host on this machine is likely to have one near it.
  let first: UInt64

  init() { first = UInt64.random(in: Self.firsts) }

  /// Reads the text of a file.
  ///
  /// - Returns: nil if no host has written it.
  init?(text: String) {
    guard let first = UInt64(text), Self.firsts.contains(first) else { return nil }
    self.first = first
  }

  var text: String { "\(first)" }

  /// Kills all processes of the host's workers.
  func killProcesses() { Self.kill(first, Self.count) }

  /// Kills the processes with one mark.
  static func killProcesses(of mark: UInt64) { kill(mark, 1) }

  /// Kills the processes of a range of marks, until a look at all processes finds none.
  private static func kill(_ first: UInt64, _ count: UInt64) {
    var looks = 1000
    while looks > 0, cprocess_kill_marked(first, count) > 0 {
      looks -= 1
      usleep(1000)
    }
  }
}
