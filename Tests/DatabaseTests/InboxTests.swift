import Testing

@testable import Database

@Suite struct InboxTests {
  private func takeAll(_ inbox: inout Inbox<String>) -> [String] {
    var batch: [String] = []
    inbox.takeAll(into: &batch)
    return batch
  }

  @Test func aThreadIsWokenOnceForWhatComesWhileItSleeps() {
    var inbox = Inbox<String>()
    var (admissions, isAsleep) = ([inbox.add("a")], inbox.fallAsleep())
    admissions.append(inbox.add("b"))
    #expect(admissions == [.isSeen, .isSeen])
    #expect(!isAsleep)
    #expect(!inbox.isEmpty)
    var taken = takeAll(&inbox)
    #expect(taken == ["a", "b"])

    isAsleep = inbox.fallAsleep()
    admissions = [inbox.add("c"), inbox.add("d")]
    taken = takeAll(&inbox)
    #expect(isAsleep)
    #expect(admissions == [.mustWake, .isSeen])
    #expect(taken == ["c", "d"])
    #expect(inbox.isEmpty)
  }

  @Test func aThreadThatWokeByItselfIsNotWoken() {
    var inbox = Inbox<String>()
    _ = inbox.fallAsleep()
    inbox.wakeUp()
    let admission = inbox.add("a")
    #expect(admission == .isSeen)
  }

  @Test func aThreadThatHasEndedTakesNothing() {
    var inbox = Inbox<String>()
    _ = inbox.add("a")
    let left = inbox.end()
    let admission = inbox.add("b")
    #expect(left == ["a"])
    #expect(admission == .refused)
    #expect(inbox.isEmpty)
  }
}
