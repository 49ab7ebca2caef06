import Push

/// The name of a destination: one of Apple's services in one environment, with its own connections.
struct DestinationName: Hashable {
  enum Service: CaseIterable {
    case notifications
    /// The management of channels, on a separate host and port.
    case channels
  }

  let environment: PushEnvironment
  let service: Service

  static let all = PushEnvironment.allCases.flatMap { environment in
    Service.allCases.map { DestinationName(environment: environment, service: $0) }
  }
}
