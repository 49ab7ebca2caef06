import Edge
import HTTPTypes

extension HostError {
  /// The answer to a call that its worker did not answer, with the texts of Supabase's edge runtime.
  init(_ failure: WorkerFailure) {
    switch failure {
    case .boot(let seconds):
      self = HostError(
        status: .serviceUnavailable, code: "BOOT_ERROR", message: "Function failed to start (please check logs)",
        isRelayError: true, headers: [.retryAfter: String(seconds)])
    case .died:
      self = HostError(
        status: .internalServerError, code: "WORKER_ERROR",
        message: "Function exited due to an error (please check logs)", isRelayError: true)
    case .resourceLimit: self = .resourceLimit
    case .busy(let seconds):
      self = .overloaded
      headers[.retryAfter] = String(seconds)
    }
  }

  /// A call that exceeded its limit of memory, CPU time or wall clock time.
  static let resourceLimit = HostError(
    status: HTTPResponse.Status(code: 546, reasonPhrase: "Worker Resource Limit"), code: "WORKER_RESOURCE_LIMIT",
    message: "Function failed due to not having enough compute resources (please check logs)", isRelayError: true)
}
