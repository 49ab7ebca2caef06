import Loop

/// Copies bytes between two connections.
enum Relay {
  /// Copies in both directions, until both have ended. The end of one direction is passed on, and the other goes on.
  ///
  /// - Throws: ``ByteStream/Closed`` when a connection breaks or the task is cancelled; both are closed then.
  static func run(_ one: ByteStream, _ other: ByteStream) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await copy(one, to: other) }
      try await copy(other, to: one)
      try await group.waitForAll()
    }
  }

  private static func copy(_ source: ByteStream, to sink: ByteStream) async throws {
    do {
      while let bytes = try await source.read() { try await sink.write(bytes) }
      sink.endOutput()
    } catch {
      // The copy in the other direction ends too.
      source.close()
      sink.close()
      throw error
    }
  }
}
