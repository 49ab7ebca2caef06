import Curl
import Edge

extension HTTPClient {
  /// Runs a body with a client of its own, which is shut down afterwards.
  static func withTemporary<Result: Sendable>(
    _ body: (HTTPClient) async throws -> Result
  ) async throws -> Result {
    let http = HTTPClient()
    do {
      let result = try await body(http)
      await http.shutdown()
      return result
    } catch {
      await http.shutdown()
      throw error
    }
  }
}
