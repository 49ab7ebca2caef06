import Edge
import FoundationEssentials
import HTTPTypes
import Logging
import NIOCore
import Synchronization

/// The source of the keys for checking tokens: the configured ones, or the project's JWKS, which is fetched when first
/// needed.
///
/// It is the driver of ``KeyRefresh``. It owns the task of a fetch: ``stop()`` cancels it and waits for its end.
final class KeySource: Sendable {
  /// The keys at one time.
  struct Snapshot: Sendable {
    let keys: VerificationKeys
    /// A number that changes with the keys.
    let generation: Int
    /// The instant until which the keys need no refresh.
    let freshUntil: Date
  }

  private struct State {
    var keys: VerificationKeys
    var generation = 0
    var refresh = KeyRefresh()
    var fetch: Task<Void, Never>?
    var isStopped = false
  }

  /// The URL of the project's key set; nil if only the configured keys count.
  private let remote: String?
  private let http: HTTPClient
  private let clock: WallClock
  /// The time for a fetch, and so the longest wait of a caller.
  private let fetchTimeout: Duration
  private let logger: Logger
  private let state: Mutex<State>
  private let latestGeneration = Atomic(0)

  /// Parses the configured keys.
  ///
  /// - Throws: ``ConfigurationProblem`` for a secret that can be guessed, or a malformed JWKS.
  init(
    _ configuration: HostConfiguration, http: HTTPClient, clock: WallClock, logger: Logger,
    fetchTimeout: Duration = .seconds(5)
  ) async throws {
    self.http = http
    self.fetchTimeout = fetchTimeout
    self.clock = clock
    self.logger = logger
    let tokens = configuration.tokens
    var keys = VerificationKeys()
    if let jwks = tokens.jwks {
      guard let read = VerificationKeys.read(jwks: [UInt8](jwks.utf8), logger: logger) else {
        throw ConfigurationProblem(#"SUPABASE_JWKS is no key set: expected {"keys":[…]}"#)
      }
      keys = read
    }
    keys.secret = try VerificationKey.shared([UInt8](tokens.secret.utf8))
    let isRemote = tokens.jwks == nil && !configuration.isEmbedded
    remote = isRemote ? configuration.projectURL?.appending(path: "auth/v1/.well-known/jwks.json").absoluteString : nil
    state = Mutex(State(keys: keys))
  }

  /// The generation of the current keys, read without a lock.
  var generation: Int { latestGeneration.load(ordering: .acquiring) }

  /// The keys for an algorithm. Callers wait for a fetch only if there are no keys; old keys are used while they are
  /// refreshed.
  ///
  /// - Throws: ``HostError`` 503 if there are no keys and they cannot be fetched.
  func keys(for algorithm: String) async throws(HostError) -> Snapshot {
    guard remote != nil, algorithm != "HS256" else { return state.withLock { snapshot($0) } }
    let (action, keys, fetch) = decide { $0.keysNeeded(at: $1) }
    switch action {
    case .use, .useAndFetch: return keys
    case .refuse(let seconds): throw .keysUnavailable(retryAfter: seconds)
    case .wait, .fetchAndWait:
      await fetch?.value
      let (keys, refresh) = state.withLock { (snapshot($0), $0.refresh) }
      guard refresh.hasKeys else { throw .keysUnavailable(retryAfter: refresh.retryAfter(at: clock.now)) }
      return keys
    }
  }

  /// The keys after a fetch for a key that is missing; nil if they have not changed.
  func keysAfterRefetch() async -> Snapshot? {
    guard remote != nil else { return nil }
    let (action, before, fetch) = decide { $0.keyMissing(at: $1) }
    guard action == .wait || action == .fetchAndWait else { return nil }
    await fetch?.value
    let keys = state.withLock { snapshot($0) }
    return keys.generation == before.generation ? nil : keys
  }

  /// Cancels the running fetch, waits for its end, and starts no more.
  func stop() async {
    state.withLock { $0.isStopped = true }
    let fetch = runningFetch
    fetch?.cancel()
    await fetch?.value
  }

  var runningFetch: Task<Void, Never>? { state.withLock { $0.fetch } }

  private func decide(
    _ rule: (inout KeyRefresh, Date) -> KeyRefresh.Action
  ) -> (KeyRefresh.Action, Snapshot, Task<Void, Never>?) {
    let now = clock.now
    return state.withLock { state in
      guard !state.isStopped else {
        return (state.refresh.hasKeys ? .use : .refuse(retryAfter: 1), snapshot(state), nil)
      }
      let action = rule(&state.refresh, now)
      // A separate task: cancelling one caller must not cancel the fetch for the others.
      if action == .useAndFetch || action == .fetchAndWait { state.fetch = Task { await fetch() } }
      return (action, snapshot(state), state.fetch)
    }
  }

  private func snapshot(_ state: State) -> Snapshot {
    Snapshot(
      keys: state.keys, generation: state.generation,
      freshUntil: remote == nil ? .distantFuture : state.refresh.freshUntil)
  }

  private func fetch() async {
    let fetched = await fetchedKeys()
    let now = clock.now
    state.withLock { state in
      state.fetch = nil
      guard var keys = fetched else { return state.refresh.failed(at: now) }
      keys.secret = state.keys.secret
      state.keys = keys
      state.generation += 1
      state.refresh.succeeded(at: now)
      latestGeneration.store(state.generation, ordering: .releasing)
    }
  }

  private func fetchedKeys() async -> VerificationKeys? {
    guard let remote else { return nil }
    do {
      var request = HTTPClient.Request(url: remote)
      request.timeout = fetchTimeout
      request.maximumResponseSize = 1 << 20
      let response = try await http.send(request)
      if response.status == .ok, let keys = VerificationKeys.read(jwks: [UInt8](buffer: response.body), logger: logger)
      {
        return keys
      }
      logger.error("The project's signing keys are no key set", metadata: ["status": "\(response.status.code)"])
    } catch {
      if !Task.isCancelled {
        logger.error("The project's signing keys could not be fetched", metadata: ["error": "\(error)"])
      }
    }
    return nil
  }
}
