import APNs
import Console
import Simulator

extension PushStatus {
  /// - Parameter simulator: the addresses of the host's simulator, if it is listening.
  init(_ settings: PushSettings, at simulator: APNSSimulator.Listening? = nil) {
    let (target, url): (String, String?) =
      switch settings.target {
      case .apple: ("apple", nil)
      case .server(let address): ("server", address)
      case .simulator: ("simulator", simulator?.url)
      }
    self.init(
      target: target, url: url, topic: settings.topic, environment: settings.environment,
      keyID: settings.credentials?.keyID, reachesPhones: settings.reachesPhones,
      caFile: simulator?.caFile ?? settings.caFile, inspectionURL: simulator?.inspectionURL)
  }
}
