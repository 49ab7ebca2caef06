import CCurl
import Glibc
import HTTPCalls
import Loop

/// The connections of one ``StreamConnector``, on one multi handle.
///
/// A connection without TLS needs libcurl only until it is made. Its handle, of several kilobytes, is then freed.
///
/// `@unchecked`: the loop's own work alone touches it, which debug builds check.
final class StreamLoop: EndingClient, @unchecked Sendable {
  static let shutdown = HTTPClientError(.shutdown, "the connections to other servers have been shut down")

  private let loop: Reactor
  /// `nil` after the end.
  private var multi: MultiHandle?
  private var connecting: [UInt64: Connecting] = [:]
  private var streams: [UInt64: ByteStream] = [:]
  /// When the streams that are not kept yet are closed.
  private var deadlines: [UInt64: ContinuousClock.Instant] = [:]
  /// The number of the latest stream on the loop. Those of the multi handle's sockets are below (``SocketNumber``).
  private var lastNumber: UInt64 = 2 << 32
  private let buffer = ReadBuffer()

  /// Creates the client of a loop that does not run yet.
  init(on loop: Reactor) throws(HTTPClientError) {
    self.loop = loop
    multi = try unsafe MultiHandle(on: loop, number: 1)
  }

  /// Begins to make a connection, and resumes the continuation when that ends.
  func connect(
    _ id: UInt64, _ request: HTTPClient.Request, _ target: TargetURL, until deadline: ContinuousClock.Instant,
    _ continuation: CheckedContinuation<ByteStream, any Error>
  ) {
    loop.assertIsCurrent()
    guard let multi else { return continuation.resume(throwing: Self.shutdown) }
    do {
      let one = try Connecting(id, request, target, until: deadline, continuation)
      try multi.add(one.easy)
      connecting[id] = one
    } catch {
      continuation.resume(throwing: error)
    }
    loop.wake()
  }

  /// Ends an attempt to connect. A connection that was made is left alone.
  func cancel(_ id: UInt64) {
    loop.assertIsCurrent()
    guard let one = connecting.removeValue(forKey: id) else { return }
    multi?.remove(one.easy)
    one.fail(CancellationError())
    loop.wake()
  }

  func keep(_ stream: ByteStream) {
    loop.assertIsCurrent()
    deadlines[stream.number] = nil
  }

  func end(_ done: @escaping @Sendable () -> Void) {
    loop.assertIsCurrent()
    if let multi {
      for one in connecting.values {
        multi.remove(one.easy)
        one.fail(Self.shutdown)
      }
      connecting = [:]
      for stream in Array(streams.values) { stream.close() }
      self.multi = nil
      loop.stop()
    }
    done()
  }

  /// Takes the connections that libcurl has made, or could not make.
  private func finish() {
    guard let multi else { return }
    while let (context, result) = unsafe multi.nextFinished() {
      let one = unsafe Unmanaged<Connecting>.fromOpaque(context).takeUnretainedValue()
      connecting[one.id] = nil
      guard result == CURLE_OK else {
        multi.remove(one.easy)
        one.fail(one.error(result))
        continue
      }
      guard let transport = transport(of: one, multi) else {
        multi.remove(one.easy)
        one.fail(HTTPClientError(.failed, "no descriptor is left for another connection"))
        continue
      }
      lastNumber += 1
      let stream = ByteStream(transport, as: lastNumber, on: loop, buffer) { [self, number = lastNumber] in
        (streams[number], deadlines[number]) = (nil, nil)
      }
      streams[lastNumber] = stream
      deadlines[lastNumber] = one.deadline
      one.succeed(stream)
    }
  }

  private func transport(of one: Connecting, _ multi: MultiHandle) -> (any ByteTransport)? {
    guard let socket = one.easy.activeSocket else { return nil }
    guard one.isPlain else { return TLSTransport(one.easy, on: socket, of: multi) }
    let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    // libcurl closes its own descriptor, which leaves the connection open.
    multi.remove(one.easy)
    return SocketTransport(copy)
  }
}

extension StreamLoop: ReactorClient {
  func descriptorIsReady(_ number: UInt64, _ events: DescriptorEvents) {
    if let stream = streams[number] { return stream.descriptorIsReady(events) }
    let socket = SocketNumber(number)
    // A stream may have been closed by an earlier event of the same batch.
    guard socket.multi == 1 else { return }
    multi?.socketIsReady(socket.socket, events)
    finish()
    // libcurl may have set another deadline.
    loop.wake()
  }

  func lookAtClock(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if multi?.expire(now) == true { finish() }
    for (number, deadline) in deadlines where deadline <= now { streams[number]?.close() }
    return [multi?.deadline, deadlines.values.min()].compactMap(\.self).min()
  }
}
