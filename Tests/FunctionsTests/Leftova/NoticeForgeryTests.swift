import Edge
import Foundation
import SigningChains
import SwiftletTesting
import Testing

@Suite struct NoticeForgeryTests {
  /// Checks that a notice is refused, and that nothing is stored.
  private func expectRefusal(
    _ body: JSONValue, _ status: Int, _ code: String, on host: TestHost, bearer: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let answer = try await host.notify(body, bearer: bearer)
    #expect(answer.status == status, "\(String(describing: answer.json))", sourceLocation: sourceLocation)
    #expect(answer.code == code, sourceLocation: sourceLocation)
    let stored = try await host.count("SELECT count(*) FROM subscription_notices")
    #expect(stored == 0, sourceLocation: sourceLocation)
  }

  @Test func theNoticesOfAnotherChainAreRefused() async throws {
    try await withStore { host, _ in
      let other = try TestStore()
      try await expectRefusal(other.sign(AppStoreNote(user: UUID())), 401, "INVALID_SIGNATURE", on: host)
    }
  }

  @Test func aTransactionOfAnotherChainIsRefused() async throws {
    try await withStore { host, store in
      let other = try TestStore()
      let forged = try other.sign(AppStoreNote(user: UUID()))
      let inner = try #require(forged["signedPayload"]?.string)
      for key in ["signedTransactionInfo", "signedRenewalInfo"] {
        let payload: JSONValue = [
          "notificationType": "SUBSCRIBED", "notificationUUID": UUID().json, "signedDate": noon.milliseconds,
          "data": ["bundleId": .string(TestStore.bundleID), "environment": "Production", key: .string(inner)],
        ]
        let body: JSONValue = ["signedPayload": .string(try store.chain.sign(payload))]
        try await expectRefusal(body, 401, "INVALID_SIGNATURE", on: host)
      }
    }
  }

  @Test func unsignedAndResignedNoticesAreRefused() async throws {
    try await withStore { host, store in
      let text = try #require(try store.sign(AppStoreNote(user: UUID()))["signedPayload"]?.string)
      let parts = text.split(separator: ".").map(String.init)
      let other = try #require(try store.sign(AppStoreNote(user: UUID()))["signedPayload"]?.string)
      for header in [#"{"alg":"none"}"#, #"{"alg":"HS256"}"#, #"{"alg":"ES256"}"#] {
        let head = Data(header.utf8).base64EncodedString().replacing("=", with: "")
        for signature in ["", parts[2]] {
          let body: JSONValue = ["signedPayload": .string("\(head).\(parts[1]).\(signature)")]
          try await expectRefusal(body, 401, "INVALID_SIGNATURE", on: host)
        }
      }
      let mixed = "\(parts[0]).\(other.split(separator: ".")[1]).\(parts[2])"
      try await expectRefusal(["signedPayload": .string(mixed)], 401, "INVALID_SIGNATURE", on: host)
    }
  }

  @Test func theSignedNoticesOfOtherAppsAndEnvironmentsAreRefused() async throws {
    try await withStore { host, store in
      for note in [
        AppStoreNote(user: UUID(), bundleID: "com.example.other"), AppStoreNote(user: UUID(), environment: "Sandbox"),
        AppStoreNote(user: UUID(), environment: "Xcode"),
        AppStoreNote(user: UUID(), bundleID: "com.example.other", hasTransaction: false),
      ] {
        try await expectRefusal(store.sign(note), 401, "INVALID_SIGNATURE", on: host)
      }
    }
  }

  @Test func anEnvironmentThatIsConfiguredIsTaken() async throws {
    let store = try TestStore()
    let secrets = store.secrets.merging(["APP_STORE_ENVIRONMENT": "Production, Sandbox"]) { $1 }
    try await withApps(secrets: secrets) { host in
      let user = UUID()
      try await host.notify(AppStoreNote(user: user, environment: "Sandbox"), of: store)
      #expect(try await host.tier(of: user) == "premium")
    }
  }

  @Test func anExpiredSignerIsRefused() async throws {
    let store = try TestStore()
    let later = noon + 4 * 365 * 86_400
    try await withApps(clock: .fixed(later), secrets: store.secrets) { host in
      try await expectRefusal(store.sign(AppStoreNote(user: UUID())), 401, "INVALID_SIGNATURE", on: host)
    }
  }

  @Test(
    arguments: [
      [:], ["signedPayload": ""], ["signedPayload": "a.b"], ["signedPayload": 7],
      ["signedPayload": .null, "event": .null],
      ["signedPayload": "a.b.c", "event": [:]], ["signedPayload": "e30.e30.e30"], [1], "text",
    ] as [JSONValue])
  func otherBodiesAreMalformed(body: JSONValue) async throws {
    try await withStore { host, _ in
      try await expectRefusal(body, 400, "VALIDATION_ERROR", on: host, bearer: TestStore.revenueCatSecret)
    }
  }

  @Test func aSignedPayloadOfAnotherKindIsMalformed() async throws {
    try await withStore { host, store in
      for payload: JSONValue in [
        [:], ["notificationType": "TEST"],
        ["notificationType": "TEST", "notificationUUID": "x", "signedDate": 1, "data": [:]],
      ] {
        let body: JSONValue = ["signedPayload": .string(try store.chain.sign(payload))]
        try await expectRefusal(body, 400, "VALIDATION_ERROR", on: host)
      }
    }
  }

  @Test func everyTruncationIsRefused() async throws {
    try await withStore { host, store in
      let text = try #require(try store.sign(AppStoreNote(user: UUID()))["signedPayload"]?.string)
      for count in stride(from: 1, to: text.count, by: text.count / 20) {
        let answer = try await host.notify(["signedPayload": .string(String(text.prefix(count)))])
        #expect([400, 401].contains(answer.status), "\(count) characters")
      }
      #expect(try await host.count("SELECT count(*) FROM subscription_notices") == 0)
    }
  }

  @Test func aHostThatIsNotConfiguredSaysSo() async throws {
    let store = try TestStore()
    try await withApps { host in
      try await expectRefusal(store.sign(AppStoreNote()), 503, "NOT_CONNECTED", on: host)
      try await expectRefusal(["event": ["id": "1"]], 503, "NOT_CONNECTED", on: host, bearer: "")
    }
  }

  @Test func noticesAreSentByPost() async throws {
    try await withStore { host, _ in
      for method in [HTTPRequest.Method.get, .put, .delete] {
        let answer = try await host.request(method, "/functions/v1/subscription_webhook")
        #expect(answer.status == 405, "\(method)")
      }
    }
  }
}
