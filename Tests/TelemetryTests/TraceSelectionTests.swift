import Edge
import Foundation
import Host
import Testing

@testable import Telemetry

@Suite struct TraceSelectionTests {
  private let minute = Date(timeIntervalSince1970: 60 * 29_000_000)

  private func call(
    _ function: String, _ microseconds: Int, status: Int = 200, second: Double = 0, sequence: UInt64 = 0
  ) -> InvocationRecord {
    let date = minute.addingTimeInterval(second)
    var record = InvocationRecord(
      time: date, id: InvocationID(at: date).uuid, function: function, status: status,
      timing: InvocationTiming(total: microseconds))
    record.sequence = sequence
    return record
  }

  @Test func everyErrorIsSelected() {
    var selection = TraceSelection(TraceSampler(.none))
    let error = call("a", 10, status: 500)
    #expect(selection.add(error) == [error])
    var failed = call("a", 5)
    failed.outcome = .failed
    #expect(selection.add(failed) == [failed])
    #expect(selection.add(call("a", 3, status: 404)) == [])
    #expect(selection.finish() == [], "the slowest was selected already")
  }

  @Test func theSlowestOfEachFunctionIsSelectedAtTheEndOfTheMinute() {
    var selection = TraceSelection(TraceSampler(.none))
    let (first, slow, other) = (
      call("a", 10, sequence: 1), call("a", 30, second: 1, sequence: 2), call("b", 5, second: 2, sequence: 3)
    )
    for record in [first, slow, other, call("a", 20, second: 3, sequence: 4)] {
      #expect(selection.add(record) == [])
    }
    #expect(selection.isWaiting)
    #expect(selection.timePassed(minute.addingTimeInterval(59.9)) == [])
    let next = call("a", 1, second: 60, sequence: 5)
    #expect(selection.add(next) == [slow, other])
    #expect(selection.timePassed(minute.addingTimeInterval(121)) == [next])
    #expect(!selection.isWaiting)
    #expect(selection.finish() == [])
  }

  @Test func aSampledCallIsSelectedOnce() {
    var selection = TraceSelection(TraceSampler(.all))
    let record = call("a", 10)
    #expect(selection.add(record) == [record])
    #expect(!selection.isWaiting)
    #expect(selection.finish() == [])
  }

  @Test func theCallersDecisionIsTheRecords() {
    var selection = TraceSelection(TraceSampler(.none))
    var record = call("a", 10)
    record.trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    record.isParentSampled = true
    #expect(selection.add(record) == [record])
  }

  @Test func theFunctionsAreBounded() {
    var selection = TraceSelection(TraceSampler(.none))
    for number in 0..<TraceSelection.mostFunctions + 50 { _ = selection.add(call("f\(number)", 10)) }
    #expect(selection.finish().count == TraceSelection.mostFunctions)
  }
}
