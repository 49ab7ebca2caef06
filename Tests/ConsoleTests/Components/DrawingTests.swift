import Testing

@testable import Console

@Suite struct DrawingTests {
  @Test func noStyleIsInline() {
    let pieces: [HTML] = [
      Meter(fraction: 0.5, text: "1 of 2").html, Sparkline([1, 2, 3], label: "calls").html, Badge(.good, "on").html,
      RunBars(
        [.init(outcome: .good, seconds: 1, title: "ok"), .init(outcome: .bad, seconds: nil, title: "no")], label: "runs"
      ).html,
    ]
    for piece in pieces {
      #expect(!piece.text.contains("style="))
      #expect(!piece.text.contains("nan"))
    }
  }

  @Test func numbersThatAreNotFiniteAreDrawnAsNothing() {
    #expect(Meter(fraction: .nan, text: "").html.text.contains("width=\"0.0\""))
    #expect(Sparkline([.nan, .infinity], label: "").html.text.contains("22.5"))
    #expect(
      RunBars([.init(outcome: .bad, seconds: .infinity, title: "")], label: "").html.text.contains("height=\"3.0\""))
  }

  @Test func theHighestValueReachesTheTop() {
    #expect(Sparkline([0, 10], label: "").html.text.contains("points=\"0.0,22.5 120.0,1.5 \""))
  }
}
