/// The way of a request to its server.
package enum CallRoute: Sendable, Hashable {
  /// Straight to the server.
  case direct
  /// Through a proxy, which resolves the server's name and connects to it.
  case proxy(String)
  /// Through the proxy that libcurl finds in the environment, or straight to the server.
  case environment
}
