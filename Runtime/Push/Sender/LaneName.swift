/// Which of Apple's services something is sent to: each has connections of its own.
struct LaneName: Hashable {
  enum Service: CaseIterable {
    case notifications
    /// The management of channels, on a host and a port of its own.
    case channels
  }

  let environment: PushEnvironment
  let service: Service

  static let all = PushEnvironment.allCases.flatMap { environment in
    Service.allCases.map { LaneName(environment: environment, service: $0) }
  }
}
