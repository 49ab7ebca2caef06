import Testing

@testable import Loop

/// What a stream's descriptor is watched for.
@Suite struct StreamWatchTests {
  private func expect(
    _ change: StreamWatch.Change?, _ expected: StreamWatch.Change?, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(change == expected, sourceLocation: location)
  }

  @Test func nothingIsWatchedBeforeAReaderOrAWriterWaits() {
    var watch = StreamWatch()
    expect(watch.update(hasReader: false, hasWriter: false), nil)
    expect(watch.update(hasReader: true, hasWriter: false), .add(.input))
    expect(watch.update(hasReader: true, hasWriter: true), .change([.input, .output]))
  }

  /// A reader that comes back for each chunk needs no change.
  @Test func inputStaysWatchedUntilAnEventFindsNoReader() {
    var watch = StreamWatch()
    expect(watch.update(hasReader: true, hasWriter: false), .add(.input))
    expect(watch.update(hasReader: false, hasWriter: false), nil)
    expect(watch.update(hasReader: true, hasWriter: false), nil)
    expect(watch.update(hasReader: false, hasWriter: false, after: .input), .change([]))
    expect(watch.update(hasReader: false, hasWriter: false), nil)
    expect(watch.update(hasReader: true, hasWriter: false), .change(.input))
  }

  @Test func roomIsWatchedOnlyWhileAWriterWaits() {
    var watch = StreamWatch()
    expect(watch.update(hasReader: true, hasWriter: true), .add([.input, .output]))
    expect(watch.update(hasReader: true, hasWriter: true, after: .output), nil)
    expect(watch.update(hasReader: true, hasWriter: false, after: .output), .change(.input))
  }

  /// The system reports a broken connection for as long as it is watched.
  @Test func aBrokenConnectionIsNotWatchedWithoutAReader() {
    var watch = StreamWatch()
    expect(watch.update(hasReader: true, hasWriter: false), .add(.input))
    expect(watch.update(hasReader: true, hasWriter: false, after: [.input, .hangUp]), nil)
    expect(watch.update(hasReader: false, hasWriter: false, after: [.input, .hangUp]), .remove)
    expect(watch.update(hasReader: true, hasWriter: false), .add(.input))
  }

  @Test func aBrokenConnectionIsTriedInBothDirections() {
    #expect(StreamWatch.work(for: .hangUp) == (receives: true, sends: true))
    #expect(StreamWatch.work(for: .error) == (receives: true, sends: true))
    #expect(StreamWatch.work(for: .input) == (receives: true, sends: false))
    #expect(StreamWatch.work(for: .output) == (receives: false, sends: true))
  }

  @Test func theEndTellsWhetherTheDescriptorIsWatched() {
    var watch = StreamWatch()
    var wasWatched = [watch.end()]
    _ = watch.update(hasReader: true, hasWriter: false)
    wasWatched += [watch.end(), watch.end()]
    #expect(wasWatched == [false, true, false])
  }
}
