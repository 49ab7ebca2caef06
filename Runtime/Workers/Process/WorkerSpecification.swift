/// The parameters of a worker's start: executable, environment, limits and sandbox.
package struct WorkerSpecification: Sendable {
  package var worker: WorkerID
  /// The path of the bundle's executable.
  package var executable: String
  /// The arguments after the executable's name.
  package var arguments: [String] = []
  /// The whole environment of the process. `TMPDIR` and `HOME` are added, for its private temporary folder.
  package var environment: [String: String] = [:]
  package var limits = WorkerLimits()
  package var sandbox = SandboxMode.strict
}
