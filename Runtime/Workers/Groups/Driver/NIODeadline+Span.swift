import NIOCore

extension NIODeadline {
  /// The nanoseconds from an instant to this one; negative if this one is earlier.
  func nanoseconds(since other: NIODeadline) -> Int64 { (self - other).nanoseconds }
}
