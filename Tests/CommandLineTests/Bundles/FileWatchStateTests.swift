import Testing

@testable import Loop
@testable import Swiftlet

@Suite struct FileWatchStateTests {
  private let start = ContinuousClock.now
  private let old = FileWatchState.Sight(
    size: 10, modified: 1, identity: FileStatus.Identity(device: 1, number: 1), isExecutable: true)

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

  /// Expects that a look at a file has this result.
  private func expect(
    _ state: inout FileWatchState, _ sight: FileWatchState.Sight?, at milliseconds: Int, isTaken: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let result = state.saw(sight, at: at(milliseconds))
    #expect(result == isTaken, sourceLocation: sourceLocation)
  }

  /// A copy that keeps the time of its original, put in the place of a file of the same length.
  @Test func anotherFileOfTheSameLengthAndTimeIsTaken() {
    var state = FileWatchState(taken: old)
    var new = old
    new.identity = FileStatus.Identity(device: 1, number: 2)
    expect(&state, new, at: 0, isTaken: false)
    expect(&state, new, at: 150, isTaken: true)
  }

  @Test func aChangedFileIsTakenOnceItHasSettled() {
    var state = FileWatchState(taken: old)
    var new = old
    new.size = 5
    expect(&state, new, at: 0, isTaken: false)
    new.size = 20
    expect(&state, new, at: 100, isTaken: false)
    expect(&state, new, at: 200, isTaken: false)
    expect(&state, new, at: 250, isTaken: true)
    expect(&state, new, at: 400, isTaken: false)
  }

  @Test func whatIsServedIsNotTakenAgain() {
    var state = FileWatchState(taken: old)
    expect(&state, old, at: 0, isTaken: false)
    expect(&state, old, at: 1000, isTaken: false)
  }

  /// Another bundle has one of its functions at first, and gives it up.
  @Test func aRefusedFileIsTakenAgainOnceWhatIsServedHasChanged() {
    var state = FileWatchState(taken: nil)
    expect(&state, old, at: 0, isTaken: false)
    expect(&state, old, at: 150, isTaken: true)
    state.refused()
    expect(&state, old, at: 200, isTaken: false)
    state.servingChanged()
    expect(&state, old, at: 250, isTaken: true)
    // It was not refused this time.
    state.servingChanged()
    expect(&state, old, at: 300, isTaken: false)
  }

  @Test func aFileThatIsGoneOrCannotRunIsNotTaken() {
    var state = FileWatchState(taken: nil)
    var text = old
    text.isExecutable = false
    for time in [0, 500, 1000] { expect(&state, text, at: time, isTaken: false) }
    expect(&state, nil, at: 1100, isTaken: false)
    expect(&state, old, at: 1200, isTaken: false)
    expect(&state, old, at: 1400, isTaken: true)
  }
}
