import Testing

@testable import Swiftlet

@Suite struct FileWatchStateTests {
  private let start = ContinuousClock.now
  private let old = FileWatchState.Sight(size: 10, changedAt: 1, inode: 1, isExecutable: true)

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  @Test func aChangedFileIsTakenOnceItHasSettled() {
    var state = FileWatchState(taken: old)
    var new = old
    new.size = 5
    #expect(!state.saw(new, at: at(0)))
    new.size = 20
    #expect(!state.saw(new, at: at(100)))
    #expect(!state.saw(new, at: at(200)))
    #expect(state.saw(new, at: at(250)))
    #expect(!state.saw(new, at: at(400)))
  }

  @Test func whatIsServedIsNotTakenAgain() {
    var state = FileWatchState(taken: old)
    #expect(!state.saw(old, at: at(0)))
    #expect(!state.saw(old, at: at(1000)))
  }

  @Test func aFileThatIsGoneOrCannotRunIsNotTaken() {
    var state = FileWatchState(taken: nil)
    var text = old
    text.isExecutable = false
    for time in [0, 500, 1000] { #expect(!state.saw(text, at: at(time))) }
    #expect(!state.saw(nil, at: at(1100)))
    #expect(!state.saw(old, at: at(1200)))
    #expect(state.saw(old, at: at(1400)))
  }

  @Test func aFileThatWasPutBackIsTakenAgain() {
    var state = FileWatchState(taken: nil)
    #expect(!state.saw(old, at: at(0)))
    #expect(state.saw(old, at: at(200)))
    state.putBack()
    #expect(state.saw(old, at: at(250)))
  }
}
