import Edge
import FoundationEssentials

extension CallTarget: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .function(try reader.readString())
    case 1: self = .procedure(try reader.readString())
    case 2: self = .route(Int(try reader.read(UInt32.self)))
    case 3:
      self = .job(
        try reader.readString(),
        olderThan: try reader.readOptional { reader throws(MessageFault) in try reader.readDuration() },
        days: try reader.readOptional { reader throws(MessageFault) in try Self.days(&reader) })
    case 4:
      self = .seed(CalendarDay(containing: Date(timeIntervalSince1970: Double(try reader.read(Int32.self)) * 86_400)))
    case 5: self = .queueKey(try reader.readString())
    default: throw MessageFault("the kind of a target is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .function(let name):
      writer.write(0 as UInt8)
      writer.write(name)
    case .procedure(let name):
      writer.write(1 as UInt8)
      writer.write(name)
    case .route(let place):
      writer.write(2 as UInt8)
      writer.write(UInt32(clamping: place))
    case .job(let name, let olderThan, let days):
      writer.write(3 as UInt8)
      writer.write(name)
      writer.write(olderThan) { writer, age in writer.write(age) }
      writer.write(days) { writer, days in
        writer.write(each: days.sorted { $0.key < $1.key }) {
          $0.write($1.key)
          $0.write($1.value)
        }
      }
    case .seed(let day):
      writer.write(4 as UInt8)
      writer.write(Int32(clamping: day.daysSinceEpoch))
    case .queueKey(let name):
      writer.write(5 as UInt8)
      writer.write(name)
    }
  }

  private static func days(_ reader: inout MessageReader) throws(MessageFault) -> [String: Int] {
    var days: [String: Int] = [:]
    for _ in 0..<(try reader.readCount()) { days[try reader.readString()] = try reader.readInt() }
    return days
  }
}
