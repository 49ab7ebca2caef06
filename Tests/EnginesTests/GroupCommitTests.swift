import Database
import Testing

@testable import Engines

@Suite struct GroupCommitTests {
  private typealias Group = GroupCommit<String>
  private let start = ContinuousClock.now

  private func group(limit: Int = 3) -> Group {
    Group(groupLimit: limit, idleLimit: .seconds(5), turnLimit: .seconds(60))
  }

  /// A step in words.
  private func next(_ group: inout Group, idle: Bool, after wait: Duration = .zero) -> String {
    switch group.next(isIdle: idle, at: start + wait) {
    case .commit(let members): "commit \(members.joined(separator: " "))"
    case .start(_, let waiter, let opensGroup): "start \(waiter)\(opensGroup ? " in a new group" : "")"
    case nil: "nothing"
    }
  }

  @Test func aSingleBodyIsCommittedWhenTheWriterIsIdle() {
    var group = group()
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: true))
    #expect(next(&group, idle: true) == "nothing")
    group.release("a")
    #expect(next(&group, idle: false) == "nothing")
    #expect(next(&group, idle: true) == "commit a")
    #expect(next(&group, idle: true) == "nothing")
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: true))
  }

  @Test func waitingBodiesRunInOrderAndShareTheCommit() {
    var group = group()
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: true))
    for waiter in ["b", "c"] {
      let turn = group.makeTurn()
      #expect(group.enter(turn, at: start) == .mustWait)
      group.wait(waiter, as: turn)
    }
    #expect(next(&group, idle: true) == "nothing")
    group.release("a")
    #expect(next(&group, idle: true) == "start b")
    #expect(next(&group, idle: true) == "nothing")
    group.release("b")
    #expect(next(&group, idle: true) == "start c")
    group.release("c")
    #expect(next(&group, idle: false) == "commit a b c")
  }

  /// During the commit the tasks of the group before come back with new transactions.
  @Test func aGroupIsCommittedAfterOneAndAHalfCommitTimes() {
    var group = group(limit: 32)
    group.committed(in: .milliseconds(2))
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: true))
    for waiter in ["b", "c", "d", "e"] { group.wait(waiter, as: group.makeTurn()) }
    group.release("a")
    for waiter in ["b", "c"] {
      // Few members are not worth a commit of their own.
      #expect(next(&group, idle: false, after: .milliseconds(5)) == "start \(waiter)")
      group.release(waiter)
    }
    #expect(next(&group, idle: false, after: .milliseconds(2)) == "start d")
    group.release("d")
    #expect(next(&group, idle: false, after: .milliseconds(3)) == "commit a b c d")
    #expect(next(&group, idle: false, after: .milliseconds(3)) == "start e in a new group")
  }

  @Test func aFullGroupIsCommittedBeforeTheNextBegins() {
    var group = group(limit: 1)
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: true))
    let second = group.makeTurn()
    #expect(group.enter(second, at: start) == .mustWait)
    group.wait("b", as: second)
    group.release("a")
    #expect(group.enter(group.makeTurn(), at: start) == .mustWait)
    #expect(next(&group, idle: false) == "commit a")
    #expect(next(&group, idle: false) == "start b in a new group")
    #expect(group.open == second)
  }

  @Test func aNewBodyDoesNotOvertakeWaitingOnes() {
    var group = group()
    _ = group.enter(group.makeTurn(), at: start)
    let second = group.makeTurn()
    #expect(group.enter(second, at: start) == .mustWait)
    group.wait("b", as: second)
    group.abandon()
    #expect(group.enter(group.makeTurn(), at: start) == .mustWait)
    #expect(next(&group, idle: false) == "start b")
  }

  @Test func usersTakeTurns() {
    var group = group(limit: 32)
    // So that no commit is due meanwhile.
    group.committed(in: .milliseconds(2))
    _ = group.enter(group.makeTurn(), at: start)
    for number in 1...4000 { group.wait("a\(number)", as: group.makeTurn(), of: "a") }
    group.wait("b", as: group.makeTurn(), of: "b")
    group.wait("program", as: group.makeTurn())
    group.abandon()
    for waiter in ["a1", "b", "program", "a2"] {
      #expect(next(&group, idle: false) == "start \(waiter)")
      group.abandon()
    }
  }

  @Test func abandonedBodiesCountTowardsTheLimitButDoNotJoinTheCommit() {
    var group = group(limit: 2)
    _ = group.enter(group.makeTurn(), at: start)
    group.release("a")
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: false))
    group.abandon()
    #expect(next(&group, idle: false) == "commit a")
  }

  @Test func aLostGroupFailsOnlyTheWaitersForItsCommit() {
    var group = group()
    _ = group.enter(group.makeTurn(), at: start)
    group.release("a")
    _ = group.enter(group.makeTurn(), at: start)
    let third = group.makeTurn()
    group.wait("c", as: third)
    #expect(group.lose() == ["a"])
    #expect(next(&group, idle: false) == "start c in a new group")
    #expect(group.lose() == [])
  }

  @Test func allWaitersFailWhenNoGroupCanBegin() {
    var group = group()
    _ = group.enter(group.makeTurn(), at: start)
    group.wait("b", as: group.makeTurn())
    #expect(group.failToOpen() == ["b"])
    #expect(next(&group, idle: true) == "nothing")
    #expect(group.enter(group.makeTurn(), at: start) == .started(opensGroup: true))
  }

  @Test func aWaitingBodyCanLeaveTheQueueAndAnOpenOneCannot() {
    var group = group()
    let first = group.makeTurn()
    _ = group.enter(first, at: start)
    let second = group.makeTurn()
    group.wait("b", as: second)
    #expect(group.stopWaiting(first) == nil)
    #expect(group.stopWaiting(second) == "b")
    #expect(group.stopWaiting(second) == nil)
  }

  @Test func theDeadlineMovesWithEachUse() {
    var group = group()
    #expect(group.deadline == nil)
    _ = group.enter(group.makeTurn(), at: start)
    #expect(group.deadline == start.advanced(by: .seconds(5)))
    group.use(at: start.advanced(by: .seconds(2)))
    #expect(group.deadline == start.advanced(by: .seconds(7)))
    group.release("a")
    #expect(group.deadline == nil)
  }

  @Test func anOpenBodyHasALimitWhateverItDoes() {
    var group = group()
    _ = group.enter(group.makeTurn(), at: start)
    group.use(at: start.advanced(by: .seconds(58)))
    #expect(group.deadline == start.advanced(by: .seconds(60)))
    #expect(!group.isOver(at: start.advanced(by: .seconds(59))))
    #expect(group.isOver(at: start.advanced(by: .seconds(60))))
    group.abandon()
    #expect(!group.isOver(at: start.advanced(by: .seconds(60))))
    _ = group.enter(group.makeTurn(), at: start.advanced(by: .seconds(60)))
    #expect(!group.isOver(at: start.advanced(by: .seconds(119))))
    group.allowAnyTime()
    #expect(!group.isOver(at: start.advanced(by: .seconds(3600))))
  }

  @Test func closingLetsOpenAndWaitingBodiesFinish() {
    var group = group()
    _ = group.enter(group.makeTurn(), at: start)
    group.wait("b", as: group.makeTurn())
    group.close()
    #expect(group.enter(group.makeTurn(), at: start) == .refused)
    #expect(!group.isDrained)
    group.release("a")
    #expect(next(&group, idle: true) == "start b")
    group.release("b")
    #expect(!group.isDrained)
    #expect(next(&group, idle: true) == "commit a b")
    #expect(group.isDrained)
  }
}
