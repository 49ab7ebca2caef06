package import Edge

/// The closure of the host that runs a job's function with the rights of the service role.
///
/// It throws the function's error.
package typealias JobInvoker = @Sendable (JobInvocation) async throws -> Void
