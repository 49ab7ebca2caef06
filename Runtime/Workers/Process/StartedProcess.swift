import CProcess
import FoundationEssentials

/// A process that runs the program of a worker: its id, and the descriptor that says when it ends.
struct StartedProcess {
  let id: pid_t
  let descriptor: OwnedDescriptor

  struct Parts {
    let executable: OwnedDescriptor
    let output: OwnedDescriptor
    let channel: OwnedDescriptor
    let page: OwnedDescriptor
    let folder: String
    let mark: UInt64
  }

  /// The memory that a worker may use until it has booted, beyond its limit.
  private static let memoryOfBoot: UInt64 = 1 << 30

  /// Starts the process. It blocks until the program is loaded, about a millisecond.
  ///
  /// - Throws: ``WorkerStartFault`` with the step that the system refused.
  init(_ specification: WorkerSpecification, _ parts: Parts, _ sandbox: Sandbox) throws(WorkerStartFault) {
    let arguments = TextArray([specification.executable] + specification.arguments)
    let variables = specification.environment.merging(["TMPDIR": parts.folder, "HOME": parts.folder]) { $1 }
    let environment = TextArray(variables.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })
    let (id, descriptor, step, error) = unsafe parts.folder.withCString { folder in
      var launch = unsafe cprocess_launch()
      unsafe launch.executable = parts.executable.value
      unsafe launch.arguments = unsafe UnsafePointer(arguments.pointer)
      unsafe launch.environment = unsafe UnsafePointer(environment.pointer)
      unsafe launch.folder = unsafe folder
      unsafe launch.output = parts.output.value
      unsafe launch.channel = parts.channel.value
      unsafe launch.page = parts.page.value
      unsafe launch.ruleset = sandbox.ruleset?.value ?? -1
      unsafe launch.restricts_calls = sandbox.restrictsCalls
      unsafe launch.drops_capabilities = specification.sandbox == .strict
      unsafe launch.descriptors = specification.limits.descriptors
      let (data, isTooLarge) = specification.limits.memory.addingReportingOverflow(Self.memoryOfBoot)
      unsafe launch.data = isTooLarge ? .max : data
      unsafe launch.file_size = specification.sandbox == .strict ? specification.limits.temporaryFiles : .max
      unsafe launch.mark = parts.mark
      unsafe launch.secret = UInt64.random(in: .min ... .max)
      var descriptor: CInt = -1
      let id = unsafe cprocess_start(&launch, &descriptor)
      let step = unsafe launch.failed_step.map { unsafe String(cString: $0) }
      return (id, descriptor, step, unsafe launch.error)
    }
    guard id > 0 else { throw WorkerStartFault(step: "\(step ?? "start") \(specification.executable)", error) }
    self.id = id
    self.descriptor = OwnedDescriptor(descriptor)
  }
}
