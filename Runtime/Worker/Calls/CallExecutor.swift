import Loop
import Synchronization

/// The executor of one call's tasks: it runs their jobs on the worker's loop, and measures them in the call page.
final class CallExecutor: LoopJobRunner {
  private let loop: Reactor
  private let page: CallPage?
  private let slot: UInt32
  private let call: UInt64
  private let hasBegun = Atomic(false)

  init(on loop: Reactor, page: CallPage?, slot: UInt32, call: UInt64) {
    self.loop = loop
    self.page = page
    self.slot = slot
    self.call = call
  }

  func enqueue(_ job: consuming ExecutorJob) { loop.enqueue(job, by: self) }

  func run(_ job: UnownedJob) {
    guard let page else { return unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    // The call is marked before its first job, which runs the handler: a piece of work counts only for a marked call.
    if !hasBegun.exchange(true, ordering: .relaxed) { page.begin(call, in: slot) }
    page.measure(call, in: slot) { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
