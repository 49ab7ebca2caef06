import Edge
import Foundation
import NIOCore
import Testing

@testable import Host

@Suite struct FinishedOperationsTests {
  private func operation(_ number: Int, name: Int = 0, status: Int = 200, microseconds: Int = 10) -> FinishedOperation {
    FinishedOperation(
      id: OperationID(name: name, number: number), invocation: InvocationID(at: Date(timeIntervalSince1970: 0)),
      began: .uptimeNanoseconds(UInt64(number)), microseconds: microseconds, status: status)
  }

  @Test func theLastOnesAreKept() {
    var finished = FinishedOperations()
    for number in 1...1000 { finished.add(operation(number)) }
    #expect(finished.recent.count == FinishedOperations.kept)
    #expect(Set(finished.recent.map(\.id.number)) == Set((1001 - FinishedOperations.kept)...1000))
    #expect(finished.counts[0].succeeded == 1000)
  }

  @Test func theStatusDecides() {
    var finished = FinishedOperations()
    for (number, status) in [200, 204, 302, 399, 400, 401, 404, 429, 499, 500, 503, 546].enumerated() {
      finished.add(operation(number, name: 3, status: status, microseconds: number))
    }
    #expect(finished.counts.count == 4)
    let counts = finished.counts[3]
    #expect((counts.succeeded, counts.refused, counts.failed) == (4, 5, 3))
    #expect(counts.longest == 11)
    #expect(finished.counts[0].isEmpty)
  }

  @Test func namesAreBounded() {
    let names = OperationNames()
    let first = names.name("a", .function)
    #expect(names.name("a", .job) === first)
    for number in 0..<(OperationNames.limit * 2) { _ = names.name("n\(number)", .function) }
    #expect(names.all.count == OperationNames.limit)
    let beyond = names.name("one more", .function)
    #expect(beyond.text == "other")
    #expect(names.name("another", .function) === beyond)
    #expect(names.name("a", .function) === first)
    #expect(first.next() == OperationID(name: 0, number: 1))
    #expect(first.next() == OperationID(name: 0, number: 2))
    #expect(beyond.next() == OperationID(name: OperationNames.limit - 1, number: 1))
  }
}
