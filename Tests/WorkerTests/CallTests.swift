import Channel
import Edge
import Foundation
import NIOCore
import Testing

@testable import Worker

/// Calls over a channel: a request's way to the handler, and the way of its response and its errors.
@Suite(.timeLimit(.minutes(10))) struct CallTests {
  private struct Name: Codable, Sendable { let name: String }
  private struct Odd: Error {}

  private static func bundle(_ functions: any Endpoint...) -> Worker.Bundle {
    Worker.Bundle("test", functions: functions)
  }

  @Test func theFirstFrameIsTheManifest() async throws {
    let greet = Function("greet", access: .anyone) { (input: Name, _: Context<OpenAccess>) in input }
    try await ScriptedHost.run(Self.bundle(greet)) { host in
      for await case .hello(let payload) in host.events {
        let manifest = try Manifest(hello: payload)
        #expect(manifest.protocolVersion == Manifest.currentProtocol)
        #expect(manifest.functions.map(\.name) == ["greet"])
        return
      }
    }
  }

  @Test func aFunctionAnswers() async throws {
    let greet = Function("greet", access: .anyone) { (input: Name, context: Context<OpenAccess>) in
      Name(name: "\(input.name) \(Int(context.clock.now.timeIntervalSince1970) / 10)")
    }
    try await ScriptedHost.run(Self.bundle(greet)) { host in
      let answer = try await host.call(.to("greet", #"{"name":"Ada"}"#)).whole
      #expect(answer?.status == 200)
      #expect(answer?.text == #"{"name":"Ada 180000000"}"#)
    }
  }

  @Test func theHostMayPullTheDeadlineIn() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let wait = Function("wait", access: .anyone) { (context: Context<OpenAccess>) in
      begin.yield()
      while context.deadline.timeIntervalSince1970 > 2e9 { await Task.yield() }
      return Int(context.deadline.timeIntervalSince1970)
    }
    try await ScriptedHost.run(Self.bundle(wait)) { host in
      let exchange = try host.open(.to("wait", deadline: 4e9))
      for await _ in begun { break }
      for deadline in [3e9, 3.5e9, 1.9e9, 2.5e9] {
        host.channel?.note(DeadlineNote(deadline: deadline).payload, of: exchange.id)
      }
      #expect(try CallAnswer(payload: try await exchange.answer()).whole?.text == "1900000000")
    }
  }

  @Test func theCallerIsTheHosts() async throws {
    let user = UUID()
    let me = Function("me", access: .user) { (context: Context<UserAccess>) in context.caller.userID }
    try await ScriptedHost.run(Self.bundle(me)) { host in
      var message = CallMessage.to("me")
      message.identity = Identity(Claims(["sub": .string(user.uuidString), "role": "authenticated"]))
      #expect(try await host.call(message).whole?.text == "\"\(user.uuidString.lowercased())\"")
      guard case .admission(let error) = try await host.call(.to("me")) else {
        Issue.record("A caller without a token was admitted")
        return
      }
      #expect(error.status == .unauthorized)
    }
  }

  @Test func errorsArriveWhole() async throws {
    let fail = Function("fail", access: .anyone) { (input: Name, _: Context<OpenAccess>) -> NoContent in
      switch input.name {
      case "function": throw FunctionError.rateLimitExceeded(RateLimit(limit: 3, remaining: 0), at: Date())
      case "job": throw JobError.snooze(for: .seconds(4))
      case "database": throw DatabaseError(.busy, "busy", statement: "SELECT 1")
      case "cancelled": throw CancellationError()
      default: throw Odd()
      }
    }
    try await ScriptedHost.run(Self.bundle(fail)) { host in
      func answer(_ name: String) async throws -> CallAnswer {
        try await host.call(.to("fail", #"{"name":"\#(name)"}"#))
      }
      if case .functionError(let error) = try await answer("function") {
        #expect(error.code == .rateLimitExceeded && error.headers[.rateLimit] == "3")
      } else {
        Issue.record("No FunctionError")
      }
      if case .jobError(let error) = try await answer("job") {
        #expect(error == .snooze(for: .seconds(4)))
      } else {
        Issue.record("No JobError")
      }
      if case .databaseError(let error) = try await answer("database") {
        #expect(error == DatabaseError(.busy, "busy", statement: "SELECT 1"))
      } else {
        Issue.record("No DatabaseError")
      }
      guard case .cancelled = try await answer("cancelled") else {
        Issue.record("No cancellation")
        return
      }
      guard case .failed(let type, _) = try await answer("odd") else {
        Issue.record("No other error")
        return
      }
      #expect(type == "Odd")
      guard case .functionError(let error) = try await host.call(.to("fail", "{")) else {
        Issue.record("Malformed JSON was accepted")
        return
      }
      #expect(error.code == .validation)
    }
  }

  @Test func anUnknownFunctionIsAnError() async throws {
    try await ScriptedHost.run(Self.bundle()) { host in
      guard case .failed(let type, _) = try await host.call(.to("other")) else {
        Issue.record("An unknown function answered")
        return
      }
      #expect(type == "UnknownTarget")
    }
  }

  @Test func anInputForTheQueueGetsItsKey() async throws {
    let notify = Function("notify", access: .serviceRole) { (input: Name, _: Context<ServiceAccess>) in input }
      .queued { $0.name }
    try await ScriptedHost.run(Self.bundle(notify)) { host in
      var message = CallMessage.to("notify", #"{"name":"k"}"#)
      message.target = .queueKey("notify")
      guard case .key("k") = try await host.call(message) else {
        Issue.record("The key is another")
        return
      }
    }
  }

  @Test func aJobRunsWithTheHostsAges() async throws {
    let (ages, seen) = AsyncStream.makeStream(of: Duration.self)
    let tidy = Job("tidy", every: "@daily", olderThan: .seconds(60)) { _, age in seen.yield(age) }
    try await ScriptedHost.run(Worker.Bundle("test", jobs: [tidy])) { host in
      var message = CallMessage.to("tidy")
      message.identity = Identity(role: .serviceRole)
      message.target = .job("tidy", olderThan: .seconds(5), days: nil)
      let answer = try await host.call(message).whole
      #expect(answer?.status == 204)
      for await age in ages {
        #expect(age == .seconds(5))
        return
      }
    }
  }
}
