import Channel
import Testing

@testable import Swiftlet

@Suite struct WorkerStartTests {
  private func topic(of bundle: String?, environment: [String: String] = [:]) throws -> String {
    let loaded = try Loading(environment: environment).load()
    return WorkerStart("all", [], Manifest(bundle: "b", topic: bundle), loaded, dialect: .sqlite).start.push.bundleID
  }

  @Test func aBundlesOwnTopicHoldsUnlessOneIsConfigured() throws {
    #expect(try topic(of: "app.own") == "app.own")
    #expect(try topic(of: nil) == "com.example.app")
    #expect(try topic(of: "app.own", environment: ["APNS_TOPIC": "app.configured"]) == "app.configured")
  }
}
