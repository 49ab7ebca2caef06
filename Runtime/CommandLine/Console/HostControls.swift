import Console
import Edge
import Host
import Synchronization

/// The host's own commands, called by its console in this process. The host is made after its console, so it is
/// attached later.
final class HostControls: Controls {
  private let host = Mutex<FunctionHost?>(nil)

  func attach(_ host: FunctionHost) { self.host.withLock { $0 = host } }

  /// The start of the host's URLs; nil before the host is attached.
  var url: String? { host.withLock { $0?.listeningURL } }

  func call(_ name: String, _ input: [UInt8]?) async throws -> [UInt8] {
    guard let host = host.withLock({ $0 }) else { throw FunctionError.validation("The host is starting") }
    return try await host.control(name, input)
  }
}
