/// An executor for some tasks of a loop that runs their jobs itself, for instance to measure them.
///
/// The tasks prefer it in place of the loop; its `enqueue` passes the jobs to ``Reactor/enqueue(_:by:)``.
package protocol LoopJobRunner: TaskExecutor {
  /// Runs a job on the current thread, with this executor as the job's.
  func run(_ job: UnownedJob)
}
