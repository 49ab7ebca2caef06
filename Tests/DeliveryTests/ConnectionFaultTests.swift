import APNs
import Foundation
import Push
import Simulator
import Testing

extension DeliveryTests {
  /// Connection faults in the middle of a load on one connection.
  @Suite("Connections") struct Connections {
    /// The notifications of a test, and how many of them are in flight at most.
    private static let count = 200
    private static let inFlight = 50

    /// Delivers the notifications through a fault. By default the timeout is longer than the test may run, so no end is
    /// due to it.
    private func run(
      _ steps: [FaultScript.Step], timeout: Duration = .seconds(3600), repeats: Int = 0,
      _ body: (_ delivery: Delivery) async throws -> Void
    ) async throws {
      try await Delivery.run(steps) {
        $0.connections = 1
        $0.inFlightPerConnection = Self.inFlight
        $0.requestTimeout = timeout
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(Self.count))
        let status = delivery.simulator.status
        // A lost connection repeats at most the requests that were in flight on it.
        #expect(status.requests <= Self.count + Self.inFlight * (status.connections - 1) + repeats)
        #expect(delivery.arrived.values.allSatisfy { $0 <= status.connections + repeats })
        try await body(delivery)
      }
    }

    // MARK: The connection ends

    @Test(arguments: [Fault.close, .disconnect], [false, true])
    func requestsOfALostConnectionAreSentAgain(fault: Fault, arrives: Bool) async throws {
      try await run(.amidst(.init(fault, arrives: arrives))) { delivery in
        #expect(delivery.simulator.status.requests > Self.count)
        // libcurl may reconnect once by itself before it reports the connection as lost.
        #expect((2...3).contains(delivery.simulator.status.connections))
      }
    }

    /// libcurl reports nothing after bytes that are not HTTP/2.
    @Test(arguments: [false, true]) func garbageEndsWithTheTimeout(arrives: Bool) async throws {
      try await run(.amidst(.init(.garbage, arrives: arrives)), timeout: .seconds(2)) { delivery in
        #expect(delivery.simulator.status.requests > Self.count)
      }
    }

    @Test(arguments: [Fault.close, .disconnect, .goAway(.later), .settings(maxConcurrentStreams: 0)])
    func aConnectionThatFailsAtItsStartIsReplaced(fault: Fault) async throws {
      try await run([.init(.connections, count: 3, faults: [.init(fault)])]) { delivery in
        #expect(delivery.arrived.values.allSatisfy { $0 == 1 })
      }
    }

    @Test(arguments: [Fault.silence, .garbage])
    func aConnectionThatNeverStartsIsReplacedAfterTheTimeout(fault: Fault) async throws {
      let script = [FaultScript.Step(.connections, count: 1, faults: [.init(fault)])]
      try await run(script, timeout: .seconds(2)) { delivery in
        #expect(delivery.simulator.status.connections >= 2)
      }
    }

    // MARK: GOAWAY

    @Test(arguments: Fault.GoAway.allCases) func goAwayLosesNothingAndRepeatsNothing(goAway: Fault.GoAway) async throws
    {
      try await run(.amidst(.init(.goAway(goAway)))) { delivery in
        // With `.later`, the request that triggered it was not processed.
        #expect(delivery.simulator.status.requests == Self.count + (goAway == .later ? 1 : 0))
        #expect(delivery.arrived.values.allSatisfy { $0 == 1 })
        #expect(delivery.simulator.status.connections == 2)
      }
    }

    // MARK: One stream

    @Test func aRefusedStreamIsSentAgainAndArrivesOnce() async throws {
      try await run(.amidst(.init(.reset(.refusedStream)))) { delivery in
        #expect(delivery.simulator.status.requests == Self.count + 1)
        #expect(delivery.arrived.values.allSatisfy { $0 == 1 })
      }
    }

    @Test func refusedStreamsAreAllSentAgain() async throws {
      let refused = FaultScript.Step(count: 60, faults: [.init(.reset(.refusedStream))])
      try await run([.init(count: 1, faults: []), refused]) { delivery in
        #expect(delivery.simulator.status.requests == Self.count + 60)
        #expect(delivery.arrived.values.allSatisfy { $0 == 1 })
      }
    }

    @Test(arguments: [false, true]) func aResetStreamIsSentAgainOnTheSameConnection(arrives: Bool) async throws {
      try await run(.amidst(.init(.reset(.internalError), arrives: arrives)), repeats: 1) { delivery in
        #expect(delivery.simulator.status.requests == Self.count + 1)
        #expect(delivery.simulator.status.connections == 1)
        #expect(delivery.arrived.values.count { $0 == 2 } == (arrives ? 1 : 0))
      }
    }
  }
}
