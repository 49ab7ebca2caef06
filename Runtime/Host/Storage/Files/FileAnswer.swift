import Edge
import FoundationEssentials
import HTTPTypes

/// The kind of response to a request for a file, by its method, conditions and range (RFC 9110, sections 13.2 and 14).
enum FileAnswer: Equatable {
  case whole
  case part(Range<Int>)
  case notModified
  case preconditionFailed
  case rangeNotSatisfiable

  /// Evaluates a GET or HEAD.
  init(_ method: HTTPRequest.Method, _ fields: RequestFields, for file: FileVersion, at now: Date) {
    let tag = file.tag(at: now)
    if Self.isForbidden(fields, tag, file) {
      self = .preconditionFailed
    } else if Self.isKnown(fields, tag, file) {
      self = .notModified
    } else if method == .get, Self.isCurrent(fields, tag, file, now), let range = Self.range(fields, of: file.size) {
      self = range
    } else {
      self = .whole
    }
  }

  /// `If-Match`, else `If-Unmodified-Since`.
  private static func isForbidden(_ fields: RequestFields, _ tag: FileTag, _ file: FileVersion) -> Bool {
    if let tags = list(fields, .ifMatch) {
      return tags != "*" && !FileTag.list(tags).contains { $0.isStronglyEqual(tag) }
    }
    return date(fields, .ifUnmodifiedSince).map { file.seconds > $0 } ?? false
  }

  /// `If-None-Match`, else `If-Modified-Since`.
  private static func isKnown(_ fields: RequestFields, _ tag: FileTag, _ file: FileVersion) -> Bool {
    if let tags = list(fields, .ifNoneMatch) {
      return tags == "*" || FileTag.list(tags).contains { $0.isWeaklyEqual(tag) }
    }
    return date(fields, .ifModifiedSince).map { file.seconds <= $0 } ?? false
  }

  /// `If-Range`: whether the client's part is of this version, so that it can be continued.
  private static func isCurrent(
    _ fields: RequestFields, _ tag: FileTag, _ file: FileVersion, _ now: Date
  ) -> Bool {
    guard let text = list(fields, .ifRange) else { return true }
    if let given = FileTag.list(text).first { return given.isStronglyEqual(tag) }
    return file.isSettled(at: now) && HTTPDate.seconds(text) == file.seconds
  }

  /// `Range`: nil if it is missing or ignored. Several ranges are ignored, as a server may (section 14.2), and so is
  /// any range of an empty file.
  private static func range(_ fields: RequestFields, of size: Int) -> FileAnswer? {
    let values = fields.values(.range)
    guard values.count == 1, size > 0, let range = ByteRange(values[0]) else { return nil }
    return range.resolved(in: size).map(FileAnswer.part) ?? .rangeNotSatisfiable
  }

  /// The joined values of a list field; nil if it is missing.
  private static func list(_ fields: RequestFields, _ name: HTTPField.Name) -> String? {
    let values = fields.values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// A field's date in seconds since 1970; nil if it is missing or malformed.
  private static func date(_ fields: RequestFields, _ name: HTTPField.Name) -> Int? {
    let values = fields.values(name)
    return values.count == 1 ? HTTPDate.seconds(values[0]) : nil
  }
}
