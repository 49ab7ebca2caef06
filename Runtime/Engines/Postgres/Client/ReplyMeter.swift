/// The size of the reply that a connection reads.
///
/// libpq collects a result whole, and tells no size before its end. A TCP socket tells how many bytes it has received.
/// Of another socket the size is estimated by what waits before and after a read. The estimate is a lower bound: about
/// a half of the size for short rows, and less for rows of more than 10 MiB, during whose reads more bytes arrive.
struct ReplyMeter {
  /// The reads of a reply that are not counted, so that short replies cost no system call. Together they have a few
  /// MiB.
  private static let uncountedReads = 7
  /// The least that libpq reads if it is there.
  private static let leastRead = 8192
  /// The size of a reply after which libpq's buffer may be long. libpq keeps it as long as the longest row or value.
  private static let longBuffer = 16 << 20

  private var reads = 0
  private var bytes = 0
  /// What the socket had received at the first read that counts.
  private var start: Int?

  /// Whether the reply is longer than a result may be.
  var isOverLimit: Bool { bytes > ResultSize.limit }
  /// Whether the reply may have left a long buffer behind.
  var leavesLongBuffer: Bool { bytes > Self.longBuffer }

  /// Begins a read; whether its bytes are to be recorded.
  mutating func countsNextRead() -> Bool {
    reads += 1
    return reads > Self.uncountedReads
  }

  /// Records a read.
  ///
  /// - Parameter received: The bytes that the socket has received since it was opened.
  mutating func record(received: Int) {
    bytes = received - (start ?? received)
    if start == nil { start = received }
  }

  /// Records a read.
  ///
  /// - Parameters:
  ///   - waiting: The bytes that waited before the read.
  ///   - left: Those that wait after it.
  mutating func record(waiting: Int, left: Int) {
    bytes += max(waiting - left, min(waiting, Self.leastRead))
  }
}
