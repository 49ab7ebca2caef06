import Database
import Edge
import Engines
import Foundation
import Logging
import ServiceLifecycle
import SwiftletTesting
import Testing

@testable import Host

@Suite struct ChangeBridgeTests {
  private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Runs a body while bridges carry hints.
  private func running(_ bridges: [ChangeBridge], _ body: () async throws -> Void) async throws {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: bridges.map { .init(service: $0) }, logger: Self.silent))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      let result: Result<Void, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      try result.get()
    }
  }

  private func bridge(_ hints: ChangeHints, on database: Database) -> ChangeBridge {
    ChangeBridge(hints, notifications: database.engine.notifications, logger: Self.silent)
  }

  @Test(.onPostgres) func aHintReachesTheOtherHostsOfTheDatabase() async throws {
    let temporary = try await TemporaryDatabase()
    let url = try #require(temporary.url)
    // The other host's own connections: listening gives hints to all listeners of an engine.
    let second = Database(try await PostgresEngine.open(PostgresOptions(url: url), logger: Self.silent))
    let (one, other) = (ChangeHints(), ChangeHints())
    let topic = ChangeTopic("order", UUID())
    let result: Result<Void, any Error>
    do {
      try await running([bridge(one, on: temporary.database), bridge(other, on: second)]) {
        let changes = try other.subscribe(to: topic, by: UUID())
        let hour = Duration.seconds(3600)
        #expect(try await changes.next(upTo: hour) == .hint, "the start of listening may have missed a hint")
        #expect(try await changes.next(upTo: .zero) == .timeout)
        one.signal(topic)
        #expect(try await changes.next(upTo: hour) == .hint)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await second.close()
    await temporary.remove()
    try result.get()
  }

  @Test func theWaitsEndWithTheHost() async throws {
    let temporary = try await TemporaryDatabase()
    let hints = ChangeHints()
    let changes = try hints.subscribe(to: ChangeTopic("order", UUID()), by: UUID())
    try await running([bridge(hints, on: temporary.database)]) {}
    #expect(try await changes.next(upTo: .seconds(3600)) == .closed)
    await temporary.remove()
  }
}
