import FoundationEssentials
import Wire

/// A version of a file's content, by its length and its time of modification.
struct FileVersion: Sendable, Hashable {
  /// The length in bytes.
  let size: Int
  /// The time of modification in whole seconds since 1 January 1970, and the nanoseconds after that.
  let seconds: Int
  let nanoseconds: Int

  /// The seconds after a change in which another change may leave the time of modification unchanged, with a margin for
  /// coarse clocks.
  private static let resolution = 2

  /// The time of modification.
  var date: Date { Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9) }

  var lastModified: String { HTTPDate.text(of: seconds) }

  /// Whether equal versions are sure to have equal contents. A file that was just changed may change again without a
  /// new version (RFC 9110, sections 8.8.1 and 8.8.2.2).
  func isSettled(at now: Date) -> Bool { Double(seconds + Self.resolution) < now.timeIntervalSince1970 }

  /// The value of `ETag`: strong once the version is settled.
  func tag(at now: Date) -> FileTag {
    FileTag(opaque: strongTag.opaque, isWeak: !isSettled(at: now))
  }

  /// The tag of a settled version.
  var strongTag: FileTag {
    let time = UInt64(bitPattern: Int64(seconds)) &* 1_000_000_000 &+ UInt64(nanoseconds)
    return FileTag(opaque: "\(String(time, radix: 16))-\(String(size, radix: 16))", isWeak: false)
  }
}
