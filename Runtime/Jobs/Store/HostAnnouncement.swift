import Edge
import Synchronization

/// The source of a host's figures. The host is made after its job system, so the source is set later.
final class HostAnnouncement: Sendable {
  private let source = Mutex<(@Sendable () -> HostFigures)?>(nil)

  func set(_ figures: @escaping @Sendable () -> HostFigures) { source.withLock { $0 = figures } }

  /// The figures of this instant as JSON; nil without a source.
  var json: String? {
    guard let figures = source.withLock(\.self) else { return nil }
    return (try? Wire.encode(figures())).map { String(decoding: $0, as: UTF8.self) }
  }
}
