package import FoundationEssentials
package import Logging
import Wire

/// One line of the log: the host's, a function's or a worker's.
package struct LogRecord: Sendable, Hashable, Codable {
  /// A named value of a line.
  package struct Field: Sendable, Hashable, Codable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The longest message and the longest value of a field, in bytes. What follows is cut.
  package static let longestText = 8 << 10
  package static let mostFields = 32

  /// The number among all records of the host.
  package var sequence: UInt64 = 0
  package var time: Date
  package var level: Logger.Level
  package var message: String
  /// The function that wrote it; nil for a line of the host.
  package var function: String?
  /// The request or run that it belongs to.
  package var invocation: UUID?
  /// The other fields, by name.
  package var fields: [Field]

  package init(
    time: Date, level: Logger.Level, message: String, function: String? = nil, invocation: UUID? = nil,
    fields: [Field] = []
  ) {
    self.time = time
    self.level = level
    self.message = message.cut(toBytes: Self.longestText)
    self.function = function
    self.invocation = invocation
    self.fields = fields
  }

  /// The value of a field; nil if there is none of that name.
  package subscript(field name: String) -> String? { fields.first { $0.name == name }?.value }
}

extension LogRecord: RingRecord {
  package var footprint: Int {
    fields.reduce(MemoryLayout<Self>.stride + 32 + message.footprint + function.footprint) {
      $0 + MemoryLayout<Field>.stride + $1.name.footprint + $1.value.footprint
    }
  }
}
