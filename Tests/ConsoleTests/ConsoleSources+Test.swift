import Database
import Edge
import Foundation
import Host

@testable import Console

extension ConsoleSources {
  /// Sources of a host that is alone, with the answers of its commands.
  static func of(_ controls: any Controls, host: HostDescription = .test()) -> ConsoleSources {
    ConsoleSources(
      controls: controls, ring: EventRing(capacity: 1 << 20), functions: NoFunctions(),
      database: .unavailable("not used"), clock: .fixed(Date(timeIntervalSince1970: 1_772_366_400)), host: host)
  }
}
