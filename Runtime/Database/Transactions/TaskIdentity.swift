/// Which task is running, to be compared while that task lives.
@safe struct TaskIdentity: Hashable, @unchecked Sendable {
  // Only ever compared: the task itself is never touched.
  private let task: UnsafeCurrentTask

  /// The running task, or `nil` outside of any.
  static var current: TaskIdentity? {
    unsafe withUnsafeCurrentTask { task in unsafe task.map { unsafe TaskIdentity(task: $0) } }
  }

  private init(task: UnsafeCurrentTask) {
    unsafe self.task = task
  }

  static func == (left: TaskIdentity, right: TaskIdentity) -> Bool {
    unsafe left.task == right.task
  }

  func hash(into hasher: inout Hasher) {
    unsafe task.hash(into: &hasher)
  }
}
