package import Channel
import Edge
import FoundationEssentials
import Logging
package import Loop
package import NIOCore
import Synchronization

/// The worker's side of a channel: it runs the host's calls as tasks on the channel's loop, until it is retired or the
/// channel ends.
package final class WorkerRuntime: WorkerChannelHandler {
  private struct State {
    var start: Start?
    var host: HostServices?
    var retirement = WorkerRetirement()
    /// The calls in hand, by their exchanges.
    var calls: [UInt64: Invocation] = [:]
    var isOver = false
    /// Ends the retired worker. It is cancelled if the worker ends earlier.
    var ending: Task<Void, Never>?
  }

  private let parts: BundleParts
  private let loop: Reactor
  private let page: CallPage?
  private let log: WorkerLog
  private let whenOver: @Sendable (WorkerEnd) -> Void
  private let state = Mutex(State())

  /// - Parameter whenOver: called once when the worker is over.
  package init(
    _ bundle: Bundle, on loop: Reactor, page: CallPage?, log: WorkerLog,
    whenOver: @escaping @Sendable (WorkerEnd) -> Void
  ) {
    parts = BundleParts(bundle)
    self.loop = loop
    self.page = page
    self.log = log
    self.whenOver = whenOver
  }

  package func received(hello: ByteBuffer, on channel: WorkerChannel) {
    let start: Start
    do { start = try Start(hello: hello) } catch { return refuse(channel, "\(error)") }
    guard start.protocolVersion == Manifest.currentProtocol else {
      return refuse(
        channel,
        """
        the host speaks version \(start.protocolVersion) of the channel's protocol, and this bundle version \
        \(Manifest.currentProtocol): build the bundle against the host's version of Swiftlet
        """)
    }
    let level = Logger.Level(rawValue: start.logLevel) ?? .info
    log.connect(level: level, lines: start.logLines ?? LineBudget.lines) { [weak channel] payload, call in
      channel?.note(payload, of: call)
    }
    state.withLock { state in
      state.start = start
      state.host = HostServices(channel)
    }
  }

  package func opened(_ exchange: IncomingExchange) {
    let message: CallMessage
    do { message = try CallMessage(payload: exchange.payload) } catch { return refuse(exchange.channel, "\(error)") }
    let (start, host, begins) = state.withLock { state in (state.start, state.host, state.retirement.begin()) }
    guard let start, let host else {
      return refuse(exchange.channel, "a call came before the host's first frame")
    }
    // The call page says that it has not begun: at this worker's end the host gives it to another one.
    guard begins else { return }
    let name = parts.name(of: message.target)
    let label = CallLabel(function: FunctionLabel(name), id: message.id, job: message.run?.id ?? 0)
    let executor = CallExecutor(on: loop, page: page, slot: message.slot, call: exchange.id)
    let log = log
    let logger = Logger(label: "swiftlet.call") { _ in WorkerLogHandler(log, call: exchange.id) }
    let (services, background) = RemoteServices.make(
      CallChannel(exchange.channel, call: exchange.id), host, message, name: name, start: start, on: executor)
    let runner = CallRunner(
      parts: parts, exchange: exchange, message: message, services: services, background: background, logger: logger)
    state.withLock { $0.calls[exchange.id] = runner.invocation }
    let task = Task(executorPreference: executor) { [self] in
      await CallLabel.$current.withValue(label) { await runner.run() }
      hasEnded(exchange)
    }
    exchange.onCancel { task.cancel() }
  }

  package func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) {
    guard id == 0 else {
      let (call, host) = state.withLock { ($0.calls[id], $0.host) }
      guard let call else {
        host?.noted(payload, of: id)
        return
      }
      guard let note = try? DeadlineNote(payload: payload), note.deadline.isFinite else {
        return refuse(channel, "a note is not known")
      }
      call.pullIn(to: Date(timeIntervalSince1970: note.deadline))
      return
    }
    guard (try? WorkerNote(payload: payload)) == .retire else { return refuse(channel, "a note is not known") }
    channel.note(WorkerNote.retiring.payload)
    let leaves = state.withLock { $0.retirement.retire() }
    if leaves { retire(channel) }
  }

  package func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {
    // The services hold the channel, and the channel holds this object as its handler. They are freed without the lock.
    let host = state.withLock { $0.host.take() }
    withExtendedLifetime(host) {}
    end(.closed(reason))
  }

  private func hasEnded(_ exchange: IncomingExchange) {
    let leaves = state.withLock { state in
      state.calls[exchange.id] = nil
      return state.retirement.end()
    }
    if leaves { retire(exchange.channel) }
  }

  /// Ends the worker when what it has sent is on its way.
  private func retire(_ channel: WorkerChannel) {
    let ending = Task(executorPreference: loop) { [self] in
      let limit = ContinuousClock.now + .seconds(5)
      while channel.unsentBytes > 0, ContinuousClock.now < limit, !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(2))
      }
      end(.retired)
      channel.close()
    }
    state.withLock { $0.ending = ending }
  }

  private func refuse(_ channel: WorkerChannel, _ reason: String) {
    end(.refused(reason))
    channel.close()
  }

  private func end(_ reason: WorkerEnd) {
    let (isFirst, ending) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.ending)
    }
    guard isFirst else { return }
    ending?.cancel()
    log.end()
    whenOver(reason)
  }
}
