import Loop
import Synchronization

/// A pool of tasks that run exchanges on a loop: starting and ending a task is a large part of the cost of a small request.
///
/// A task that has run its exchange parks until the next one. It parks only if it was not cancelled, if its connection no longer
/// refers to it (as ``Exchange/run()`` returns), and if fewer than 64 are parked; otherwise it ends. So a cancellation never reaches a
/// later exchange.
final class ExchangeTasks: Sendable {
  /// The most parked tasks: each keeps some kilobytes.
  private static let mostIdle = 64

  private struct State {
    var idle: [Worker] = []
    var isOver = false
  }

  private let loop: Reactor
  private let state = Mutex(State())

  init(on loop: Reactor) { self.loop = loop }

  /// Runs an exchange. Called on the loop.
  ///
  /// - Returns: its task, which may be cancelled until the response is whole. Afterwards it may run another exchange.
  func run(_ exchange: Exchange) -> Task<Void, Never>? {
    if let worker = state.withLock({ $0.idle.popLast() }) {
      worker.goOn(with: exchange)
      return worker.task
    }
    let worker = Worker(exchange)
    worker.task = Task(executorPreference: loop) { [self] in await worker.work(among: self) }
    return worker.task
  }

  /// Parks a task.
  ///
  /// - Returns: false if the task has to end.
  fileprivate func park(_ worker: Worker) -> Bool {
    state.withLock { state in
      guard !state.isOver, state.idle.count < Self.mostIdle else { return false }
      state.idle.append(worker)
      return true
    }
  }

  /// Ends the parked tasks now, and the others after their exchange.
  func end() {
    let idle = state.withLock { state in
      state.isOver = true
      defer { state.idle = [] }
      return state.idle
    }
    for worker in idle { worker.goOn(with: nil) }
  }
}

/// A task that runs exchanges. `@unchecked`: its task owns it until it is parked, then the pool, then the caller of ``goOn(with:)``.
@safe private final class Worker: @unchecked Sendable {
  /// Set and read on the loop.
  var task: Task<Void, Never>?
  private var exchange: Exchange?
  private var continuation: UnsafeContinuation<Void, Never>?

  init(_ exchange: Exchange) { self.exchange = exchange }

  /// Runs exchanges until the task has to end.
  func work(among tasks: ExchangeTasks) async {
    repeat {
      guard await runExchange() else { return }
    } while await wait(among: tasks)
  }

  /// Runs its exchange.
  ///
  /// - Returns: whether it may run another.
  private func runExchange() async -> Bool {
    guard let exchange = exchange.take() else { return false }
    return await exchange.run() && !Task.isCancelled
  }

  /// Waits for an exchange.
  ///
  /// - Returns: false if the task has to end.
  private func wait(among tasks: ExchangeTasks) async -> Bool {
    var waits = true
    unsafe await withUnsafeContinuation { continuation in
      unsafe self.continuation = continuation
      waits = tasks.park(self)
      if !waits { unsafe continuation.resume() }
    }
    return waits
  }

  /// Resumes the parked task with an exchange; without one it ends.
  func goOn(with exchange: Exchange?) {
    self.exchange = exchange
    unsafe continuation?.resume()
  }
}
