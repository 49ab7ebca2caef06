import Wire

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
  /// It was given up without a final answer. `mayHaveHappened` is true when it was on the wire at least once and its answer was lost: a
  /// channel may have been made whose id nobody knows, until they are listed.
  case undecided(PushFault, lastAnswer: PushAnswer?, mayHaveHappened: Bool)
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
        (try? Wire.decode(Description.self, from: body, upTo: 4096, depth: PushAnswer.maximumDepth))
          .flatMap { ChannelRequest.Storage(rawValue: $0.policy) }.map(ChannelAnswer.found)
      case .delete: .deleted
      case .list:
        (try? Wire.decode(Listing.self, from: body, upTo: Self.bodyLimit, depth: PushAnswer.maximumDepth)).map {
          .list($0.channels)
        }
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

  /// What became of a request as the sender tells it.
  ///
  /// - Parameter read: The last answer, read as one about channels.
  init(_ outcome: PushOutcome, read: ChannelAnswer?) {
    switch outcome {
    case .refused(let fault, let answer): self = .refused(fault, answer)
    case .undelivered(let fault, let answer, let mayHaveArrived):
      self = .undecided(fault, lastAnswer: answer, mayHaveHappened: mayHaveArrived)
    // What the sender takes for a yes, or for a device that is gone, is what was read.
    case .delivered, .unregistered:
      let unread = PushFault(.unexpectedAnswer, "Apple's answer was not read.")
      self = read ?? .undecided(unread, lastAnswer: nil, mayHaveHappened: true)
    }
  }

  private struct Description: Decodable {
    let policy: Int

    enum CodingKeys: String, CodingKey { case policy = "message-storage-policy" }
  }

  private struct Listing: Decodable {
    let channels: [String]
  }
}
