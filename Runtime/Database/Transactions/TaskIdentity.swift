/// The identity of a running task. `@unchecked`: it is only compared, which any thread may do. It is valid while the
/// task lives.
@safe package struct TaskIdentity: Hashable, @unchecked Sendable {
  private let task: UnsafeCurrentTask

  /// The running task, or `nil` outside of any.
  package static var current: TaskIdentity? {
    unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe TaskIdentity(task: $0) } }
  }

  private init(task: UnsafeCurrentTask) {
    unsafe self.task = task
  }

  package static func == (left: TaskIdentity, right: TaskIdentity) -> Bool {
    unsafe left.task == right.task
  }

  package func hash(into hasher: inout Hasher) {
    unsafe task.hash(into: &hasher)
  }
}
