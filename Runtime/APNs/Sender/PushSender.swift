internal import Curl
import HTTPCalls
package import Logging
package import Push
import ServiceLifecycle
internal import Synchronization

/// Sends notifications to Apple over HTTP/2, on its own event loop.
///
/// Every notification ends with a ``PushOutcome``. An attempt ends within
/// ``PushConfiguration/requestTimeout``; a temporary failure of Apple or the network is retried under the same id, with
/// back-off, until ``PushConfiguration/retryDeadline``. A notification that was on the wire without an answer can
/// arrive twice.
///
/// Each environment has one destination for notifications and one for channel requests. A destination has a few
/// connections; the first request on a connection goes alone, then as many are in flight as the server's SETTINGS and
/// the configuration allow. The destination stops when Apple refuses the key or certificate, or two provider tokens in a
/// row as expired, or when the server's certificate is not trusted: every notification ends as `undelivered`, until
/// ``PushConfiguration/stopDuration`` is over.
///
/// The loop starts with the first notification. ``run()`` ends it: it waits for graceful shutdown, lets the requests in
/// flight finish, and ends all other notifications as `undelivered` with ``PushFault/Code/shutdown``.
package final class PushSender: Service {
  private let loop: LazyReactor<PushLoop>
  private let lastID = Atomic<DeliveryID>(0)

  /// Creates a sender. Nothing is opened before the first notification. Keys, device tokens and texts are never logged.
  ///
  /// - Throws: ``PushError`` that names the invalid setting.
  package convenience init(configuration: PushConfiguration, logger: Logger) throws(PushError) {
    try self.init(configuration: configuration, logger: logger) { Double.random(in: 0..<1) }
  }

  /// Creates a sender with a chosen source of randomness for the back-off: a number in 0..<1.
  package init(
    configuration: PushConfiguration, logger: Logger, jitter: @escaping @Sendable () -> Double
  ) throws(PushError) {
    try configuration.checkLimits()
    for destination in DestinationName.all { _ = try ServiceAddress(configuration, destination) }
    let setup = PushSetup(configuration, logger, jitter: jitter)
    loop = LazyReactor(named: "swiftlet-push", afterShutdown: PushLoop.shutdown) { loop throws(HTTPClientError) in
      try PushLoop(on: loop, setup)
    }
  }

  /// Waits for graceful shutdown or cancellation, then ends the loop. Requests in flight finish first, which takes no
  /// longer than ``PushConfiguration/requestTimeout``.
  package func run() async {
    try? await gracefulShutdown()
    await shutdown()
  }

  /// Ends the loop as ``run()`` does, for a sender outside of a service group.
  package func shutdown() async {
    await loop.shutdown()
  }

  /// Sends a notification and returns its outcome. Cancelling the task ends it as `undelivered` with
  /// ``PushFault/Code/cancelled``.
  ///
  /// While the destination has ``PushConfiguration/queueCapacity`` notifications, further callers wait in order.
  package func send(_ push: PreparedPush) async -> PushOutcome {
    do throws(HTTPClientError) {
      return try await send(.push(push), receiver: Delivery.Receiver.caller)
    } catch {
      return PushOutcome(error)
    }
  }

  /// Sends a channel request, over separate connections, and returns the answer. Cancellation and capacity work as in
  /// ``send(_:)-(PreparedPush)``.
  ///
  /// Apple cannot tell a repeated creation from a second one: after a lost answer there may be an extra channel.
  package func send(_ request: ChannelRequest.Prepared) async -> ChannelAnswer {
    do throws(HTTPClientError) {
      return try await send(.channel(request), receiver: Delivery.Receiver.manager)
    } catch {
      return ChannelAnswer(PushOutcome(error), read: nil)
    }
  }

  private func send<Answer: Sendable>(
    _ request: Outgoing, receiver: (CheckedContinuation<Answer, Never>) -> Delivery.Receiver
  ) async throws(HTTPClientError) -> Answer {
    let loop = try loop.running()
    let id = nextID(1)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let delivery = Delivery(id: id, request: request, receiver: receiver(continuation))
        loop.run { $0.send(delivery) }
        // If the task was cancelled before, its handler ran before the delivery was sent.
        if Task.isCancelled { loop.run { $0.cancel(id, in: request.destination) } }
      }
    } onCancel: {
      loop.run { $0.cancel(id, in: request.destination) }
    }
  }

  /// Sends notifications of either environment and reports each as it is decided, in the order of the decisions.
  ///
  /// The batch takes turns with other callers, and at most ``PushConfiguration/queueCapacity`` of its notifications are
  /// accepted at a time. Ending the stream cancels the notifications that are not decided yet.
  package func send(batch pushes: [PreparedPush]) -> AsyncStream<PushReport> {
    let batch = Batch(pushes, firstID: nextID(pushes.count))
    do throws(HTTPClientError) {
      let loop = try loop.running()
      loop.run { $0.send(batch) }
      return BatchReader(batch) { loop.run { $0.cancel(batch) } }.stream
    } catch {
      batch.refuse(PushOutcome(error))
      return BatchReader(batch) {}.stream
    }
  }

  /// The destinations that were used; empty before the first notification and after the end.
  package func destinations() async -> [PushConnections] {
    guard let loop = loop.started else { return [] }
    return await withCheckedContinuation { continuation in
      loop.run { continuation.resume(returning: $0.reports()) }
    }
  }

  /// Reserves `count` ids and returns the first.
  private func nextID(_ count: Int) -> DeliveryID {
    lastID.add(DeliveryID(count), ordering: .relaxed).oldValue + 1
  }
}
