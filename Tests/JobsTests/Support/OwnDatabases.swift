import SwiftletTesting
import Synchronization
import Testing

/// Removes the databases of a test when it has ended.
struct OwnDatabases: SuiteTrait, TestTrait, TestScoping {
  final class Collection: Sendable {
    private let databases = Mutex<[TemporaryDatabase]>([])

    func add(_ database: TemporaryDatabase) { databases.withLock { $0.append(database) } }
    func remove() async { for database in databases.withLock({ $0 }) { await database.remove() } }
  }

  @TaskLocal static var current: Collection?

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    let collection = Collection()
    do {
      try await Self.$current.withValue(collection) { try await function() }
    } catch {
      await collection.remove()
      throw error
    }
    await collection.remove()
  }
}

extension Trait where Self == OwnDatabases {
  static var ownDatabases: Self { Self() }
}
