/// The address of a collector for one signal, and how requests to it are made.
package struct CollectorDestination: Sendable, Hashable {
  /// The whole address, with the signal's path.
  package let url: String
  /// The header fields of each request. Most of them carry keys, so they are not logged.
  package var headers: [KeyValueList.Pair] = []
  package var timeout = Duration.seconds(10)
  /// A PEM file with the certificates to trust, in place of the system's.
  package var certificate: String?

  package init(url: String) { self.url = url }

  /// The address without its query, for the log.
  var shown: String { String(url.prefix { $0 != "?" }) }
}
