package import Edge

extension ChannelAnswer: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .created(channelID: try reader.readString())
    case 1: self = .found(try ChannelRequest.storage(&reader))
    case 2: self = .deleted
    case 3: self = .list(try Array(from: &reader))
    case 4: self = .refused(try PushFault(from: &reader), try PushAnswer(from: &reader))
    case 5:
      self = .undecided(
        try PushFault(from: &reader), lastAnswer: try Optional(from: &reader), mayHaveHappened: try reader.readBool())
    default: throw MessageFault("the kind of an answer is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .created(let id): writer.write(case: 0, id)
    case .found(let storage):
      writer.write(1 as UInt8)
      writer.write(UInt8(clamping: storage.rawValue))
    case .deleted: writer.write(case: 2)
    case .list(let ids): writer.write(case: 3, ids)
    case .refused(let fault, let answer): writer.write(case: 4, fault, answer)
    case .undecided(let fault, let answer, let mayHaveHappened):
      writer.write(case: 5, fault, answer, mayHaveHappened)
    }
  }
}
