import APNs
import Foundation
import Push
import Simulator
import Testing

extension DeliveryTests {
  /// The server's limit of streams, which the sender follows.
  @Suite("SETTINGS") struct Settings {
    private let slow = FaultScript.Choice(.slow(milliseconds: 100))

    /// One stream before the first answer, a thousand after it, one again with many in flight, and a thousand again.
    @Test func theLimitChangesFromOneToAThousandAndBack() async throws {
      let script: [FaultScript.Step] = [
        .init(count: 40, faults: [slow]),
        .init(count: 1, faults: [.init(.settings(maxConcurrentStreams: 1))]),
        // Up to twenty requests that were in flight when the limit became one; then eight, one at a time.
        .init(count: 20, faults: [slow]),
        .init(count: 8, faults: [slow]),
        .init(count: 1, faults: [.init(.settings(maxConcurrentStreams: 1000))]),
        .init(count: 20, faults: [slow]),
        .init(count: 40, faults: [.init(.slow(milliseconds: 400))]),
      ]
      try await Delivery.run(script) {
        $0.connections = 1
        $0.inFlightPerConnection = 20
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(300))
        #expect(delivery.simulator.status.requests == 300)
        #expect(delivery.simulator.status.connections == 1)
        let times = delivery.simulator.notifications.map(\.receivedAt)
        /// The time between the arrivals of a notification and the one before it.
        func pause(_ index: Int) -> Double { times[index].timeIntervalSince(times[index - 1]) }
        // The first request goes alone.
        #expect(pause(1) >= 0.099)
        // One arrived before the answer to the previous one: they shared the connection.
        #expect((2...40).contains { pause($0) < 0.099 })
        for index in 61..<69 { #expect(pause(index) >= 0.099) }
        #expect((91...130).contains { pause($0) < 0.399 })
      }
    }

    @Test(arguments: [1, 7]) func aConstantLimitIsKept(streams: Int) async throws {
      let script: [FaultScript.Step] = [
        .init(count: 1, faults: []), .init(count: 1, faults: [.init(.settings(maxConcurrentStreams: streams))]),
        .init(count: nil, faults: [.init(.slow(milliseconds: 10))]),
      ]
      try await Delivery.run(script) {
        $0.connections = 1
        $0.inFlightPerConnection = 30
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(150))
        #expect(delivery.simulator.status.requests == 150)
        #expect(delivery.simulator.status.connections == 1)
        // The requests that were in flight at the change have ended.
        let times = delivery.simulator.notifications.map(\.receivedAt)
        for index in 60..<150 { #expect(times[index].timeIntervalSince(times[index - streams]) >= 0.009) }
      }
    }
  }
}
