import Database
import FoundationEssentials
import Loop

extension SystemThread {
  /// Runs blocking calls on a new thread, and returns their result.
  static func result<Value: Sendable>(
    named name: String, _ body: @escaping @Sendable () throws(DatabaseError) -> Value
  ) async throws -> Value {
    let result: Result<Value, DatabaseError> = await withCheckedContinuation { continuation in
      SystemThread.start(named: name, stackSize: 8 << 20) {
        continuation.resume(returning: Result { () throws(DatabaseError) in try body() })
      }
    }
    return try result.get()
  }
}
