package import Host

/// A call with its log lines.
package struct CallWithLines: Codable, Sendable, Hashable {
  /// The call; nil if the host does not have it.
  package let record: InvocationRecord?
  /// Its lines, the oldest first.
  package let lines: [LogRecord]

  /// The call with the first half of its lines; nil without lines.
  var halved: CallWithLines? {
    lines.isEmpty ? nil : CallWithLines(record: record, lines: Array(lines.prefix(lines.count / 2)))
  }
}
