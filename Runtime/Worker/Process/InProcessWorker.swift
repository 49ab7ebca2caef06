import Channel
import Loop

/// A worker in the host's own process, over a pair of sockets: for the test kit, and for suites that run over a
/// channel.
///
/// It is not isolated: a function that traps ends the process.
package final class InProcessWorker: Sendable {
  private let loop: ChannelLoop
  private let runtime: WorkerRuntime
  private let bundle: Bundle

  /// Creates a worker that does not serve yet.
  ///
  /// - Parameter whenOver: called once when the worker is over.
  package init(
    _ bundle: Bundle, page: CallPage? = nil, log: WorkerLog = WorkerLog(),
    whenOver: @escaping @Sendable (WorkerEnd) -> Void = { _ in }
  ) throws {
    self.bundle = bundle
    loop = try ChannelLoop(named: "worker")
    runtime = WorkerRuntime(bundle, on: loop.reactor, page: page, log: log, whenOver: whenOver)
  }

  /// Serves the worker's end of a pair, which it owns from now on.
  package func serve(_ descriptor: CInt) {
    loop.start()
    _ = loop.connect(descriptor, as: .worker, hello: bundle.manifest.hello, handler: runtime)
  }

  /// Ends the worker: its channel closes, and its calls are cancelled.
  package func stop() { loop.stop() }
}
