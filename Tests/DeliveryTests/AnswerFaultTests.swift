import APNs
import Foundation
import Push
import Simulator
import Testing

extension DeliveryTests {
  /// Apple's answers in the middle of a load: each affects only the notification, device or connection that it is
  /// about.
  @Suite("Answers") struct Answers {
    /// An answer to one request in the middle of many, with thirty unanswered requests before it.
    private func amidst(_ status: Int, _ reason: String, age: Int? = nil, retryAfter: Int? = nil) -> [FaultScript.Step]
    {
      let answer = FaultAnswer(status: status, reason: reason, ageSeconds: age, retryAfterSeconds: retryAfter)
      return .amidst(.init(.answer(answer)))
    }

    /// All notifications are answered, one of them on a second try. `connections` is the number of connections used.
    @Test(arguments: [
      (500, "InternalServerError", 1), (503, "ServiceUnavailable", 1), (503, "Shutdown", 2),
      (403, "ExpiredProviderToken", 2),
    ])
    func oneAnswerGetsOneMoreTry(status: Int, reason: String, connections: Int) async throws {
      try await Delivery.run(amidst(status, reason)) {
        $0.connections = 1
      } _: { delivery in
        await delivery.deliver(try Delivery.pushes(200))
        #expect(delivery.simulator.status.requests == 201)
        #expect(delivery.simulator.status.connections == connections)
        #expect(delivery.arrived.values.allSatisfy { $0 == 1 })
      }
    }

    /// Three notifications to one device.
    private func toOneDevice() throws -> [PreparedPush] {
      let notification = PushNotification(.alert(PushAlert(title: "Match")), bundleID: "app.swivo")
      let token = try DeviceToken("abcd", environment: .sandbox)
      return try notification.prepared(for: [token, token, token])
    }

    @Test func tooManyRequestsDelaysOnlyThatDevice() async throws {
      let script = [FaultScript.Step(count: 1, faults: [.tooManyRequests(retryAfter: 600)])]
      try await Delivery.run(script) {
        $0.connections = 1
      } _: { delivery in
        let (own, others) = (try toOneDevice(), try Delivery.pushes(50))
        var reports = delivery.sender.send(batch: own + others).makeAsyncIterator()
        var delivered: [String] = []
        // The reports of the device come after ten minutes: the end of the stream cancels them.
        while delivered.count < others.count, let report = await reports.next() {
          guard case .delivered(let id, _) = report.outcome else {
            Issue.record("\(report.index): \(report.outcome)")
            return
          }
          delivered.append(id.uuidString)
        }
        #expect(Set(delivered) == Set(others.map { $0.id.uuidString }))
        #expect(delivery.simulator.status.requests == 51)
      }
    }

    @Test func aDeviceWithTooManyRequestsGetsItsNotificationsInOrder() async throws {
      let script = [FaultScript.Step(count: 1, faults: [.tooManyRequests(retryAfter: nil)])]
      try await Delivery.run(script) { delivery in
        let own = try toOneDevice()
        await delivery.deliver(own)
        #expect(delivery.simulator.status.requests == 4)
        #expect(delivery.simulator.notifications.map(\.apnsID) == own.map { $0.id.uuidString.lowercased() })
      }
    }

    @Test func aProviderTokenThatStaysExpiredStopsTheDestination() async throws {
      let expired = FaultAnswer(status: 403, reason: "ExpiredProviderToken")
      try await Delivery.run([.init(count: 2, faults: [.init(.answer(expired))])]) { delivery in
        for push in try Delivery.pushes(2) {
          guard case .undelivered(let fault, let answer, mayHaveArrived: false) = await delivery.sender.send(push)
          else {
            Issue.record("not undelivered")
            return
          }
          #expect(fault.code.rawValue == "ExpiredProviderToken")
          #expect(answer?.status == 403)
        }
        // The second notification was not sent.
        #expect(delivery.simulator.status.requests == 2)
        #expect(delivery.simulator.status.connections == 2)
      }
    }

    @Test(arguments: [31_536_000, 1]) func anUnregisteredDeviceIsReportedWithItsTime(age: Int) async throws {
      try await Delivery.run(amidst(410, "Unregistered", age: age)) {
        $0.connections = 1
      } _: { delivery in
        let start = Date()
        let pushes = try Delivery.pushes(200)
        var gone: [Date] = []
        for await report in delivery.sender.send(batch: pushes) {
          switch report.outcome {
          case .delivered: continue
          case .unregistered(let since, _): gone.append(since)
          default: Issue.record("\(report.outcome)")
          }
        }
        #expect(gone.count == 1)
        // The answer arrived between the start and now.
        let said = try #require(gone.first).addingTimeInterval(Double(age))
        #expect(said >= start.addingTimeInterval(-0.001) && said <= Date())
        #expect(delivery.simulator.status.requests == 200)
        #expect(delivery.simulator.status.connections == 1)
        #expect(delivery.arrived.count == 199)
      }
    }

    @Test func aDeviceThatRegistersAgainIsReached() async throws {
      try await Delivery.run { delivery in
        let push = try Delivery.pushes(1)[0]
        let end = Date(timeIntervalSince1970: 1_700_000_000.123)
        let token = try #require(push.device)
        delivery.simulator.unregister(token, at: end)
        let answer = PushAnswer(status: 410, reason: "Unregistered", timestamp: end, id: push.id)
        guard case .unregistered(end, answer) = await delivery.sender.send(push) else {
          Issue.record("not unregistered since then")
          return
        }
        delivery.simulator.register(SimulatedDevice(token: token))
        await delivery.deliver([push])
      }
    }
  }
}

extension FaultScript.Choice {
  fileprivate static func tooManyRequests(retryAfter: Int?) -> Self {
    .init(.answer(FaultAnswer(status: 429, reason: "TooManyRequests", retryAfterSeconds: retryAfter)))
  }
}

extension [FaultScript.Step] {
  /// A fault after thirty requests whose answers are delayed.
  static func amidst(_ fault: FaultScript.Choice) -> Self {
    [
      .init(count: 1, faults: []), .init(count: 30, faults: [.init(.slow(milliseconds: 300))]),
      .init(count: 1, faults: [fault]),
    ]
  }
}
