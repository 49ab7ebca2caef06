import Push
import SeededRandom
import Testing

@testable import APNs

/// Random events against a small model of the network: every notification ends once, and no limit is exceeded.
@Suite("Destination: random events") struct DestinationFuzzTests {
  /// The requests on each connection, according to the destination's actions.
  private struct Network {
    var connections: [ConnectionID: [DeliveryID]] = [:]
    var finished: [DeliveryID: DestinationDecision] = [:]
    var devices: [DeliveryID: String] = [:]

    var inFlight: [DeliveryID] { connections.keys.sorted().flatMap { connections[$0] ?? [] } }

    mutating func perform(_ actions: [DestinationState.Action]) {
      for action in actions {
        switch action {
        case .open(let connection):
          #expect(connections.updateValue([], forKey: connection) == nil)
        case .start(let id, let connection):
          #expect(!inFlight.contains(id) && finished[id] == nil)
          #expect(connections[connection] != nil)
          connections[connection]?.append(id)
        case .takeOff(let id, let connection):
          #expect(connections[connection]?.contains(id) == true)
          connections[connection]?.removeAll { $0 == id }
        case .close(let connection):
          #expect(connections.removeValue(forKey: connection) != nil)
        case .finish(let id, let decision):
          #expect(!inFlight.contains(id))
          #expect(finished.updateValue(decision, forKey: id) == nil)
        case .stopped: break
        }
      }
      for ids in connections.values { #expect(ids.count <= 4) }
      let busy = Dictionary(grouping: inFlight.compactMap { devices[$0] }, by: \.self)
      for ids in busy.values { #expect(ids.count <= 2) }
    }

    mutating func takeOff(_ id: DeliveryID) {
      for connection in connections.keys { connections[connection]?.removeAll { $0 == id } }
    }
  }

  @Test(arguments: 1...60) func everyNotificationEndsOnce(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var jitter = SeededGenerator(state: UInt64(seed) << 32)
    var destination = DestinationScript {
      $0.connections = 2
      $0.inFlightPerConnection = 4
      $0.inFlightPerDevice = 2
      $0.idleLimit = .seconds(30)
    } jitter: {
      Double.random(in: 0..<1, using: &jitter)
    }
    var network = Network()
    var last: DeliveryID = 0
    let answers: [(Int, String?)] = [
      (200, nil), (200, nil), (200, nil), (400, "BadTopic"), (400, "IdleTimeout"), (403, "ExpiredProviderToken"),
      (403, "InvalidProviderToken"), (410, "Unregistered"), (429, "TooManyRequests"), (500, "InternalServerError"),
      (503, "Shutdown"), (429, "TooManyProviderTokenUpdates"),
    ]
    let failures: [(TransportFailure.Scope, PushFault)] = [
      (.connection, .lost), (.connection, .late), (.request, .reset), (.connection, .unreachable),
      (.destination, .untrusted),
    ]
    for _ in 0..<600 {
      let id = network.inFlight.randomElement(using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0...2:
        last += 1
        let device = ["a", "b", "c", nil].randomElement(using: &random) ?? nil
        network.devices[last] = device
        network.perform(destination.submit(last...last, device: device))
      case 3...5:
        if let id, let (status, reason) = answers.randomElement(using: &random) {
          destination.state.dispatched(id)
          network.takeOff(id)
          network.perform(destination.answer(id, status, reason))
        }
      case 6:
        if let id, let (scope, fault) = failures.randomElement(using: &random) {
          network.takeOff(id)
          network.perform(destination.fail(id, scope, fault))
        }
      case 7, 8:
        if let id { destination.state.dispatched(id) }
        network.perform(destination.actions())
      case 9:
        for connection in network.connections.keys.sorted() {
          destination.state.settled(connection, now: destination.now)
        }
        network.perform(destination.actions())
      case 10:
        if let id, let connection = network.connections.first(where: { $0.value.contains(id) })?.key {
          destination.state.connecting(connection, for: id, now: destination.now)
        } else if last > 0 {
          destination.state.cancel(DeliveryID.random(in: 1...last, using: &random), now: destination.now)
        }
        network.perform(destination.actions())
      default:
        network.perform(destination.pass(.milliseconds(Int.random(in: 0...20_000, using: &random))))
      }
    }
    // A request in flight ends within its timeout; the deadline ends the others.
    for id in network.inFlight {
      network.takeOff(id)
      network.perform(destination.fail(id, .connection, .late))
    }
    for _ in 0..<100 where network.finished.count < Int(last) {
      network.perform(destination.pass(.seconds(60)))
      for id in network.inFlight {
        network.takeOff(id)
        network.perform(destination.fail(id, .connection, .late))
      }
    }
    #expect(network.finished.count == Int(last))
    #expect(destination.state.items.isEmpty)
    _ = destination.pass(.seconds(3600))
    #expect(destination.state.devices.isEmpty)
    #expect(destination.state.connections.isEmpty)
  }
}
