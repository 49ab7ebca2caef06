public import Foundation
public import Push

/// Broadcasts, and the channels that they go to (iOS 18). An app's channels are its own in each environment.
///
/// ```swift
/// let channel = try await context.push.createChannel(keeping: .mostRecent)
/// let goal = PushBroadcast(.update(state: score), bundleID: context.push.bundleID, channelID: channel)
/// let outcome = try await context.push.send(goal)
/// ```
///
/// What Apple refuses about a channel, or does not answer in the end, is thrown as a ``PushFault``: its `code` is Apple's reason, such as
/// `ChannelNotRegistered`. ``PushError`` says that an id cannot be one, and ``FunctionError`` 503 that nothing is configured to send with.
extension PushService {
  /// Sends a broadcast to everybody who follows its channel.
  ///
  /// - Parameters:
  ///   - broadcast: what to send.
  ///   - environment: where the channel is; nil: ``environment``.
  ///   - id: the broadcast's id, `apns-request-id`.
  /// - Returns: what became of it.
  /// - Throws: ``PushError`` for what Apple would refuse; ``FunctionError`` 503 where nothing is configured to send with.
  public func send(
    _ broadcast: PushBroadcast, in environment: PushEnvironment? = nil, id: UUID = UUID()
  ) async throws -> PushOutcome {
    try await connected().send(try broadcast.prepared(in: environment ?? self.environment, id: id))
  }

  /// Makes a channel.
  ///
  /// Where Apple's answer is lost, it is asked again, and there may be a channel too many: ``channels(in:)`` lists it.
  ///
  /// - Parameters:
  ///   - storage: what Apple keeps for devices that cannot be reached.
  ///   - environment: where; nil: ``environment``.
  /// - Returns: the channel's id.
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func createChannel(
    keeping storage: ChannelRequest.Storage, in environment: PushEnvironment? = nil
  ) async throws -> String {
    guard case .created(let id) = try await ask(.create(storage), environment) else { throw Self.unexpected }
    return id
  }

  /// How a channel was made.
  ///
  /// - Parameters:
  ///   - id: the channel's id.
  ///   - environment: where it is; nil: ``environment``.
  /// - Returns: what Apple keeps for devices that cannot be reached.
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func channel(_ id: String, in environment: PushEnvironment? = nil) async throws -> ChannelRequest.Storage {
    guard case .found(let storage) = try await ask(.read(channelID: id), environment) else { throw Self.unexpected }
    return storage
  }

  /// The ids of the app's channels, at most 10,000.
  ///
  /// - Parameter environment: where they are; nil: ``environment``.
  /// - Throws: ``PushFault``; ``PushError``; ``FunctionError`` 503.
  public func channels(in environment: PushEnvironment? = nil) async throws -> [String] {
    guard case .list(let ids) = try await ask(.list, environment) else { throw Self.unexpected }
    return ids
  }

  /// Removes a channel; its followers hear no more.
  ///
  /// - Parameters:
  ///   - id: the channel's id.
  ///   - environment: where it is; nil: ``environment``.
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

  private static let unexpected = PushFault(.unexpectedAnswer, "What sends gave the answer to another request.")
}
