/// The refusal of a caller by a function's access rule. The handler has not run.
public struct AdmissionError: Error, Sendable {
  /// The error for the caller: 401 `AUTH_REQUIRED` or 403 `PERMISSION_DENIED`.
  public let reason: FunctionError

  /// Creates a refusal.
  public init(reason: FunctionError) { self.reason = reason }
}

extension Access {
  /// Checks whether a caller is admitted.
  package func check(_ identity: Identity?) throws(AdmissionError) {
    do throws(FunctionError) { _ = try admit(identity) } catch { throw AdmissionError(reason: error) }
  }
}
