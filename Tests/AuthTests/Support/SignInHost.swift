import Auth
import Curl
import Database
import Edge
import Engines
import Foundation
import HTTPTypes
import Logging
import NIOCore
import SwiftletTesting
import Testing
import Wire

@testable import Host

/// A host that signs users in, called without sockets, and its function `whoami`.
struct SignInHost: Sendable {
  private let host: FunctionHost
  let database: Database
  let clock: TestClock
  let sessions: SessionEnds

  /// The memory for bodies.
  var bodies: BodyBudget { host.dispatcher.bodies }

  /// A host on a database that may have others.
  init(
    on database: Database, clock: TestClock, http: HTTPClient, configure: (inout HostConfiguration) -> Void = { _ in }
  ) async throws {
    self.database = database
    self.clock = clock
    let sessions = try await SessionEnds(of: database, now: clock.now)
    self.sessions = sessions
    let whoami = Function("whoami", access: .user) { context in ["user": context.userID.lowercased] }
    var configuration = HostConfiguration()
    configure(&configuration)
    host = try await FunctionHost(
      configuration: configuration, functions: [whoami],
      paths: { services in
        var paths = PathHandlers()
        paths.byPrefix = [("/auth/v1", try AuthHandler(services, ends: sessions))]
        return paths
      }, ended: sessions.known, database: database, http: http, clock: clock.wall,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Sends a request; one without a peer comes from the host's own socket, which has no limit.
  func send(
    _ method: HTTPRequest.Method, _ path: String, token: String? = nil, _ body: JSONValue? = nil, peer: String? = nil,
    version: String? = nil
  ) async throws -> Answer {
    let bytes = try body.map { try Wire.encode($0) } ?? []
    return await send(
      method, path, token: token, reading: RequestBody(ByteBuffer(bytes: bytes)), peer: peer, version: version)
  }

  /// Sends a request whose body arrives while it is answered.
  func send(
    _ method: HTTPRequest.Method, _ path: String, token: String? = nil, reading body: RequestBody,
    peer: String? = nil, version: String? = nil
  ) async -> Answer {
    var headers = HTTPFields()
    if let token { headers[.authorization] = "Bearer \(token)" }
    if let version, let name = HTTPField.Name("X-Supabase-Api-Version") { headers[name] = version }
    let reply = await host.dispatcher.respond(
      to: IncomingRequest(method: method, target: path, headers: headers, peer: peer), body: body, startedAt: .now())
    defer { reply.finished(.completed) }
    return Answer(reply.response)
  }

  /// The response to a request that the host ends with an error.
  func refusal(_ error: HostError, of path: String) -> Answer {
    let dispatcher = host.dispatcher
    let arrival = dispatcher.arrival(
      of: IncomingRequest(method: .post, target: path, headers: HTTPFields()), startedAt: .now(),
      table: dispatcher.operations.others)
    defer { arrival.end(status: error.status.code, microseconds: 0, caller: nil) }
    return Answer(dispatcher.refusal(error, of: arrival).answer)
  }

  /// The session of a sign-up that has to succeed.
  func signUp(_ email: String? = nil, password: String? = nil, data: JSONObject? = nil) async throws -> SignedIn {
    var body = JSONObject()
    if let email { body["email"] = .string(email) }
    if let password { body["password"] = .string(password) }
    if let data { body["data"] = .object(data) }
    return try SignedIn(try await send(.post, "/auth/v1/signup", .object(body)))
  }

  /// A try to sign in.
  func signIn(_ email: String, _ password: String, peer: String? = nil) async throws -> Answer {
    let body: JSONValue = ["email": .string(email), "password": .string(password)]
    return try await send(.post, "/auth/v1/token?grant_type=password", body, peer: peer)
  }

  /// A try to refresh a session.
  func refresh(_ token: String) async throws -> Answer {
    try await send(.post, "/auth/v1/token?grant_type=refresh_token", ["refresh_token": .string(token)])
  }

  /// The status of the function for a token.
  func call(_ token: String) async throws -> Int {
    try await send(.post, "/functions/v1/whoami", token: token, [:]).status
  }

  func token(_ role: Role) throws -> String {
    try TokenMinter(secret: TokenConfiguration.developmentSecret).token(role: role, now: clock.now)
  }
}

/// Runs a test with a host of its own.
func withSignIn(
  configure: (inout HostConfiguration) -> Void = { _ in }, _ test: (SignInHost) async throws -> Void
) async throws {
  try await withDatabase { database, http in
    try await test(try await SignInHost(on: database, clock: TestClock(), http: http, configure: configure))
  }
}

/// Runs a test with a migrated database of its own.
func withDatabase(_ test: (Database, HTTPClient) async throws -> Void) async throws {
  let temporary = try await TemporaryDatabase(migrations: [.auth])
  let http = HTTPClient()
  let result: Result<Void, any Error>
  do {
    result = .success(try await test(temporary.database, http))
  } catch {
    result = .failure(error)
  }
  await http.shutdown()
  await temporary.remove()
  try result.get()
}
