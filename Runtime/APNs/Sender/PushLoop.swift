internal import Curl
import HTTPCalls
internal import Loop
import Push

/// The destinations of one sender on its event loop. `@unchecked`: all calls are made on the loop's thread, which debug
/// builds check.
///
/// Calls of other threads arrive as actions of the loop. Each destination does its work once after a pass with actions,
/// events or a deadline.
final class PushLoop: EndingClient, @unchecked Sendable {
  static let shutdown = HTTPClientError(.shutdown, "the sender has been shut down")

  private let loop: Reactor
  private let routes = ConnectionRoutes()
  /// Empty after the end.
  private var destinations: [DestinationName: Destination] = [:]
  private var isDraining = false
  private var whenEnded: [@Sendable () -> Void] = []

  /// Creates the client of a loop that does not run yet.
  init(on loop: Reactor, _ setup: PushSetup) throws(HTTPClientError) {
    self.loop = loop
    for name in DestinationName.all {
      do throws(PushError) {
        destinations[name] = try Destination(name, setup, loop: loop, routes: routes)
      } catch {
        throw HTTPClientError(.failed, "\(error)")
      }
    }
  }

  func send(_ delivery: Delivery) {
    requestPass()
    guard !isDraining else { return delivery.finish(PushOutcome(Self.shutdown)) }
    destinations[delivery.request.destination]?.submit(delivery)
  }

  func send(_ batch: Batch) {
    requestPass()
    guard !isDraining else { return batch.refuse(PushOutcome(Self.shutdown)) }
    for (name, destination) in destinations where name.service == .notifications {
      destination.submit(batch, batch.pushes.indices.filter { batch.pushes[$0].environment == name.environment })
    }
  }

  func cancel(_ id: DeliveryID, in name: DestinationName) {
    requestPass()
    destinations[name]?.cancel(id)
  }

  func cancel(_ batch: Batch) {
    requestPass()
    for destination in destinations.values { destination.cancel(batch) }
  }

  /// Ends the client when no request is in flight.
  func end(_ done: @escaping @Sendable () -> Void) {
    requestPass()
    guard !destinations.isEmpty else { return done() }
    whenEnded.append(done)
    guard !isDraining else { return }
    isDraining = true
    for destination in destinations.values { destination.drain() }
  }

  /// The destinations that were used, in the order of their names; none after the end.
  func reports() -> [PushConnections] {
    loop.assertIsCurrent()
    return DestinationName.all.compactMap { destinations[$0]?.report(at: .now) }
  }

  private func requestPass() {
    loop.assertIsCurrent()
    loop.wake()
  }
}

extension PushLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    let number = SocketNumber(number)
    guard let route = routes[number.multi] else { return }
    destinations[route.destination]?.socketIsReady(number.socket, events, of: route.connection)
    requestPass()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    for destination in destinations.values { destination.process() }
    guard isDraining, destinations.values.allSatisfy(\.isEmpty) else {
      return destinations.values.compactMap(\.deadline).min()
    }
    // This frees libcurl's handles.
    destinations = [:]
    loop.stop()
    let actions = whenEnded
    whenEnded = []
    for action in actions { action() }
    return nil
  }
}
