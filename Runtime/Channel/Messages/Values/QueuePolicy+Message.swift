package import Edge

extension QueuePolicy: Message {
  package init(from reader: inout MessageReader) throws(MessageFault) {
    let attempts = try reader.readInt()
    let backOff = BackOff(base: try reader.readDuration(), cap: try reader.readDuration())
    let timeout = try reader.readDuration()
    let concurrency: Int? = try Optional(from: &reader)
    let rate = try reader.readOptional { reader throws(MessageFault) in
      StartRate(try reader.readInt(), per: try reader.readDuration())
    }
    let unique = try reader.readOptional { reader throws(MessageFault) in
      let period = try reader.readDuration()
      let states = try reader.readArray { reader throws(MessageFault) in try reader.readNamed(JobState.self) }
      return UniqueKeys.within(period, states: Set(states))
    }
    self.init(
      attempts: attempts, backOff: backOff, timeout: timeout, concurrency: concurrency, rate: rate,
      unique: unique ?? .whileUnfinished)
  }

  package func write(to writer: inout MessageWriter) {
    writer.write(attempts)
    writer.write(backOff.base)
    writer.write(backOff.cap)
    writer.write(timeout)
    writer.write(concurrency)
    writer.write(rate) { writer, rate in
      writer.write(rate.count)
      writer.write(rate.period)
    }
    writer.write(unique.period) { writer, period in
      writer.write(period)
      writer.write(each: unique.states.sorted { $0.rawValue < $1.rawValue }) { $0.write($1.rawValue) }
    }
  }
}
