import Cryptography
import Edge
import Logging

extension PushSender: PushSending {}

extension PushSettings {
  /// Who signs where no key of Apple's is configured: ids of the right form that Apple has given to nobody.
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

  /// A sender, with the reason in a command's words if there can be none.
  static func sender(_ configuration: PushConfiguration, _ logger: Logger) throws(Failure) -> PushSender {
    do throws(PushError) {
      return try PushSender(configuration: configuration, logger: logger)
    } catch {
      throw Failure(.configuration, "Pushes cannot be sent: \(error)")
    }
  }

  /// A key of the process's own making, as credentials.
  static func credentials(_ key: P256PrivateKey) throws(Failure) -> PushCredentials {
    do throws(PushError) {
      return try PushCredentials(keyID: developmentKey.id, teamID: developmentKey.team, privateKey: key.pem)
    } catch {
      throw Failure(.failed, "The development key cannot be used: \(error)")
    }
  }
}
