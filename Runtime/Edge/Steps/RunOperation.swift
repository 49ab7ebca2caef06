package import struct FoundationEssentials.UUID

/// A step of a run: a statement, a call to another server, an enqueued job, a notification, or a use of the storage.
package struct RunOperation: Sendable, Hashable, Codable {
  /// The kind of a step.
  package enum Kind: String, Sendable, CaseIterable, Codable {
    /// A statement of the database. A transaction's begin and commit are statements too.
    case statement
    /// A call to another server.
    case call
    /// A job that was enqueued.
    case enqueue
    /// A notification.
    case push
    /// A file in a bucket.
    case file
  }

  package let kind: Kind
  /// A statement's text with placeholders for its values; a call's method and address without its query; the function
  /// of an enqueued job; the topic of a notification; the method and bucket of a file. At most 512 bytes.
  package let text: String
  /// The time from the call of the function to the step's begin, in microseconds.
  package let began: Int
  /// The time that it took, in microseconds.
  package let microseconds: Int
  /// The status of a call's response, or of Apple's answer to a notification.
  package var status: Int?
  /// The id of an enqueued job; of several that were enqueued together, the first one's.
  package var job: Int64?
  package var push: UUID?
  /// The text of its error, without values; nil if it succeeded. At most 256 bytes.
  package var error: String?

  /// The most bytes of a text and of an error, before the ellipsis of one that was cut.
  static let (longestText, longestError) = (509, 253)

  package init(kind: Kind, text: String, began: Int, microseconds: Int) {
    self.kind = kind
    self.text = text
    self.began = began
    self.microseconds = microseconds
  }
}
