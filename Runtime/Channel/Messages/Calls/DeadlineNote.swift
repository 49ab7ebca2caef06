/// A one-way message of the host about a call in hand: its deadline has come closer. It is sent as a note on the call's
/// exchange, and ignored by a worker that no longer has the call.
package struct DeadlineNote: Message, Hashable {
  /// The deadline in seconds since 1970.
  package let deadline: Double

  package init(deadline: Double) { self.deadline = deadline }

  package init(from reader: inout MessageReader) throws(MessageFault) { deadline = try reader.readDouble() }

  package func write(to writer: inout MessageWriter) { writer.write(deadline) }
}
