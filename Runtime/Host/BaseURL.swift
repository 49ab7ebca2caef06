import Edge
import FoundationEssentials
import Synchronization

/// The start of the host's own URLs. Its port may be known only once the host listens.
final class BaseURL: Sendable {
  private let configuration: HostConfiguration
  private let bound: Mutex<Int>

  init(_ configuration: HostConfiguration) {
    self.configuration = configuration
    bound = Mutex(configuration.bind.port)
  }

  var port: Int {
    get { bound.withLock { $0 } }
    set { bound.withLock { $0 = newValue } }
  }

  /// The URL at which the host listens. A wildcard address is replaced by the loopback one.
  var listeningText: String { configuration.bind.url(port: port) }

  /// The start of URLs for clients: the host's address for them, the project's, or the one that the host listens on.
  var text: String {
    (configuration.externalURL ?? configuration.projectURL)?.absoluteString.withoutTrailingSlash ?? listeningText
  }
}
