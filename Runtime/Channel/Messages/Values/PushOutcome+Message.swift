package import Edge

extension PushOutcome: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .delivered(id: try reader.readUUID(), uniqueID: try Optional(from: &reader))
    case 1: self = .unregistered(since: try reader.readDate(), try PushAnswer(from: &reader))
    case 2: self = .refused(try PushFault(from: &reader), try PushAnswer(from: &reader))
    case 3:
      self = .undelivered(
        try PushFault(from: &reader), lastAnswer: try Optional(from: &reader), mayHaveArrived: try reader.readBool())
    default: throw MessageFault("the kind of an outcome is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .delivered(let id, let uniqueID): writer.write(case: 0, id, uniqueID)
    case .unregistered(let date, let answer): writer.write(case: 1, date, answer)
    case .refused(let fault, let answer): writer.write(case: 2, fault, answer)
    case .undelivered(let fault, let answer, let mayHaveArrived):
      writer.write(case: 3, fault, answer, mayHaveArrived)
    }
  }
}
