import Wire

/// Apple's answer to a ``ChannelRequest``.
public enum ChannelAnswer: Sendable, Hashable {
  /// The channel was created with this id.
  case created(channelID: String)
  /// The channel exists and stores this.
  case found(ChannelRequest.Storage)
  /// The channel was deleted.
  case deleted
  /// The app's channels, in Apple's order.
  case list([String])
  /// Apple refused the request, or the response is not an answer to it.
  case refused(PushFault, PushAnswer)
  /// The sender gave the request up without a final answer. `mayHaveHappened` is true if it was on the wire at least
  /// once and its answer was lost: a channel may exist whose id only ``ChannelRequest/list`` shows.
  case undecided(PushFault, lastAnswer: PushAnswer?, mayHaveHappened: Bool)
}

extension ChannelAnswer {
  /// The largest body that is read, several times the size of 10,000 channels.
  public static let bodyLimit = 4 << 20

  /// Reads an answer from the wire, with a header's value by its lower-case name. A malformed or too large one
  /// (``bodyLimit``) becomes ``refused(_:_:)``.
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
    // The body of an unreadable answer is left out of the fault: it is not Apple's.
    self =
      read
      ?? .refused(
        PushFault(
          .unexpectedAnswer,
          "Apple answered \(status) without what was asked. Check the URL and any proxy on the way."),
        PushAnswer(status: status, body: [], header: header))
  }

  /// Converts the sender's outcome of a request.
  ///
  /// - Parameter read: The last answer, read as one about channels.
  package init(_ outcome: PushOutcome, read: ChannelAnswer?) {
    switch outcome {
    case .refused(let fault, let answer): self = .refused(fault, answer)
    case .undelivered(let fault, let answer, let mayHaveArrived):
      self = .undecided(fault, lastAnswer: answer, mayHaveHappened: mayHaveArrived)
    // The sender's outcome is about pushes; `read` is the answer about channels.
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
