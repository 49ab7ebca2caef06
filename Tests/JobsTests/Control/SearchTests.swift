import Edge
import Foundation
import Testing

@testable import Jobs

private struct Order: Codable, Sendable {
  let order: String
  let number: Int
}
private let ship = Function("ship", access: .serviceRole) { (_: Order, _) in NoContent() }.queued(attempts: 2) {
  $0.order
}
private let bill = Function("bill", access: .serviceRole) { (_: Order, _) in NoContent() }.queued(
  attempts: 3, concurrency: 4)
private let tidy = Job("tidy", every: "30 2 * * *", timeZone: "Europe/Berlin", retries: 0) { _ in }

/// Searches and counts of the queue and of the history.
@Suite(.ownDatabases) struct SearchTests {
  private func search(_ set: (inout JobCommand.Search) -> Void) -> JobCommand.Search {
    var search = JobCommand.Search()
    set(&search)
    return search
  }

  private func runs(_ set: (inout JobCommand.RunSearch) -> Void) -> JobCommand.RunSearch {
    var search = JobCommand.RunSearch()
    set(&search)
    return search
  }

  @Test func jobsAreFoundByTheirInputKeyIDAndState() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ship, bill])
    let queue = fixture.queue(system)
    let first = try await queue.enqueue(ship, Order(order: "A_100%", number: 1))
    try await queue.enqueue(ship, Order(order: "A-1000", number: 2))
    try await queue.enqueue(bill, Order(order: "B", number: 3), at: fixture.clock.now.addingTimeInterval(60))

    #expect(try await system.search(search { _ in }).jobs.map(\.name) == ["bill", "ship", "ship"])
    #expect(try await system.search(search { $0.texts = ["a_100%"] }).jobs.map(\.id) == [first.id])
    #expect(try await system.search(search { $0.texts = ["a%\u{301}"] }).jobs.isEmpty)
    #expect(try await system.search(search { $0.texts = [String(repeating: "a", count: 1000)] }).jobs.isEmpty)
    #expect(try await system.search(search { $0.texts = ["a", "number\":2"] }).jobs.map(\.key) == ["A-1000"])
    #expect(try await system.search(search { $0.key = "A_100%" }).jobs.map(\.id) == [first.id])
    #expect(
      try await system.search(search { $0.id = first.id }).jobs.map(\.input) == [#"{"order":"A_100%","number":1}"#])
    #expect(try await system.search(search { $0.state = "scheduled" }).jobs.map(\.name) == ["bill"])
    #expect(try await system.search(search { $0.state = "retrying" }).jobs.isEmpty)
    let page = try await system.search(search { $0.limit = 2 })
    #expect(page.jobs.count == 2 && page.next == page.jobs[1].id)
    let rest = try await system.search(search { $0.before = page.next })
    #expect(rest.jobs.map(\.id) == [first.id] && rest.next == nil)
    await #expect(throws: FunctionError.self) { try await system.search(search { $0.state = "odd" }) }
    await #expect(throws: FunctionError.self) { try await system.search(search { $0.limit = 0 }) }
  }

  @Test func aSearchGoesThroughManyChunks() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([bill])
    let queue = fixture.queue(system)
    let first = try await queue.enqueue(bill, Order(order: "needle", number: 0))
    for start in stride(from: 0, to: 21_000, by: 3_000) {
      try await queue.enqueueAll(bill, (start..<start + 3_000).map { Order(order: "hay", number: $0) })
    }
    // A search that takes long stops early: it is continued until it has found the job.
    var search = search { $0.texts = ["NEEDLE"] }
    var found = try await system.search(search)
    while found.jobs.isEmpty, let next = found.next {
      search.before = next
      found = try await system.search(search)
    }
    #expect(found.jobs.map(\.id) == [first.id])
  }

  @Test func endedTriesAreFoundAndCounted() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ship, bill], jobs: [tidy])
    let queue = fixture.queue(system)
    for number in 1...5 { try await queue.enqueue(bill, Order(order: "x", number: number)) }
    for (number, job) in try await system.claim().enumerated() {
      try await system.end(job, number == 0 ? .failed : .completed, number == 0 ? .dead : .finished)
    }
    fixture.clock.advance(by: 7200)
    for number in 1...3 { try await queue.enqueue(bill, Order(order: "x", number: number)) }
    for (number, job) in try await system.claim().enumerated() {
      try await system.end(
        job, number == 0 ? .failed : .completed,
        number == 0 ? .again(at: fixture.clock.now, usesAttempt: true) : .finished)
    }
    try await queue.enqueue(ship, Order(order: "y", number: 1))

    #expect(try await system.search(runs { $0.name = "bill" }).runs.count == 8)
    #expect(try await system.search(runs { $0.outcome = "failed" }).runs.count == 2)
    #expect(try await system.search(runs { $0.outcome = "dead" }).runs.count == 1)
    #expect(try await system.search(runs { $0.since = fixture.clock.now.addingTimeInterval(-60) }).runs.count == 4)
    #expect(try await system.search(runs { $0.trigger = "manual" }).runs.isEmpty)
    let page = try await system.search(runs { $0.limit = 3 })
    #expect(page.runs.count == 3 && page.next == page.runs[2].id)

    let counts = try await system.counts.counts { reading in Task { try await reading() } }
    let entries = Dictionary(counts.functions.map { ($0.name, $0) }) { first, _ in first }
    let bills = try #require(entries["bill"])
    #expect(bills.dead == 1 && bills.retrying == 1 && bills.waiting == 0 && bills.limit == 4)
    #expect(bills.completed == 3 && bills.failed == 1, "of the last hour")
    #expect(entries["ship"]?.waiting == 1 && entries["ship"]?.oldest == fixture.clock.now)
    #expect(entries["tidy"]?.isScheduled == true && entries["ship"]?.limit == nil)
    #expect(counts.since == fixture.clock.now.addingTimeInterval(-3600))
  }

  @Test func aChangeTakesOnlyJobsThatWereCounted() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ship, bill])
    let queue = fixture.queue(system)
    let early = try await queue.enqueue(bill, Order(order: "a", number: 1))
    var change = JobCommand.Change(.cancel)
    change.name = "bill"
    change.last = try await system.matching(change).last
    #expect(change.last == early.id)
    let late = try await queue.enqueue(bill, Order(order: "b", number: 2))
    #expect(try await system.perform(change).done == 1)
    #expect(try await system.search(search { _ in }).jobs.map(\.id) == [late.id])
  }

  @Test func chosenJobsAreChangedInAllStatesOfTheAction() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ship, bill])
    let queue = fixture.queue(system)
    let later = try await queue.enqueue(
      bill, Order(order: "a", number: 1), at: fixture.clock.now.addingTimeInterval(60))
    let now = try await queue.enqueue(bill, Order(order: "b", number: 2))
    var change = JobCommand.Change(.run)
    change.ids = [later.id, now.id]
    #expect(try await system.perform(change).done == 1, "one is available already")
    #expect(try await fixture.count("available") == 2)
    change.ids = Array(1...1001)
    await #expect(throws: FunctionError.self) { try await system.perform(change) }
  }

  @Test func aChangeOfManyTellsItsProgress() async throws {
    let fixture = try await Fixture()
    let system = try fixture.system([ship, bill])
    try await fixture.queue(system).enqueueAll(bill, (1...2300).map { Order(order: "a", number: $0) })
    try await fixture.queue(system).enqueue(ship, Order(order: "a", number: 1))
    var change = JobCommand.Change(.cancel)
    change.name = "bill"
    let (operations, continuation) = AsyncStream.makeStream(of: (@Sendable () async throws -> Void).self)
    let bulk = JobCommand.Bulk(change: change, count: 2300, selection: "function:bill")
    let begun = try system.begin(bulk) { continuation.yield($0) }
    #expect(begun.endedAt == nil && system.bulkChanges.progress == [begun])
    for await operation in operations {
      try await operation()
      break
    }
    let ended = try #require(system.bulkChanges.progress.first)
    #expect(ended.done == 2300 && ended.skipped == 0 && ended.endedAt != nil && ended.error == nil)
    #expect(try await fixture.count("available") == 1, "jobs of others are left alone")
    for _ in 1...BulkChanges.mostAtOnce { _ = try system.begin(bulk) { _ in } }
    #expect(throws: FunctionError.self) { try system.begin(bulk) { _ in } }
  }

  @Test func aScheduleShowsItsTicksAndTheChangeOfTheClocks() async throws {
    let fixture = try await Fixture()
    // 2027-01-15T08:00:00Z
    let system = try fixture.system(
      [], jobs: [tidy],
      overrides: [
        "tidy": {
          var o = JobOverride(); o.retries = 7; return o
        }()
      ])
    let details = try await system.scheduleDetails(of: "tidy")
    #expect(details.ticks.count == 10 && details.ticks[0].local == "2027-01-16T02:30:00+01:00")
    #expect(details.ticks.allSatisfy { $0.change == nil })
    #expect(details.policies.filter(\.isConfigured).map(\.name) == ["retries"])
    #expect(details.policies.first { $0.name == "retries" }?.value == "7")
    #expect(details.line.bars.isEmpty && details.line.next == details.ticks[0].at)
    await #expect(throws: FunctionError.self) { try await system.scheduleDetails(of: "nothing") }

    fixture.clock.advance(by: 70 * 86_400)
    let spring = try await system.scheduleDetails(of: "tidy").ticks.compactMap(\.change)
    #expect(spring == ["clocks go forward 1 h to 2027-03-28T03:00:00+02:00"])
  }
}
