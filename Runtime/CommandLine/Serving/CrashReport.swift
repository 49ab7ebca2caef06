import CProcess
import Edge
import Foundation
import Host

/// The line that a process leaves that crashes: signal, function, request or job, and the addresses of the code.
///
/// A program that was built for debugging has a report of Swift's own, with names and lines, which takes seconds. It is for commands that a person
/// waits for; the clients of a host would wait for it too.
enum CrashReport {
  /// Writes the line to standard error from now on, when a signal of a crash comes.
  ///
  /// - Parameters:
  ///   - asJSON: whether it is a line of JSON, as the other lines of the log are.
  ///   - replacesSwifts: whether it replaces Swift's own report where there is one.
  static func start(asJSON: Bool, replacesSwifts: Bool) {
    #if os(Linux)
      unsafe cprocess_report_crashes(STDERR_FILENO, asJSON, replacesSwifts) { found in
        guard let invocation = RunningInvocation.current, let found = unsafe found else { return false }
        unsafe found.pointee = cprocess_invocation(
          function: invocation.function.bytes, id: invocation.id.uuid.uuid, job: invocation.job ?? 0)
        return true
      }
    #endif
  }
}
