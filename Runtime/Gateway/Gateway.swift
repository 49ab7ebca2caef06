import Curl
package import Edge
import FoundationEssentials
package import Host

/// The gateway: requests that the host does not answer itself go to the project, or to a server that replaces one of
/// its services.
package struct Gateway: Sendable {
  private let configuration: GatewayConfiguration
  /// The project's address; nil if the host stands alone.
  private let project: URL?
  private let setup: ForwardingSetup

  /// The most requests that are forwarded at a time, and so the most connections to servers.
  package static let maximumConnections = ForwardingSetup.mostRequests

  /// - Parameter http: the client for the servers behind the gateway. It is used for nothing else.
  package init(_ configuration: GatewayConfiguration, host: HostConfiguration, http: HTTPClient) {
    self.configuration = configuration
    project = host.isEmbedded ? nil : host.projectURL
    setup = ForwardingSetup(host, patience: .seconds(configuration.idleTimeout), http: http)
  }

  /// Adds the gateway's handlers to those of the host. A service's own address replaces the host's handler, which
  /// otherwise stays.
  ///
  /// - Throws: `ConfigurationProblem` for an address that cannot be called.
  package func add(to handlers: inout PathHandlers) throws {
    guard configuration.isEnabled else { return }
    for service in GatewayService.allCases where !service.prefix.isEmpty && service != .functions {
      if configuration.addresses[service.addressed] != nil {
        handlers.byPrefix.removeAll { $0.prefix == service.prefix }
      }
      guard !handlers.byPrefix.contains(where: { $0.prefix == service.prefix }) else { continue }
      if let forwarder = try forwarder(of: service) {
        handlers.byPrefix.append((service.prefix, forwarder))
      } else if let absence = service.absence {
        handlers.byPrefix.append((service.prefix, AbsentService(service, absence.what, advice: absence.advice)))
      }
    }
    if handlers.others == nil { handlers.others = try forwarder(of: .other) }
    if configuration.unknownFunctions == .forward, handlers.unknownFunctions == nil {
      handlers.unknownFunctions = try forwarder(of: .functions)
    }
  }

  /// The forwarder of a service: to an address of its own, else to the project; nil if there is neither.
  private func forwarder(of service: GatewayService) throws -> Forwarder? {
    let own = configuration.addresses[service.addressed]
    guard let address = own ?? project else { return nil }
    do {
      return Forwarder(upstream: try Upstream(service, at: address, isOwn: own != nil), setup: setup)
    } catch {
      throw ConfigurationProblem("\(own == nil ? "SUPABASE_URL" : service.setting) cannot be called: \(error.message)")
    }
  }
}
