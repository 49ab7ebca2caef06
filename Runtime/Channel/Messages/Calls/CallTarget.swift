package import Edge
import FoundationEssentials

/// The part of a bundle that a call runs.
package enum CallTarget: Message, Hashable {
  /// A function, by its name.
  case function(String)
  /// A database function, by its name.
  case procedure(String)
  /// The function of a route, by the route's place in the manifest.
  case route(Int)
  /// A job, by its name, with the ages that the host has configured: the job's own if both are nil.
  case job(String, olderThan: Duration?, days: [String: Int]?)
  /// The seed, with the host's UTC day.
  case seed(CalendarDay)
  /// The check of an input for the queue, and its unique key. The input is the request's body.
  case queueKey(String)

  package init(from reader: inout MessageReader) throws(MessageFault) {
    switch try reader.read(UInt8.self) {
    case 0: self = .function(try reader.readString())
    case 1: self = .procedure(try reader.readString())
    case 2: self = .route(Int(try reader.read(UInt32.self)))
    case 3:
      self = .job(
        try reader.readString(), olderThan: try Optional(from: &reader), days: try Optional(from: &reader))
    case 4:
      self = .seed(CalendarDay(containing: Date(timeIntervalSince1970: Double(try reader.read(Int32.self)) * 86_400)))
    case 5: self = .queueKey(try reader.readString())
    default: throw MessageFault("the kind of a target is not known")
    }
  }

  package func write(to writer: inout MessageWriter) {
    switch self {
    case .function(let name): writer.write(case: 0, name)
    case .procedure(let name): writer.write(case: 1, name)
    case .route(let place):
      writer.write(2 as UInt8)
      writer.write(UInt32(clamping: place))
    case .job(let name, let olderThan, let days): writer.write(case: 3, name, olderThan, days)
    case .seed(let day):
      writer.write(4 as UInt8)
      writer.write(Int32(clamping: day.daysSinceEpoch))
    case .queueKey(let name): writer.write(case: 5, name)
    }
  }
}
