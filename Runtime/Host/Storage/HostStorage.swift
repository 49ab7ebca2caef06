import Curl
import Edge
import Logging

/// The files of a host's functions: on a project's storage server, or in a folder of the host, which serves them
/// itself.
struct HostStorage {
  /// The storage of the functions' context.
  let storage: any Storage
  /// The folder's storage; nil if the files are on another server, or there is no storage.
  private let embedded: EmbeddedStorage?

  /// - Parameter base: returns the start of the host's URLs, which is known once it listens.
  init(
    _ configuration: HostConfiguration, keys: KeySource, http: HTTPClient, clock: WallClock,
    base: @escaping @Sendable () -> String
  ) async throws {
    guard configuration.isEmbedded else {
      embedded = nil
      storage =
        configuration.projectURL.map {
          ProjectStorage(project: $0, serviceKey: configuration.tokens.serviceRoleKey, http: http, clock: clock)
        } ?? NoStorage()
      return
    }
    let signer = ObjectSigner(
      minter: try TokenMinter(secret: configuration.tokens.secret), keys: try await keys.keys(for: "HS256").keys,
      clock: clock)
    let embedded = await EmbeddedStorage(configuration.storage, signer: signer, clock: clock, base: base)
    self.embedded = embedded
    storage = embedded
  }

  /// The handler of `/storage/v1` on the host's folder, if it has one.
  func handlers(authorizer: Authorizer, logger: Logger) -> PathHandlers {
    var handlers = PathHandlers()
    if let embedded {
      let handler = StorageHandler(storage: embedded, authorizer: authorizer, logger: logger)
      handlers.byPrefix.append((StorageHandler.prefix, handler))
    }
    return handlers
  }
}
