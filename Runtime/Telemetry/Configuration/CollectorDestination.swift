/// The address of a collector for one signal, and how requests to it are made.
package struct CollectorDestination: Sendable, Hashable {
  /// A header field of each request.
  package struct Header: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The whole address, with the signal's path.
  package let url: String
  /// The header fields of each request. Most of them carry keys, so they are not logged.
  package var headers: [Header] = []
  package var timeout = Duration.seconds(10)
  /// A PEM file with the certificates to trust, in place of the system's.
  package var certificate: String?

  package init(url: String) { self.url = url }

  /// The address without its query, for the log.
  var shown: String { String(url.prefix { $0 != "?" }) }
}
