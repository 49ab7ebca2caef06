/// The content of a notification, by its kind. The app's own values are in ``PushNotification/custom``.
public enum PushContent: Sendable {
  /// Something to see or hear, or a number on the icon.
  case alert(PushAlert)
  /// Wakes the app without showing anything. Its default priority is 5; 10 is not allowed.
  case background
  /// Updates a watch complication.
  case complication
  /// Reloads the app's controls.
  case controls
  /// Tells a file provider that something in a container changed.
  case fileProvider(container: String, domain: String?)
  /// Starts, changes or ends a Live Activity.
  case liveActivity(LiveActivity)
  /// Asks for the device's location.
  case location
  /// Makes a managed device contact its server. The device reported the magic; the bundle id is the certificate's
  /// topic.
  case mdm(pushMagic: String)
  /// Wakes a walkie-talkie.
  case pushToTalk
  /// Announces a call.
  case voip
  /// Reloads the app's widgets.
  case widgets

  /// The kind, which is sent as `apns-push-type`.
  public var type: PushType {
    switch self {
    case .alert: .alert
    case .background: .background
    case .complication: .complication
    case .controls: .controls
    case .fileProvider: .fileprovider
    case .liveActivity: .liveactivity
    case .location: .location
    case .mdm: .mdm
    case .pushToTalk: .pushtotalk
    case .voip: .voip
    case .widgets: .widgets
    }
  }
}
