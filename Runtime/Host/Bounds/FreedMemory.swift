import Synchronization

/// Counts the memory that exchanges and connections free, and signals when there is enough to be returned to the
/// system.
///
/// Small bodies do not count, since the allocator reuses their memory.
final class FreedMemory: Sendable {
  /// The freed bytes from which memory is returned to the system.
  private static let enough = 16 << 20
  /// The fewest bytes of a body that counts.
  private static let smallest = 64 << 10

  private let bytes = Atomic(0)
  private let signal: AsyncStream<Void>.Continuation
  /// Has one element each time enough memory was freed.
  let signals: AsyncStream<Void>

  init() { (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func add(body count: Int) { if count >= Self.smallest { add(count) } }

  /// Notes that a connection was closed, which counts as 16 KiB.
  func addConnection() { add(16 << 10) }

  private func add(_ count: Int) {
    guard bytes.wrappingAdd(count, ordering: .relaxed).newValue >= Self.enough else { return }
    bytes.store(0, ordering: .relaxed)
    signal.yield()
  }
}
