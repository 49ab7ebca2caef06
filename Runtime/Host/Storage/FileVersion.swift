import Foundation
import HTTPServer

/// What tells one content of a file from another: its length and its time of modification.
struct FileVersion: Sendable, Hashable {
  /// In bytes.
  let size: Int
  /// The time of modification in whole seconds since 1 January 1970, and the nanoseconds after that.
  let seconds: Int
  let nanoseconds: Int

  /// For how long after a change a second one may leave the time of modification as it is, with room for coarse clocks.
  private static let resolution = 2

  /// `Last-Modified`.
  var lastModified: String { HTTPDate.text(of: seconds) }

  /// Whether equal versions have equal contents: a file that was changed just now may change again unnoticed
  /// (RFC 9110, sections 8.8.1 and 8.8.2.2).
  func isSettled(at now: Date) -> Bool { Double(seconds + Self.resolution) < now.timeIntervalSince1970 }

  /// `ETag`: strong once the version is settled.
  func tag(at now: Date) -> EntityTag {
    let time = UInt64(bitPattern: Int64(seconds)) &* 1_000_000_000 &+ UInt64(nanoseconds)
    return EntityTag(
      opaque: "\(String(time, radix: 16))-\(String(size, radix: 16))", isWeak: !isSettled(at: now))
  }
}
