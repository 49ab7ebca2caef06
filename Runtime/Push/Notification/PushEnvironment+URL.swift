extension PushEnvironment {
  /// The URL to which notifications are sent: Apple's host and its port 443.
  public var url: String {
    switch self {
    case .sandbox: "https://api.sandbox.push.apple.com:443"
    case .production: "https://api.push.apple.com:443"
    }
  }

  /// The URL at which channels are managed: Apple's host and its port, 2195 in the sandbox and 2196 in production.
  public var channelURL: String {
    switch self {
    case .sandbox: "https://api-manage-broadcast.sandbox.push.apple.com:2195"
    case .production: "https://api-manage-broadcast.push.apple.com:2196"
    }
  }
}
