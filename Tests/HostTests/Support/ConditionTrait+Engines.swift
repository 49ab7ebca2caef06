import SwiftletTesting
import Testing

extension Trait where Self == ConditionTrait {
  /// The condition of a test that needs a Postgres server.
  static var onPostgres: Self {
    .enabled(if: TemporaryDatabase.server != nil, "SWIFTLET_TEST_DATABASE names no server")
  }
}
