/// Apple's answer to a ``ChannelRequest``.
public enum ChannelAnswer: Sendable, Hashable {
  /// The channel was made; this is its id.
  case created(channelID: String)
  /// The channel is there, and keeps this.
  case found(ChannelRequest.Storage)
  /// The channel is gone.
  case deleted
  /// The app's channels, in Apple's order.
  case list([String])
  /// Apple refused, or what came is no answer to this request.
  case refused(PushFault, PushAnswer)
}

extension ChannelAnswer {
  /// How large an answer is read: 10,000 channels fit many times.
  public static let bodyLimit = 4 << 20

  /// Reads an answer off the wire. What is malformed or too large is ``refused(_:_:)``; nothing fails.
  ///
  /// - Parameters:
  ///   - request: What was asked.
  ///   - status: The HTTP status.
  ///   - body: The answer's body, at most ``bodyLimit`` bytes.
  ///   - header: A header's value by its lower-case name.
  public init(to request: ChannelRequest, status: Int, body: [UInt8], header: (_ name: String) -> String?) {
    guard (200...299).contains(status) else {
      let answer = PushAnswer(status: status, body: body, header: header)
      self = .refused(PushFault(answer), answer)
      return
    }
    let read: ChannelAnswer? =
      switch request {
      case .create:
        header("apns-channel-id").flatMap { id in
          (try? Header.checkChannel(id, field: "apns-channel-id")).map { .created(channelID: id) }
        }
      case .read:
        BoundedJSON.decode(Description.self, from: body, limit: 4096)
          .flatMap { ChannelRequest.Storage(rawValue: $0.policy) }.map(ChannelAnswer.found)
      case .delete: .deleted
      case .list: BoundedJSON.decode(Listing.self, from: body, limit: Self.bodyLimit).map { .list($0.channels) }
      }
    // What says neither yes nor no is not repeated to people: its body is not Apple's.
    self =
      read
      ?? .refused(
        PushFault(
          .unexpectedAnswer,
          "Apple answered \(status) without what was asked. Check the URL and any proxy on the way."),
        PushAnswer(status: status, body: [], header: header))
  }

  private struct Description: Decodable {
    let policy: Int

    enum CodingKeys: String, CodingKey { case policy = "message-storage-policy" }
  }

  private struct Listing: Decodable {
    let channels: [String]
  }
}
