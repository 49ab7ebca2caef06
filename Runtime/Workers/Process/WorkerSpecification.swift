/// The parameters of a worker's start: executable, environment, limits and sandbox.
package struct WorkerSpecification: Sendable {
  /// The worker's number.
  package var worker: WorkerID
  /// The path of the bundle's executable.
  package var executable: String
  /// The arguments after the executable's name.
  package var arguments: [String]
  /// The whole environment of the process. `TMPDIR` and `HOME` are added, for its private temporary folder.
  package var environment: [String: String]
  package var limits: WorkerLimits
  package var sandbox: SandboxMode
  /// Files and folders that the strict sandbox lets the process read, besides the system's libraries.
  package var readablePaths: [String]

  package init(
    worker: WorkerID, executable: String, arguments: [String] = [], environment: [String: String] = [:],
    limits: WorkerLimits = WorkerLimits(), sandbox: SandboxMode = .strict, readablePaths: [String] = []
  ) {
    self.worker = worker
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
    self.limits = limits
    self.sandbox = sandbox
    self.readablePaths = readablePaths
  }
}
