import CLoop
import Synchronization

extension Reactor {
  var identity: UnsafeRawPointer { unsafe UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

  /// The number of the job on the current thread; 0 for the loop's own work.
  var job: UInt64 { unsafe cloop_thread().pointee.job }

  func setJob(_ job: UInt64) { unsafe cloop_thread().pointee.job = job }

  /// Whether the current thread runs this loop, or ran it until a job blocked it.
  var isCurrent: Bool { unsafe cloop_thread().pointee.loop == identity }

  /// The loop of the current thread; nil on threads without one.
  private static var current: Reactor? {
    guard let loop = unsafe cloop_thread().pointee.loop else { return nil }
    return unsafe Unmanaged<Reactor>.fromOpaque(loop).takeUnretainedValue()
  }

  /// Records which code the current job of a loop runs next. The code counts the job if it blocks the loop. Returns the
  /// job; nil on a thread without a loop.
  static func attributeJob(to code: BlockingCode) -> UInt64? {
    guard let loop = current else { return nil }
    let job = loop.job
    // Another thread may have taken the loop over, and run other jobs.
    if job != 0, loop.watch.isOn(job) { loop.subject.withLock { $0 = (job, code) } }
    return job
  }

  /// The current job, if it has blocked its loop, which another thread has taken over; nil otherwise.
  static var blockingJob: UInt64? {
    guard let loop = current, loop.job != 0, !loop.watch.isOn(loop.job) else { return nil }
    return loop.job
  }
}
