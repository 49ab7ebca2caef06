import Foundation
import Swiftlet
import SwiftletTesting
import Testing

@testable import Webhook

@Suite struct WebhookTests {
  private static let secret = "whsec_of_the_tests"
  private static let now = Date(timeIntervalSince1970: 1_772_366_400)
  private let event = #"{"id":"evt_1","type":"payment.succeeded","order":"A-17","amount":1299}"#

  private func makeHost() async throws -> TestHost {
    try await TestHost(
      functions: functions, migrations: [migrations], secrets: ["PAYMENT_WEBHOOK_SECRET": Self.secret],
      clock: .fixed(Self.now))
  }

  private func header(_ body: String, age: Int = 0, secret: String = secret) -> String {
    let seconds = Int(Self.now.timeIntervalSince1970) - age
    let code = WebhookSignature.code(of: Array(body.utf8), seconds: seconds, secret: secret)
    return "t=\(seconds),v1=\(code.map { String(format: "%02x", $0) }.joined())"
  }

  private func send(_ body: String, signed header: String?, to host: TestHost) async throws -> Int {
    var fields: HTTPFields = [.contentType: "application/json"]
    let name = try #require(HTTPField.Name("Payment-Signature"))
    fields[name] = header
    return try await host.request(
      .post, "/functions/v1/payment_webhook", headers: fields, body: Array(body.utf8)
    ).status
  }

  @Test func aPaymentIsFulfilledOnceHoweverOftenItIsTold() async throws {
    try await makeHost().test { host in
      for _ in 0..<3 { #expect(try await send(event, signed: header(event), to: host) == 204) }
      try await host.drainJobs()
      let orders = try await host.database.query("SELECT order_id, amount FROM paid_orders")
      #expect(try orders.map { try $0.get("order_id", as: String.self) } == ["A-17"])
      #expect(try await host.history(of: "fulfil_order").map(\.outcome) == ["completed"])
    }
  }

  @Test func whatIsNotSignedForThisBodyIsRefused() async throws {
    try await makeHost().test { (host) async throws in
      let other = event.replacing("1299", with: "1")
      let headers = [nil, "", "t=1", "v1=00", header(other), header(event, age: 301), header(event, secret: "guess")]
      for header in headers { #expect(try await send(event, signed: header, to: host) == 401) }
      #expect(try await host.queuedJobs().isEmpty)
    }
  }

  @Test func eventsOfOtherKindsAreAcknowledged() async throws {
    try await makeHost().test { (host) async throws in
      let other = event.replacing("succeeded", with: "created")
      #expect(try await send(other, signed: header(other), to: host) == 204)
      #expect(try await host.queuedJobs().isEmpty)
    }
  }

  /// RFC 4231, test case 2.
  @Test func theCodeIsThatOfTheStandard() {
    let code = WebhookSignature.hmac(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8))
    #expect(
      code.map { String(format: "%02x", $0) }.joined()
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }
}
