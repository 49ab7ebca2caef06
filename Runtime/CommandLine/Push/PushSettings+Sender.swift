import APNs
import Cryptography
import Edge
import Logging

extension PushSender: PushSending {}

extension PushSettings {
  /// The ids of the key that signs while none of Apple's is configured: well-formed, and not assigned by Apple.
  static let developmentKey = (id: "DEVELOPKEY", team: "DEVELOPERS")

  /// A sender to the configured address.
  ///
  /// - Throws: ``Failure``.
  func sender(logger: Logger) throws(Failure) -> PushSender {
    let key = if let credentials { credentials } else { try Self.credentials(P256PrivateKey()) }
    var configuration = PushConfiguration(credentials: key)
    if case .server(let url) = target { configuration.setURL(url) }
    configuration.caFile = caFile
    return try Self.sender(configuration, logger)
  }

  /// A sender with a configuration.
  ///
  /// - Throws: ``Failure`` if the configuration cannot be used.
  static func sender(_ configuration: PushConfiguration, _ logger: Logger) throws(Failure) -> PushSender {
    do throws(PushError) {
      return try PushSender(configuration: configuration, logger: logger)
    } catch {
      throw Failure(.configuration, "Pushes cannot be sent: \(error)")
    }
  }

  /// Credentials with a key that the process has made.
  static func credentials(_ key: P256PrivateKey) throws(Failure) -> PushCredentials {
    do throws(PushError) {
      return try PushCredentials(keyID: developmentKey.id, teamID: developmentKey.team, privateKey: key.pem)
    } catch {
      throw Failure(.failed, "The development key cannot be used: \(error)")
    }
  }
}
