import Testing

@testable import Loop

@Suite struct InboxTests {
  private func takeAll(_ inbox: inout Inbox<String>) -> [String] {
    var taken: [String] = []
    while let work = inbox.takeFirst() { taken.append(work) }
    return taken
  }

  @Test func aSleepingThreadIsWokenOnceForAllWork() {
    var inbox = Inbox<String>()
    var (admissions, isAsleep) = ([inbox.add("a")], inbox.fallAsleep())
    admissions.append(inbox.add("b"))
    #expect(admissions == [.isSeen, .isSeen])
    #expect(!isAsleep)
    #expect(inbox.count == 2)
    var taken = takeAll(&inbox)
    #expect(taken == ["a", "b"])

    isAsleep = inbox.fallAsleep()
    admissions = [inbox.add("c"), inbox.add("d")]
    taken = takeAll(&inbox)
    #expect(isAsleep)
    #expect(admissions == [.mustWake, .isSeen])
    #expect(taken == ["c", "d"])
    #expect(inbox.count == 0)
  }

  @Test func aThreadThatWokeByItselfIsNotWokenAgain() {
    var inbox = Inbox<String>()
    _ = inbox.fallAsleep()
    inbox.wakeUp()
    let admission = inbox.add("a")
    #expect(admission == .isSeen)
  }

  @Test func aClosedInboxRefusesWork() {
    var inbox = Inbox<String>()
    for work in ["a", "b", "c"] { _ = inbox.add(work) }
    let first = inbox.takeFirst()
    let left = inbox.end()
    let admission = inbox.add("d")
    #expect(first == "a")
    #expect(left == ["b", "c"])
    #expect(admission == .refused)
    #expect(inbox.count == 0)
  }
}
