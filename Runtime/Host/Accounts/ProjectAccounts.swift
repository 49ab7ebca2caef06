import Curl
package import Edge
package import FoundationEssentials
import HTTPTypes

/// The users of an auth server, which deletes them by its `auth.admin` route for the service key.
package struct ProjectAccounts: Accounts {
  /// The server's URL, without a slash at its end: `https://<project>.supabase.co/auth/v1`.
  private let server: String
  private let serviceKey: String?
  private let http: HTTPClient

  /// - Parameter server: the URL below which the server has its routes.
  package init(server: URL, serviceKey: String?, http: HTTPClient) {
    self.server = server.absoluteString.withoutTrailingSlash
    self.serviceKey = serviceKey
    self.http = http
  }

  package func signOut(_ user: UUID, in transaction: Transaction) async throws {}

  package func delete(_ user: UUID) async throws {
    guard let serviceKey else {
      throw FunctionError(
        status: .internalServerError, code: .server,
        message: "SUPABASE_SERVICE_ROLE_KEY is not set: the project's auth server deletes users for it alone")
    }
    let answer: HTTPClient.Response
    do {
      answer = try await http.send(
        HTTPClient.Request(
          method: .delete, url: "\(server)/admin/users/\(user.lowercased)",
          headers: [.authorization: "Bearer \(serviceKey)", .apiKey: serviceKey]))
    } catch let error as HTTPClientError {
      throw FunctionError.notConnected("The project's auth server does not answer: \(error.message)")
    }
    guard !(200..<300).contains(answer.status.code), !Self.isUnknownUser(answer) else { return }
    let message = "The project's auth server did not delete the user: status \(answer.status.code)"
    throw answer.status.code >= 500
      ? FunctionError.notConnected(message)
      : FunctionError(status: .internalServerError, code: .server, message: message)
  }

  /// Whether the server says that it has no such user. A 404 of another server in between says nothing.
  private static func isUnknownUser(_ answer: HTTPClient.Response) -> Bool {
    guard answer.status == .notFound,
      let body = try? Wire.decode(JSONValue.self, from: [UInt8](buffer: answer.body))
    else { return false }
    return body["error_code"]?.string == "user_not_found" || body["msg"]?.string == "User not found"
  }
}
