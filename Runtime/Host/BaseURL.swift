import Edge
import Foundation
import Synchronization

/// The address under which the host's own URLs are reached; its port may be known only once it listens.
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

  /// Where the host listens. The address that means all of them is reached as the local one.
  var listeningText: String { configuration.bind.url(port: port) }

  /// What URLs for clients start with: the project's address, where there is one.
  var text: String {
    guard let url = configuration.projectURL?.absoluteString else { return listeningText }
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }
}
