import APNs
import Foundation
import Push
import Simulator
import Testing

extension DeliveryTests {
  /// All faults at once.
  @Suite("Mixed") struct Mixed {
    private static let faults: [FaultScript.Choice] = [
      .init(.close, share: 0.0006), .init(.close, share: 0.0006, arrives: true),
      .init(.disconnect, share: 0.0006), .init(.disconnect, share: 0.0006, arrives: true),
      .init(.goAway(.none), share: 0.001), .init(.goAway(.later), share: 0.001),
      .init(.garbage, share: 0.0003), .init(.silence, share: 0.0003), .init(.silence, share: 0.0003, arrives: true),
      .init(.reset(.refusedStream), share: 0.01), .init(.reset(.internalError), share: 0.005, arrives: true),
      .init(.slow(milliseconds: 20), share: 0.05),
      .init(.settings(maxConcurrentStreams: 1), share: 0.001),
      .init(.settings(maxConcurrentStreams: 1000), share: 0.005),
      answer(429, "TooManyRequests", 0.005), answer(500, "InternalServerError", 0.01), answer(503, "Shutdown", 0.002),
      answer(403, "ExpiredProviderToken", 0.001), answer(410, "Unregistered", 0.001),
    ]

    private static func answer(_ status: Int, _ reason: String, _ share: Double) -> FaultScript.Choice {
      let age = status == 410 ? 86_400 : nil
      return .init(.answer(FaultAnswer(status: status, reason: reason, ageSeconds: age)), share: share)
    }

    /// It takes 20 s in a debug build on two cores.
    @Test func tenThousandArriveThroughAllFaults() async throws {
      let beginnings: [FaultScript.Choice] = [
        .init(.close, share: 0.02), .init(.disconnect, share: 0.02), .init(.goAway(.later), share: 0.02),
      ]
      let script: [FaultScript.Step] = [
        .init(.connections, count: nil, faults: beginnings), .init(count: nil, faults: Self.faults),
      ]
      // With this seed each fault occurs within the first 10,000 requests.
      try await Delivery.run(script, seed: 4) {
        // With few requests in flight, answers arrive well before the timeout on slow machines too.
        $0.inFlightPerConnection = 30
        $0.requestTimeout = .seconds(2)
        // Two refusals of one notification's token stop the destination.
        $0.stopDuration = .zero
      } _: { delivery in
        let pushes = try Delivery.pushes(10_000)
        var left = pushes
        // After two outcomes the caller sends again under the same id: for a device that registered again, and for a
        // provider token that was refused on a second connection too.
        for _ in 0..<10 where !left.isEmpty {
          var again: [PreparedPush] = []
          for await report in delivery.sender.send(batch: left) {
            switch report.outcome {
            case .delivered(let id, _): #expect(id == left[report.index].id)
            case .unregistered: again.append(left[report.index])
            case .undelivered(let fault, _, _) where fault.code.rawValue == "ExpiredProviderToken":
              again.append(left[report.index])
            case .undelivered, .refused: Issue.record("\(report.outcome)")
            }
          }
          left = again
        }
        #expect(left.isEmpty)
        let status = delivery.simulator.status
        let arrived = Set(delivery.arrived.keys)
        #expect(arrived.count == 10_000)
        #expect(arrived.isSuperset(of: pushes.map { $0.id.uuidString.lowercased() }) as Bool)
        // Each was sent once, and again only after a fault of its own or of its connection.
        #expect(status.requests <= 10_000 + 30 * status.connections + status.faults.values.reduce(0, +))
        for fault in ["answer", "slow", "silence", "reset", "goaway", "close", "disconnect", "garbage", "settings"] {
          #expect(status.faults[fault, default: 0] > 0, "\(fault)")
        }
      }
    }
  }
}
