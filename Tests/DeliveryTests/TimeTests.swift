import APNs
import Foundation
import Push
import Simulator
import Testing

extension DeliveryTests {
  /// Missing and slow answers.
  @Suite("Time") struct Time {
    /// On a slow machine, other attempts end with the timeout too and are repeated.
    private static let timeout = Duration.seconds(1)

    @Test(arguments: [false, true]) func silenceEndsWithTheTimeout(arrives: Bool) async throws {
      try await Delivery.run(.amidst(.init(.silence, arrives: arrives))) {
        $0.requestTimeout = Self.timeout
        $0.inFlightPerConnection = 50
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(200))
        let status = delivery.simulator.status
        #expect(status.faults["silence"] == 1)
        #expect(status.requests > 200 && status.requests <= 200 + 50 * (status.connections - 1))
      }
    }

    @Test func permanentSilenceIsReportedAtTheDeadline() async throws {
      var attempts = 0
      // The limit is multiplied by four until the machine is fast enough for two attempts.
      for limit in sequence(first: 250, next: { $0 * 4 }) {
        try await Delivery.run([.init(count: nil, faults: [.init(.silence, arrives: true)])]) {
          $0.requestTimeout = .milliseconds(limit)
          $0.retryDeadline = .milliseconds(limit * 5)
        } _: { delivery in
          let push = try Delivery.pushes(1)[0]
          let outcome = await delivery.sender.send(push)
          attempts = delivery.simulator.status.requests
          guard attempts > 1 else { return }
          guard case .undelivered(let fault, lastAnswer: nil, mayHaveArrived: true) = outcome else {
            Issue.record("\(outcome)")
            return
          }
          #expect(fault.code == .timedOut)
          #expect(delivery.arrived.keys.elementsEqual([push.id.uuidString.lowercased()]))
        }
        if attempts > 1 { break }
      }
    }

    @Test func slowAnswersAreWaitedFor() async throws {
      try await Delivery.run([.init(count: nil, faults: [.init(.slow(milliseconds: 300))])]) {
        $0.connections = 1
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(200))
        #expect(delivery.simulator.status.requests == 200)
        #expect(delivery.simulator.status.connections == 1)
      }
    }

    @Test func anAnswerAfterTheTimeoutIsNotWaitedFor() async throws {
      let script: [FaultScript.Step] = [
        .init(count: 1, faults: []), .init(count: 1, faults: [.init(.slow(milliseconds: 600_000))]),
      ]
      try await Delivery.run(script) {
        $0.requestTimeout = Self.timeout
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(200))
        #expect(delivery.arrived.values.contains { $0 > 1 })
      }
    }
  }
}
