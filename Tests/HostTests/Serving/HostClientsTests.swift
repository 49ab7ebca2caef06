import Curl
import Edge
import Engines
import Foundation
import Synchronization
import Testing

@testable import Host

@Suite struct HostClientsTests {
  @Test func theProjectIsNotCalledByTheFunctionsClient() async throws {
    let paths = Mutex<[String]>([])
    let own = HTTPClient { request in
      paths.withLock { $0.append(URL(string: request.url)?.path() ?? "") }
      return HTTPClient.StreamedResponse(status: .notFound)
    }
    let functions = HTTPClient { request in
      Issue.record("the functions' client was used for \(request.url)")
      return HTTPClient.StreamedResponse()
    }
    var configuration = HostConfiguration()
    configuration.projectURL = URL(string: "https://project.example")
    configuration.tokens.secret = "a secret of this test, and of nothing else"
    configuration.tokens.serviceRoleKey = "service-key"
    let database = Database(try SQLiteEngine.temporary())
    let host = try await FunctionHost(
      configuration: configuration, functions: [], database: database, http: functions,
      clients: HostClients(sharing: own), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    await #expect(throws: (any Error).self) { _ = try await host.keys.keys(for: "ES256") }
    await #expect(throws: (any Error).self) { _ = try await host.services.storage.buckets() }
    #expect(paths.withLock { $0 } == ["/auth/v1/.well-known/jwks.json", "/storage/v1/bucket"])
    await host.stopFetching()
    await database.close()
  }
}
