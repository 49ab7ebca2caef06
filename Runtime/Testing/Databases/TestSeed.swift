public import Database

/// The rows that a test's database begins with.
///
/// They are inserted once per process, into a template. Each test gets a copy of it.
public struct TestSeed: Sendable, Hashable {
  /// What tells the seed from others: two seeds of one name insert the same rows.
  public let name: String
  let insert: @Sendable (Database) async throws -> Void

  /// A seed.
  ///
  /// - Parameters:
  ///   - name: what tells the seed from others. It names everything that the rows depend on, such as a day.
  ///   - insert: inserts the rows.
  public init(_ name: String, insert: @escaping @Sendable (Database) async throws -> Void) {
    self.name = name
    self.insert = insert
  }

  /// Whether two seeds insert the same rows.
  public static func == (one: TestSeed, other: TestSeed) -> Bool { one.name == other.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
