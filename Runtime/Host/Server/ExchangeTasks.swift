import Loop
import Synchronization

/// Tasks that answer one request after another on a loop.
///
/// To make a task and to end it takes as long as most of what a small request needs, and its memory comes in pieces; so
/// one that is done waits for another request. One that was cancelled ends.
final class ExchangeTasks: Sendable {
  /// How many may wait: each keeps some kilobytes.
  private static let mostIdle = 64

  private struct State {
    var idle: [Worker] = []
    var isOver = false
  }

  private let loop: Reactor
  private let state = Mutex(State())

  init(on loop: Reactor) { self.loop = loop }

  /// Answers a request; to be called on the loop.
  ///
  /// - Returns: the task that answers it, to be cancelled until the answer is whole and not afterwards: then it is another's.
  func answer(_ exchange: PendingExchange) -> Task<Void, Never>? {
    if let worker = state.withLock({ $0.idle.popLast() }) {
      worker.goOn(with: exchange)
      return worker.task
    }
    let worker = Worker(exchange)
    worker.task = Task(executorPreference: loop) { [self] in
      while await worker.answer(), await worker.wait(among: self) {}
    }
    return worker.task
  }

  /// Takes a task that waits; false if it is to end.
  fileprivate func take(_ worker: Worker) -> Bool {
    state.withLock { state in
      guard !state.isOver, state.idle.count < Self.mostIdle else { return false }
      state.idle.append(worker)
      return true
    }
  }

  /// Ends the tasks that wait, and the others when they are done.
  func end() {
    let idle = state.withLock { state in
      state.isOver = true
      defer { state.idle = [] }
      return state.idle
    }
    for worker in idle { worker.goOn(with: nil) }
  }
}

/// One task. Whoever has taken it from those that wait may use it, and before that it may itself.
@safe private final class Worker: @unchecked Sendable {
  /// Set and read on the loop.
  var task: Task<Void, Never>?
  private var exchange: PendingExchange?
  private var continuation: UnsafeContinuation<Void, Never>?

  init(_ exchange: PendingExchange) { self.exchange = exchange }

  /// Answers the request that it has.
  ///
  /// - Returns: whether it may have another.
  func answer() async -> Bool {
    guard let exchange = exchange.take() else { return false }
    return await exchange.run() && !Task.isCancelled
  }

  /// Waits for a request.
  ///
  /// - Returns: false if none will come.
  func wait(among tasks: ExchangeTasks) async -> Bool {
    var waits = true
    unsafe await withUnsafeContinuation { continuation in
      unsafe self.continuation = continuation
      waits = tasks.take(self)
      if !waits { unsafe continuation.resume() }
    }
    return waits
  }

  /// Ends the wait, without a request for good.
  func goOn(with exchange: PendingExchange?) {
    self.exchange = exchange
    unsafe continuation?.resume()
  }
}
