import Testing

@testable import Console

@Suite struct ViewerOutputTests {
  @Test func aViewerThatIsWokenWithNothingToSendGetsACommentAfterTheSilence() {
    var output = ViewerOutput()
    for second in 1..<15 {
      #expect(output.text(changes: "", still: "", isWoken: true, at: .seconds(second)) == nil)
      #expect(output.wait(at: .seconds(second)) == .seconds(15 - second))
    }
    #expect(output.text(changes: "", still: "", isWoken: true, at: .seconds(15)) == ":\n\n")
    #expect(output.wait(at: .seconds(15)) == .seconds(15))
  }

  @Test func aTimeoutAfterTheSilenceIsAComment() {
    var output = ViewerOutput()
    #expect(output.text(changes: "", still: "still", isWoken: false, at: .seconds(15)) == ":\n\n")
  }

  @Test func anEventBeginsTheSilenceAnew() {
    var output = ViewerOutput()
    #expect(output.text(changes: "a", still: "", isWoken: true, at: .seconds(10)) == "a")
    #expect(output.wait(at: .seconds(10)) == .seconds(15))
    #expect(output.text(changes: "", still: "", isWoken: true, at: .seconds(20)) == nil)
  }

  @Test func theRenderedViewsAreNamedOnceASecond() {
    var output = ViewerOutput()
    #expect(output.text(changes: "", still: "still", isWoken: true, at: .milliseconds(999)) == nil)
    #expect(output.text(changes: "a", still: "still", isWoken: true, at: .seconds(1)) == "astill")
    #expect(output.text(changes: "b", still: "still", isWoken: true, at: .milliseconds(1500)) == "b")
  }
}
