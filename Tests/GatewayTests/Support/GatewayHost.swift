import Curl
import Edge
import Engines
import Foundation
import Gateway
import Host
import Logging
import ServiceLifecycle
import Synchronization

/// A host with a gateway, which listens on a free port of its own.
struct GatewayHost: Sendable {
  let port: Int

  /// The response to a request that is sent as it is, after which the host closes the connection.
  ///
  /// - Parameter head: the lines of the head, without `Host` and `Connection`.
  func ask(_ head: String..., body: String = "") async throws -> RawResponse {
    let text = ([head[0], "Host: api.test"] + head.dropFirst() + ["Connection: close", "", body]).joined(
      separator: "\r\n")
    let port = port
    return try await onThread {
      let socket = try BlockingSocket(port: port)
      socket.send(text)
      return RawResponse(socket.readToEnd())
    }
  }
}

/// A response as it was received.
struct RawResponse: Sendable {
  let head: [String]
  let body: String

  init(_ text: String) {
    let end = text.firstRange(of: "\r\n\r\n")
    head = (end.map { text[..<$0.lowerBound] } ?? text[...]).split(separator: "\r\n").map(String.init)
    body = end.map { String(text[$0.upperBound...]) } ?? ""
  }

  var status: Int { head.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0 }

  /// The values of a field.
  subscript(_ name: String) -> [String] {
    head.dropFirst().compactMap { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      return parts[0].lowercased() == name ? String(parts[1].drop { $0 == " " }) : nil
    }
  }
}

/// The lines that a host logs.
final class AccessLines: Sendable {
  private struct Handler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let lines: AccessLines

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.all.withLock { $0.append("\(event.message) \(event.metadata ?? [:])") }
    }
  }

  private let all = Mutex<[String]>([])

  var text: String { all.withLock { $0.joined(separator: "\n") } }
  var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
}

/// Runs a test with a host and its gateway, and stops both after it.
func withGateway(
  project: String? = nil, functions: [any Endpoint] = [], procedures: [any Endpoint] = [], routes: [TableRoute] = [],
  _ gateway: GatewayConfiguration = GatewayConfiguration(), lines: AccessLines = AccessLines(),
  host: (inout HostConfiguration) -> Void = { _ in },
  _ test: (GatewayHost) async throws -> Void
) async throws {
  var configuration = HostConfiguration()
  configuration.bind.port = 0
  configuration.tokens.jwks = #"{"keys":[]}"#
  configuration.projectURL = project.flatMap { URL(string: $0) }
  host(&configuration)
  let database = Database(try SQLiteEngine.temporary())
  let (http, forwarding) = (HTTPClient(), HTTPClient())
  let result: Result<Void, any Error>
  do {
    let host = try await FunctionHost(
      configuration: configuration, functions: functions, procedures: procedures, routes: routes,
      paths: { services in
        var handlers = PathHandlers()
        try Gateway(gateway, host: services.configuration, http: forwarding).add(to: &handlers)
        return handlers
      }, database: database, http: http, logger: lines.logger)
    let group = ServiceGroup(
      configuration: .init(
        services: [.init(service: host, successTerminationBehavior: .gracefullyShutdownGroup)], logger: lines.logger))
    let running = Task { try await group.run() }
    let port = try await host.waitUntilListening().port
    do {
      try await test(GatewayHost(port: port))
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await group.triggerGracefulShutdown()
    try await running.value
  } catch {
    await database.close()
    throw error
  }
  await http.shutdown()
  await forwarding.shutdown()
  await database.close()
  try result.get()
}
