import Edge
import Foundation
import Logging
import Testing

@testable import Host

/// The log line of an invocation.
@Suite struct InvocationLogTests {
  @Test func itsFields() async throws {
    try await withHarness(functions: [Handlers.user]) { host in
      let answer = try await host.send(
        .post, "/functions/v1/user/below?apikey=hunter2", token: host.token(), peer: "192.0.2.7")
      let line = try #require(host.logs.invocations.first)
      #expect(host.logs.invocations.count == 1)
      #expect(line.level == .info)
      #expect(line.metadata["id"] == answer["sb-request-id"])
      #expect(line.metadata["function"] == "user")
      #expect(line.metadata["caller"] == Forge.user)
      #expect(line.metadata["method"] == "POST")
      #expect(line.metadata["path"] == "/functions/v1/user/below")
      #expect(line.metadata["status"] == "200")
      #expect(line.metadata["client"] == "192.0.2.7")
      let duration = try #require(line.metadata["duration_ms"].flatMap(Double.init))
      #expect(duration >= 0 && duration < 60_000)
      #expect(line.metadata["outcome"] == nil)
    }
  }

  @Test func callersAndFailures() async throws {
    try await withHarness(functions: [Handlers.verified, Handlers.open]) { host in
      _ = try await host.post("/functions/v1/verified", token: host.token(sub: nil, role: .serviceRole), "")
      _ = try await host.post("/functions/v1/verified", "")
      _ = try await host.post("/functions/v1/open", "")
      _ = try await host.post("/functions/v1/none", "")
      let lines = host.logs.invocations
      #expect(lines.map { $0.metadata["caller"] ?? "-" } == ["service_role", "-", "-", "-"])
      #expect(lines.map { $0.metadata["function"] ?? "-" } == ["verified", "verified", "open", "-"])
      #expect(lines.map { $0.metadata["status"] ?? "-" } == ["200", "401", "200", "404"])
    }
  }

  @Test func noSecretsAreLogged() async throws {
    let token = Forge.hs256()
    let typed = Function("typed", access: .anyone) { (input: Handlers.Named, context) -> Bool in
      context.logger.info("\(context.secrets) \(context.invocation)")
      throw FunctionError.validation("no")
    }
    try await withHarness(functions: [typed, Handlers.user]) { configuration in
      configuration.secrets = ["KEY": "hunter2"]
      configuration.tokens.secretKeys = ["sb_secret_one"]
    } _: { host in
      _ = try await host.send(.post, "/functions/v1/user?token=\(token)", token: token)
      _ = try await host.post("/functions/v1/user", token: String(token.dropLast(4)), "")
      _ = try await host.post("/functions/v1/user", token: "sb_secret_one", "")
      _ = try await host.post("/functions/v1/typed", #"{"name":"private"}"#)
      let text = host.logs.all.map(\.text).joined(separator: "\n")
      for secret in [
        token, String(token.suffix(20)), "hunter2", "sb_secret_one", "private", TokenConfiguration.developmentSecret,
      ] {
        #expect(!text.contains(secret), "\(secret)")
      }
    }
  }

  @Test func whatAFunctionLogsCarriesTheID() async throws {
    let logs = Function("logs", access: .anyone) { context in
      context.logger.info("from inside")
      return context.id.description
    }
    try await withHarness(functions: [logs]) { host in
      let answer = try await host.post("/functions/v1/logs", "")
      let line = try #require(host.logs.all.first { $0.message == "from inside" })
      #expect(line.metadata["id"] == answer["sb-request-id"])
      #expect(line.metadata["function"] == "logs")
      #expect(answer.body == "\"\(answer["sb-request-id"] ?? "")\"")
    }
  }

  @Test func whatAJobLogsCarriesItsFunctionAndItsTrace() async throws {
    let logs = Function("logs", access: .serviceRole) { context in
      context.logger.info("from inside")
      return context.id.description
    }
    try await withHarness(functions: [logs]) { host in
      let (trace, id) = ("0af7651916cd43dd8448eb211c80319c", InvocationID(at: host.clock.now))
      for parent in [TraceContext(traceparent: "00-\(trace)-b7ad6b7169203331-01"), nil] {
        try await host.host.run(
          JobInvocation(
            of: logs, id: id, trigger: .enqueue, deadline: .distantFuture, logger: host.logs.logger, trace: parent))
      }
      let lines = host.logs.all.filter { $0.message == "from inside" }
      #expect(lines.map { $0.metadata["id"] } == [id.description, id.description])
      #expect(lines.map { $0.metadata["function"] } == ["logs", "logs"])
      #expect(lines.map { $0.metadata["trace"] } == [trace, nil])
    }
  }

  @Test func theClientBehindAProxy() async throws {
    try await withHarness(functions: [Handlers.open]) {
      $0.tokens.secret = "a secret of this test, and of nothing else"
      $0.trustedProxies = ["10.0.0.1"]
    } _: { host in
      let forwarded = try #require(HTTPField.Name("x-forwarded-for"))
      for (peer, value) in [
        ("10.0.0.1", "203.0.113.9"), ("10.0.0.2", "203.0.113.9"), ("10.0.0.1", "1.1.1.1, 203.0.113.9"),
      ] {
        _ = try await host.send(.post, "/functions/v1/open", headers: [forwarded: value], peer: peer)
      }
      #expect(host.logs.invocations.map { $0.metadata["client"] } == ["203.0.113.9", "10.0.0.2", "203.0.113.9"])
    }
  }

  @Test func aTraceGoesInAndOut() async throws {
    try await withHarness(functions: [Handlers.open]) { host in
      let name = try #require(HTTPField.Name("traceparent"))
      let trace = "0af7651916cd43dd8448eb211c80319c"
      let answer = try await host.send(
        .post, "/functions/v1/open", headers: [name: "00-\(trace)-b7ad6b7169203331-01"])
      let out = try #require(answer["traceparent"].flatMap(TraceContext.init(traceparent:)))
      #expect(out.traceID == trace)
      #expect(out.parentID != "b7ad6b7169203331")
      #expect(out.flags == "01")
      for none in ["nonsense", "00-\(trace)-0000000000000000-01", ""] {
        #expect(try await host.send(.post, "/functions/v1/open", headers: [name: none])["traceparent"] == nil)
      }
    }
  }

  /// Each message is one line, also if it contains line breaks.
  @Test func linesOfText() throws {
    let pipe = Pipe()
    let output = LogOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, patience: .seconds(600))
    let clock = WallClock.fixed(Date(timeIntervalSince1970: 1_772_366_400.25))
    for format in [LineLogHandler.Format.json, .text] {
      var logger = Logger(label: "t") { _ in LineLogHandler(format: format, level: .info, output: output, clock: clock)
      }
      logger[metadataKey: "id"] = "x"
      logger.info("a\nb\u{1B}[31m\"", metadata: ["n": .stringConvertible(7), "list": ["\n"]])
      logger.debug("unseen")
    }
    output.flush(within: .seconds(600))
    try pipe.fileHandleForWriting.close()
    let text = String(decoding: try #require(try pipe.fileHandleForReading.readToEnd()), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 3)
    #expect(
      lines[0]
        == #"{"time":"2026-03-01T12:00:00.250Z","level":"info","message":"a\nb\u001b[31m\"","id":"x","list":["\n"],"n":7}"#
    )
    #expect(lines[1].hasPrefix(#"12:00:00.250 info a\nb\u{1B}[31m" id=x"#), "\(lines[1])")
    #expect(lines[2].isEmpty)
  }
}
