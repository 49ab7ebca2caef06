import Curl
package import Edge

/// The clients of a host's own services. Each has connections of its own: functions, which may keep all those of
/// `context.http` busy, do not hold up the verification of tokens.
package struct HostClients: Sendable {
  /// For the project's keys and the users of sign-in.
  package let auth: HTTPClient
  /// For the project's storage. A function keeps a connection as long as it reads a file.
  let storage: HTTPClient

  /// Creates the clients. Nothing is opened before the first request.
  package init() {
    auth = HTTPClient(maximumConnections: 16)
    storage = HTTPClient(maximumConnections: 64)
  }

  init(sharing client: HTTPClient) { (auth, storage) = (client, client) }

  package func shutdown() async {
    await auth.shutdown()
    await storage.shutdown()
  }
}
