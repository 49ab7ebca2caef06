import Edge

/// The state that a host serves at one time: its functions, and the settings that can change while it serves.
///
/// A request keeps the state that it found until its end.
package final class ServedState: Sendable {
  let catalogue: Catalogue
  /// The settings of functions, rate limits, secrets and the limits of a call.
  let configuration: HostConfiguration
  /// Returns the OpenAPI document of the functions, as JSON.
  let document: @Sendable () -> [UInt8]
  /// The services of a function without secrets of its own.
  let services: Services

  init(
    catalogue: Catalogue, configuration: HostConfiguration, services: Services,
    document: @escaping @Sendable () -> [UInt8]
  ) {
    self.catalogue = catalogue
    self.configuration = configuration
    self.services = services
    self.document = document
  }

  func services(of endpoint: any Endpoint) -> Services {
    catalogue.functions[endpoint.name]?.services ?? services.with(secretsOf: endpoint, in: configuration)
  }
}
