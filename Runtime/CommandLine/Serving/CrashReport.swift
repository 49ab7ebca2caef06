import CProcess
import Edge
import FoundationEssentials
import Glibc
import Host

/// The line about a crash: signal, function, request or job, and the addresses of the code.
///
/// A debug build has Swift's crash report instead, with names and lines. It takes seconds, for which the clients of a
/// host would wait; so it is kept for commands.
enum CrashReport {
  /// Installs the handler that writes the line to standard error when the process receives a signal of a crash.
  ///
  /// - Parameters:
  ///   - asJSON: whether the line is JSON, like the other lines of the log.
  ///   - replacesSwifts: whether the line replaces Swift's report in a debug build.
  static func start(asJSON: Bool, replacesSwifts: Bool) {
    unsafe cprocess_report_crashes(STDERR_FILENO, asJSON, replacesSwifts) { found in
      guard let invocation = RunningInvocation.current, let found = unsafe found else { return false }
      unsafe found.pointee = cprocess_invocation(
        function: invocation.function.bytes, id: invocation.id.uuid.uuid, job: invocation.job ?? 0)
      return true
    }
  }
}
