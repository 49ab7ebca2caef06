/// Apple's kinds of notifications, by the value of `apns-push-type`.
public enum PushType: String, Sendable, Hashable, Codable, CaseIterable {
  /// Something to see or hear, or a number on the icon.
  case alert
  /// Wakes the app without showing anything.
  case background
  /// Updates a watch complication.
  case complication
  /// Reloads the app's controls.
  case controls
  /// Tells a file provider of changes.
  case fileprovider
  /// Starts, changes or ends a Live Activity.
  case liveactivity
  /// Asks for the device's location.
  case location
  /// Makes a managed device contact its server.
  case mdm
  /// Wakes a walkie-talkie.
  case pushtotalk
  /// Announces a call.
  case voip
  /// Reloads the app's widgets.
  case widgets

  /// The suffix of the bundle id in the topic; empty if the topic is the bundle id.
  public var topicSuffix: String {
    switch self {
    case .alert, .background, .mdm: ""
    case .complication: ".complication"
    case .controls: ".push-type.controls"
    case .fileprovider: ".pushkit.fileprovider"
    case .liveactivity: ".push-type.liveactivity"
    case .location: ".location-query"
    case .pushtotalk: ".voip-ptt"
    case .voip: ".voip"
    case .widgets: ".push-type.widgets"
    }
  }

  /// The most bytes of a payload. Preparing a larger one throws ``PushError/Code/tooLarge``.
  public var payloadLimit: Int { self == .voip ? 5120 : 4096 }
}
