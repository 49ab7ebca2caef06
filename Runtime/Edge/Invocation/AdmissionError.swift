/// The refusal of a caller by a function's access rule. The handler has not run.
public struct AdmissionError: Error, Sendable {
  /// The error for the caller: 401 `AUTH_REQUIRED` or 403 `PERMISSION_DENIED`.
  public let reason: FunctionError

  /// Creates a refusal.
  public init(reason: FunctionError) { self.reason = reason }
}
