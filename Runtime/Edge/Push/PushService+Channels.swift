public import FoundationEssentials
public import Push

/// Broadcasts and their channels (iOS 18). An app has separate channels in each environment.
///
/// ```swift
/// let channel = try await context.push.createChannel(keeping: .mostRecent)
/// let goal = PushBroadcast(
///   .update(state: score), bundleID: context.push.bundleID, channelID: channel,
///   expiration: .at(context.clock.now.addingTimeInterval(3 * 3600)))
/// let outcome = try await context.push.send(goal)
/// ```
///
/// A channel that keeps the most recent message keeps one with an expiration in the future; with `.oneAttempt`, a device
/// that is offline misses the change. A channel that stores nothing takes `.oneAttempt` alone.
///
/// A ``PushFault`` is thrown when Apple refuses a request about a channel, or does not answer it in time; its `code` is
/// Apple's reason, such as `ChannelNotRegistered`. A ``PushError`` is thrown for a malformed id, a ``FunctionError``
/// 503 without a configured sender.
extension PushService {
  /// Sends a broadcast to all subscribers of its channel.
  ///
  /// - Parameters:
  ///   - environment: the channel's environment; nil is ``environment``.
  ///   - id: the broadcast's id, `apns-request-id`.
  /// - Throws: ``PushError`` for a broadcast that Apple would refuse; ``FunctionError`` 503 without a configured
  ///   sender.
  public func send(
    _ broadcast: PushBroadcast, in environment: PushEnvironment? = nil, id: UUID = UUID()
  ) async throws -> PushOutcome {
    try await connected().send(try broadcast.prepared(in: environment ?? self.environment, id: id))
  }

  /// Creates a channel in an environment, ``environment`` by default, and returns its id. `storage` says which messages
  /// Apple stores for offline devices.
  ///
  /// If Apple's answer is lost, the request is sent again, which can create a second channel; ``channels(in:)`` lists
  /// it.
  ///
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func createChannel(
    keeping storage: ChannelRequest.Storage, in environment: PushEnvironment? = nil
  ) async throws -> String {
    guard case .created(let id) = try await ask(.create(storage), environment) else { throw Self.unexpected }
    return id
  }

  /// Which messages Apple stores for a channel's offline devices. The environment is ``environment`` by default.
  ///
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func channel(_ id: String, in environment: PushEnvironment? = nil) async throws -> ChannelRequest.Storage {
    guard case .found(let storage) = try await ask(.read(channelID: id), environment) else { throw Self.unexpected }
    return storage
  }

  /// The ids of the app's channels in an environment, ``environment`` by default; at most 10,000.
  ///
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func channels(in environment: PushEnvironment? = nil) async throws -> [String] {
    guard case .list(let ids) = try await ask(.list, environment) else { throw Self.unexpected }
    return ids
  }

  /// Deletes a channel of an environment, ``environment`` by default. Its subscribers get no further broadcasts.
  ///
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func deleteChannel(_ id: String, in environment: PushEnvironment? = nil) async throws {
    guard case .deleted = try await ask(.delete(channelID: id), environment) else { throw Self.unexpected }
  }

  private func ask(_ request: ChannelRequest, _ environment: PushEnvironment?) async throws -> ChannelAnswer {
    let sender = try connected()
    let prepared = try request.prepared(bundleID: bundleID, environment: environment ?? self.environment)
    let answer = await sender.send(prepared)
    switch answer {
    case .refused(let fault, _), .undecided(let fault, _, _): throw fault
    case .created, .found, .deleted, .list: return answer
    }
  }

  private static let unexpected = PushFault(.unexpectedAnswer, "The sender returned the answer to another request.")
}
