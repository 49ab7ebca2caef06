internal import Curl
internal import Loop

/// The lanes of one sender on its event loop. `@unchecked`: all calls are made on the loop's thread, which debug builds
/// check.
///
/// Calls of other threads arrive as actions of the loop. Each lane does its work once after a pass with actions, events
/// or a deadline.
final class PushLoop: EndingClient, @unchecked Sendable {
  static let shutdown = HTTPClientError(.shutdown, "the sender has been shut down")

  private let loop: Reactor
  private let routes = ConnectionRoutes()
  /// Empty after the end.
  private var lanes: [LaneName: Lane] = [:]
  private var isDraining = false
  private var whenEnded: [@Sendable () -> Void] = []

  /// Creates the client of a loop that does not run yet.
  init(on loop: Reactor, _ setup: PushSetup) throws(HTTPClientError) {
    self.loop = loop
    for name in LaneName.all {
      do throws(PushError) {
        lanes[name] = try Lane(name, setup, loop: loop, routes: routes)
      } catch {
        throw HTTPClientError(.failed, "\(error)")
      }
    }
  }

  func send(_ delivery: Delivery) {
    requestPass()
    guard !isDraining else { return delivery.finish(PushOutcome(Self.shutdown)) }
    lanes[delivery.request.lane]?.submit(delivery)
  }

  func send(_ batch: Batch) {
    requestPass()
    guard !isDraining else { return batch.refuse(PushOutcome(Self.shutdown)) }
    for (name, lane) in lanes where name.service == .notifications {
      lane.submit(batch, batch.pushes.indices.filter { batch.pushes[$0].environment == name.environment })
    }
  }

  func cancel(_ id: DeliveryID, in name: LaneName) {
    requestPass()
    lanes[name]?.cancel(id)
  }

  func cancel(_ batch: Batch) {
    requestPass()
    for lane in lanes.values { lane.cancel(batch) }
  }

  func use(_ tokens: ProviderTokenSource, in environment: PushEnvironment) {
    requestPass()
    for (name, lane) in lanes where name.environment == environment { lane.use(tokens) }
  }

  /// Ends the client when no request is in flight.
  func end(_ done: @escaping @Sendable () -> Void) {
    requestPass()
    guard !lanes.isEmpty else { return done() }
    whenEnded.append(done)
    guard !isDraining else { return }
    isDraining = true
    for lane in lanes.values { lane.drain() }
  }

  private func requestPass() {
    loop.assertIsCurrent()
    loop.wake()
  }
}

extension PushLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: Reactor.Events) {
    let number = SocketNumber(number)
    guard let route = routes[number.multi] else { return }
    lanes[route.lane]?.socketIsReady(number.socket, events, of: route.connection)
    requestPass()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    for lane in lanes.values { lane.process() }
    guard isDraining, lanes.values.allSatisfy(\.isEmpty) else { return lanes.values.compactMap(\.deadline).min() }
    // This frees libcurl's handles.
    lanes = [:]
    loop.stop()
    let actions = whenEnded
    whenEnded = []
    for action in actions { action() }
    return nil
  }
}
