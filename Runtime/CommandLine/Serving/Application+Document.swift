import Edge
import Host
import OpenAPI
import Synchronization

extension Application {
  /// The OpenAPI document of the enabled functions.
  func document(_ host: HostConfiguration) -> APIDocument {
    func enabled(_ endpoints: [any Endpoint]) -> [(endpoint: any Endpoint, needsToken: Bool)] {
      endpoints.compactMap { endpoint in
        let own = host.functions[endpoint.name] ?? FunctionConfiguration()
        return own.enabled ? (endpoint, own.verifyJWT ?? endpoint.traits.needsToken) : nil
      }
    }
    let operations =
      enabled(functions).map { Operation(function: $0.endpoint, needsToken: $0.needsToken) }
      + enabled(procedures).flatMap { procedure in
        Operation.procedures(
          procedure.endpoint, needsToken: procedure.needsToken,
          of: functions.first { $0.name == procedure.endpoint.name })
      }
      + routes.compactMap { route in
        enabled([route.endpoint]).first.map { Operation(route: route, needsToken: $0.needsToken) }
      }
    return APIDocument(title: Program.name, version: version ?? Program.runtimeVersion, operations: operations)
  }

  /// Returns a closure with the text of the document, which is made at its first call.
  func documentMadeOnce(_ host: HostConfiguration) -> @Sendable () -> [UInt8] {
    let once = OnceMade { document(host).text }
    return { once.text }
  }
}

/// A text that is made when it is first asked for.
private final class OnceMade: Sendable {
  private let made = Mutex<[UInt8]?>(nil)
  private let make: @Sendable () -> [UInt8]

  init(_ make: @escaping @Sendable () -> [UInt8]) { self.make = make }

  var text: [UInt8] {
    made.withLock { made in
      if let made { return made }
      let text = make()
      made = text
      return text
    }
  }
}
