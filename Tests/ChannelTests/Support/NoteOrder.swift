import NIOCore

@testable import Channel

/// Records which of several channels each note came from, in the order of their arrival.
final class NoteOrder: Sendable {
  private let arrivals: AsyncStream<Int>
  private let arrived: AsyncStream<Int>.Continuation

  init() { (arrivals, arrived) = AsyncStream.makeStream() }

  /// The handler of a channel.
  func side(_ number: Int) -> any WorkerChannelHandler { Side(number: number, arrived: arrived) }

  /// Waits for so many notes.
  func first(_ count: Int) async -> [Int] {
    var numbers: [Int] = []
    for await number in arrivals {
      numbers.append(number)
      if numbers.count == count { break }
    }
    return numbers
  }

  private final class Side: WorkerChannelHandler {
    private let number: Int
    private let arrived: AsyncStream<Int>.Continuation

    init(number: Int, arrived: AsyncStream<Int>.Continuation) {
      self.number = number
      self.arrived = arrived
    }

    func received(hello: ByteBuffer, on channel: WorkerChannel) {}
    func opened(_ exchange: IncomingExchange) {}
    func noted(_ payload: ByteBuffer, of id: UInt64, on channel: WorkerChannel) { arrived.yield(number) }
    func closed(_ channel: WorkerChannel, _ reason: ChannelEnd) {}
  }
}
