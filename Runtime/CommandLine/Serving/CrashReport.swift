import CProcess
import Edge
import Foundation
import Host

/// The line that a process leaves that crashes: signal, function, request or job, and the addresses of the code.
///
/// It replaces the report of Swift's own, which takes seconds, in which clients wait, and shows memory.
enum CrashReport {
  /// Writes the line to standard error from now on, when a signal of a crash comes.
  ///
  /// - Parameter asJSON: whether it is a line of JSON, as the other lines of the log are.
  static func start(asJSON: Bool) {
    #if os(Linux)
      unsafe cprocess_report_crashes(STDERR_FILENO, asJSON) { found in
        guard let invocation = RunningInvocation.current, let found = unsafe found else { return false }
        unsafe found.pointee = cprocess_invocation(
          function: invocation.function.bytes, id: invocation.id.uuid.uuid, job: invocation.job ?? 0)
        return true
      }
    #endif
  }
}
