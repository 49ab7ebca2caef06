/// Work that runs on a schedule: a name, when, and a handler with the project's own rights.
///
/// ```swift
/// public let tidyUp = Job("tidy_up", every: "0 3 * * *") { context in … }
/// ```
public struct Job: Sendable {
  /// The name, formed as a function's is.
  public let name: String
  /// When it runs, as a cron expression.
  public let schedule: String
  /// The job as something that can be invoked; only the service role is let in.
  public let endpoint: any Endpoint

  /// A job.
  ///
  /// - Parameters:
  ///   - name: the name: `^[A-Za-z][A-Za-z0-9_-]*$`.
  ///   - schedule: a cron expression of five fields.
  ///   - body: the handler; a run fails if it throws.
  public init(
    _ name: String, every schedule: String, _ body: @escaping @Sendable (Context<ServiceAccess>) async throws -> Void
  ) {
    self.name = name
    self.schedule = schedule
    endpoint = Function(name, access: .serviceRole) { (context: Context<ServiceAccess>) in
      try await body(context)
      return NoContent()
    }
  }
}
