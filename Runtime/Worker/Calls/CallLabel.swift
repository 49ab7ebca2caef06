import CProcess
import Edge
import FoundationEssentials
import Glibc

/// The call that the current task works for. The crash report reads it in a signal handler, so it holds no references.
struct CallLabel: Sendable {
  /// The call of the current task; nil outside of one.
  @TaskLocal static var current: CallLabel?

  let function: FunctionLabel
  let id: UUID
  /// The job that it belongs to; 0 for a request.
  let job: Int64

  /// Installs the handler that writes a line about a crash to standard error.
  static func reportCrashes() {
    unsafe cprocess_report_crashes(STDERR_FILENO, true, true) { found in
      guard let call = CallLabel.current, let found = unsafe found else { return false }
      unsafe found.pointee = cprocess_invocation(function: call.function.bytes, id: call.id.uuid, job: call.job)
      return true
    }
  }
}
