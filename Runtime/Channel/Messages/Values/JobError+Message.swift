package import Edge

extension JobError: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .retry(after: try reader.readDuration(), reason: try reader.readString())
    case 1: self = .discard(reason: try reader.readString())
    case 2: self = .snooze(for: try reader.readDuration())
    default: throw MessageFault("the kind of an error is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .retry(let delay, let reason): writer.write(case: 0, delay, reason)
    case .discard(let reason): writer.write(case: 1, reason)
    case .snooze(let delay): writer.write(case: 2, delay)
    }
  }
}
