/// The numbers of a sender's connections on its event loop. Every destination takes its numbers here, so that they are
/// unique.
final class ConnectionRoutes {
  /// A destination's connection.
  struct Route {
    let destination: DestinationName
    let connection: ConnectionID
  }

  private var routes: [UInt32: Route] = [:]
  private var lastNumber: UInt32 = 0

  /// Assigns a number to a connection, starting with 1.
  func add(_ route: Route) -> UInt32 {
    repeat {
      lastNumber &+= 1
    } while lastNumber == 0 || routes[lastNumber] != nil
    routes[lastNumber] = route
    return lastNumber
  }

  func remove(_ number: UInt32) { routes[number] = nil }

  subscript(number: UInt32) -> Route? { routes[number] }
}
