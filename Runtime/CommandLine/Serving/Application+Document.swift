import Edge
import Host
import OpenAPI
import Synchronization

extension Application {
  /// The OpenAPI document of the enabled functions.
  func document(_ host: HostConfiguration) -> APIDocument {
    let operations = operations(host) { host.functions[$0.name]?.enabled ?? true }
    return APIDocument(title: Program.name, version: version ?? Program.runtimeVersion, operations: operations)
  }

  /// The calls of some functions, as the document has them.
  func operations(_ host: HostConfiguration, of isIncluded: (any Endpoint) -> Bool) -> [Operation] {
    func needsToken(_ endpoint: any Endpoint) -> Bool {
      host.functions[endpoint.name]?.verifyJWT ?? endpoint.traits.needsToken
    }
    return functions.filter(isIncluded).map { Operation(function: $0, needsToken: needsToken($0)) }
      + procedures.filter(isIncluded).flatMap { procedure in
        Operation.procedures(
          procedure, needsToken: needsToken(procedure), of: functions.first { $0.name == procedure.name })
      }
      + routes.filter { isIncluded($0.endpoint) }.map { Operation(route: $0, needsToken: needsToken($0.endpoint)) }
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
