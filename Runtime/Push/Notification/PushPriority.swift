/// How soon Apple delivers a notification.
public enum PushPriority: Int, Sendable, Hashable, Codable, CaseIterable {
  /// At once. Never for a background push.
  case immediate = 10
  /// When it suits the device's power.
  case considerate = 5
  /// After everything else; it does not wake the device.
  case low = 1
}
