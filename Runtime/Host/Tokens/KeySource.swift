import Edge
import Foundation
import HTTPTypes
import Logging
import NIOCore
import Synchronization

/// Where the keys come from: the configuration, or the project's JWKS, fetched when first needed.
///
/// Fetched keys are kept ten minutes. An unknown key id fetches again, at most once a minute, so that forged ids cost the project
/// nothing. While a fetch fails, the keys that are there stay good.
actor KeySource {
  /// The keys at one time.
  struct Snapshot: Sendable {
    let keys: SigningKeys
    /// Changes whenever the keys do.
    let generation: Int
    /// When the keys should be looked at again.
    let freshUntil: Date
  }

  static let maximumAge: TimeInterval = 600
  static let refetchInterval: TimeInterval = 60
  /// With no key at all, waiting a minute would only turn good tokens away.
  static let retryInterval: TimeInterval = 5

  private let remote: String?
  private let http: HTTPClient
  private let clock: WallClock
  private let logger: Logger
  private var snapshot: Snapshot
  private nonisolated let latestGeneration = Atomic(0)
  private var hasFetched = false
  private var attemptedAt = Date.distantPast
  private var fetch: Task<Void, Never>?

  /// Reads the configured keys.
  ///
  /// - Throws: ``ConfigurationProblem`` for a secret that is too short or a JWKS that is none.
  init(_ configuration: HostConfiguration, http: HTTPClient, clock: WallClock, logger: Logger) async throws {
    self.http = http
    self.clock = clock
    self.logger = logger
    let tokens = configuration.tokens
    var keys = SigningKeys()
    if let jwks = tokens.jwks {
      guard let read = await SigningKeys.read(jwks: [UInt8](jwks.utf8), logger: logger) else {
        throw ConfigurationProblem(#"SUPABASE_JWKS is no key set: expected {"keys":[…]}"#)
      }
      keys = read
    }
    keys.secret = try await SigningKeys.hs256([UInt8](tokens.secret.utf8))
    let isRemote = tokens.jwks == nil && !configuration.isEmbedded
    remote = isRemote ? configuration.projectURL?.appending(path: "auth/v1/.well-known/jwks.json").absoluteString : nil
    snapshot = Snapshot(keys: keys, generation: 0, freshUntil: remote == nil ? .distantFuture : .distantPast)
  }

  /// The generation of the keys that count now, to be read without waiting.
  nonisolated var generation: Int { latestGeneration.load(ordering: .acquiring) }

  /// The keys, fetched first if `algorithm` needs those of the project and they are old or not there.
  ///
  /// - Throws: ``HostError`` 503 while there are none and they cannot be fetched.
  func keys(for algorithm: String) async throws(HostError) -> Snapshot {
    guard remote != nil, algorithm != "HS256" else { return snapshot }
    if !hasFetched {
      await fetchUnlessTried(within: Self.retryInterval)
      guard hasFetched else { throw .keysUnavailable(retryAfter: Int(Self.retryInterval)) }
    } else if clock.now >= snapshot.freshUntil {
      await fetchUnlessTried(within: Self.refetchInterval)
    }
    return snapshot
  }

  /// The keys after another look for one that is not among them; nil if the minute is not over.
  func keysAfterRefetch() async -> Snapshot? {
    let before = snapshot.generation
    guard remote != nil else { return nil }
    await fetchUnlessTried(within: Self.refetchInterval)
    return snapshot.generation == before ? nil : snapshot
  }

  /// Everybody who asks at the same time waits for one fetch.
  private func fetchUnlessTried(within interval: TimeInterval) async {
    if fetch == nil, clock.now.timeIntervalSince(attemptedAt) >= interval, let remote {
      attemptedAt = clock.now
      // Not the caller's: a caller that leaves must not take the keys from the others.
      fetch = Task { await load(remote) }
    }
    await fetch?.value
  }

  private func load(_ url: String) async {
    defer { fetch = nil }
    do {
      var request = HTTPClient.Request(url: url)
      request.timeout = .seconds(10)
      request.maximumResponseSize = 1 << 20
      let response = try await http.send(request)
      guard response.status == .ok,
        var keys = await SigningKeys.read(jwks: [UInt8](buffer: response.body), logger: logger)
      else {
        logger.error("The project's signing keys are no key set", metadata: ["status": "\(response.status.code)"])
        return
      }
      keys.secret = snapshot.keys.secret
      hasFetched = true
      snapshot = Snapshot(
        keys: keys, generation: snapshot.generation + 1, freshUntil: clock.now.addingTimeInterval(Self.maximumAge))
      latestGeneration.store(snapshot.generation, ordering: .releasing)
    } catch {
      logger.error("The project's signing keys could not be fetched", metadata: ["error": "\(error)"])
    }
  }
}
