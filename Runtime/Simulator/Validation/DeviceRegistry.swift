import Push

/// The devices with a known app or environment, or an ended registration.
struct DeviceRegistry {
  private struct Device {
    var topic: String?
    var environment: PushEnvironment?
    /// The end of the registration in milliseconds since 1970.
    var unregisteredAt: Int64?
  }

  private let environment: PushEnvironment
  private var devices: [String: Device] = [:]

  init(_ devices: [SimulatedDevice], environment: PushEnvironment) {
    self.environment = environment
    for device in devices { register(device) }
  }

  mutating func register(_ device: SimulatedDevice) {
    devices[device.token.lowercased()] = Device(topic: device.topic, environment: device.environment)
  }

  /// Ends a token's registration, at a time in milliseconds since 1970.
  mutating func unregister(_ token: String, at timestamp: Int64) {
    devices[token.lowercased(), default: Device()].unregisteredAt = timestamp
  }

  /// Checks that a notification can be delivered to a token.
  func check(_ token: String, bundleID: String) throws(Rejection) {
    guard !devices.isEmpty, let device = devices[token] else { return }
    if let timestamp = device.unregisteredAt {
      throw Rejection(.unregistered, "the app was removed from this device", timestamp: timestamp)
    }
    if let its = device.environment, its != environment {
      throw Rejection(.badDeviceToken, "the token is for \(its.rawValue), this is \(environment.rawValue)")
    }
    if let topic = device.topic, topic != bundleID {
      throw Rejection(.deviceTokenNotForTopic, "the token is \(topic)'s, the topic is \(bundleID)'s")
    }
  }
}
