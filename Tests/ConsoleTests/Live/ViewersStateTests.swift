import Testing

@testable import Console

@Suite struct ViewersStateTests {
  private let logs = ViewKey(.logs, path: [], query: Form(), canAct: true)
  private let queue = ViewKey(.queue, path: [], query: Form(), canAct: true)

  private func rendering(_ texts: String...) -> Rendering {
    let regions = texts.enumerated().map { index, text in
      RenderedRegion(Region(index == 0 ? "first" : "second", "<p>\(text)</p>"))
    }
    return .content(title: "Logs", regions: regions)
  }

  @Test func aJoinedViewIsRenderedAtOnceAndSentWhole() throws {
    var state = ViewersState()
    let viewer = try state.join([logs], of: "a")
    #expect(state.nextToRender() == logs)
    #expect(state.nextToRender() == nil)
    #expect(state.take(viewer).isEmpty)
    #expect(state.rendered(logs, rendering("a", "b")) == [viewer])
    let updates = state.take(viewer)
    #expect(updates.map(\.changed).map { $0.map(\.html) } == [["<p>a</p>", "<p>b</p>"]])
    #expect(updates.first?.order == ["first", "second"])
    #expect(state.take(viewer).isEmpty)
  }

  @Test func aViewOfTwoViewersIsRenderedOncePerPulse() throws {
    var state = ViewersState()
    let viewers = [try state.join([logs], of: "a"), try state.join([logs], of: "a")]
    state.beginPulse()
    #expect(state.nextToRender() == logs)
    #expect(state.nextToRender() == nil)
    #expect(Set(state.rendered(logs, rendering("a"))) == Set(viewers))
    #expect(state.nextToRender() == nil)
  }

  @Test func onlyChangedRegionsAreSent() throws {
    var state = ViewersState()
    let viewer = try state.join([logs], of: "a")
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a", "b"))
    _ = state.take(viewer)
    state.beginPulse()
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a", "c"))
    #expect(state.take(viewer).map { $0.changed.map(\.html) } == [["<p>c</p>"]])
    state.beginPulse()
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a", "c"))
    #expect(state.take(viewer).isEmpty)
  }

  @Test func aSlowViewerGetsTheNewestStateAlone() throws {
    var state = ViewersState()
    let viewer = try state.join([logs], of: "a")
    for text in ["a", "b", "c"] {
      state.beginPulse()
      _ = state.nextToRender()
      _ = state.rendered(logs, rendering(text))
    }
    #expect(state.take(viewer).map { $0.changed.map(\.html) } == [["<p>c</p>"]])
  }

  @Test func aPulseDuringARenderingRendersTheViewAgain() throws {
    var state = ViewersState()
    _ = try state.join([logs], of: "a")
    #expect(state.nextToRender() == logs)
    state.beginPulse()
    state.beginPulse()
    #expect(state.nextToRender() == nil)
    _ = state.rendered(logs, rendering("a"))
    #expect(state.nextToRender() == logs)
    #expect(state.nextToRender() == nil)
  }

  @Test func aPageThatWasJustLoadedIsNotReplacedByAnOlderRendering() throws {
    var state = ViewersState()
    _ = try state.join([logs], of: "a")
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("old"))
    state.beginPulse()
    #expect(state.nextToRender() == logs)
    let viewer = try state.join([logs], of: "a")
    #expect(state.take(viewer).isEmpty)
    _ = state.rendered(logs, rendering("begun before the viewer came"))
    #expect(state.take(viewer).isEmpty)
    #expect(state.nextToRender() == logs)
    _ = state.rendered(logs, rendering("new"))
    #expect(state.take(viewer).map { $0.changed.map(\.html) } == [["<p>new</p>"]])
  }

  @Test func aReturningViewerGetsWhatHasChangedSince() throws {
    var state = ViewersState()
    _ = try state.join([logs], of: "a")
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a", "b"))
    let seen = state.revision
    state.beginPulse()
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a", "c"))
    let returning = try state.join([logs], of: "a", seen: seen)
    #expect(state.take(returning).map { $0.changed.map(\.html) } == [["<p>c</p>"]])
  }

  @Test func aReturningViewerOfAForgottenViewGetsAllOfIt() throws {
    var state = ViewersState()
    let first = try state.join([logs], of: "a")
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a"))
    let seen = state.revision
    state.leave(first)
    let returning = try state.join([logs], of: "a", seen: seen)
    #expect(state.nextToRender() == logs)
    _ = state.rendered(logs, rendering("a"))
    #expect(state.take(returning).map { $0.changed.count } == [1])
  }

  @Test func aFailureIsSentOnceAndItsEndToo() throws {
    var state = ViewersState()
    let viewer = try state.join([logs], of: "a")
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a"))
    _ = state.take(viewer)
    for rendering in [Rendering.failure("away"), .failure("away")] {
      state.beginPulse()
      _ = state.nextToRender()
      _ = state.rendered(logs, rendering)
    }
    #expect(state.take(viewer).map(\.failure) == ["away"])
    state.beginPulse()
    _ = state.nextToRender()
    _ = state.rendered(logs, rendering("a"))
    let updates = state.take(viewer)
    #expect(updates.map(\.failure) == [nil])
    #expect(updates.map(\.changed) == [[]])
  }

  @Test func theViewsThatAreAsTheyWereRenderedAreNamed() throws {
    var state = ViewersState()
    let viewer = try state.join([logs, queue], of: "a")
    #expect(state.rendered(of: viewer) == [])
    func pulse(_ results: [ViewKey: Rendering]) {
      state.beginPulse()
      while let key = state.nextToRender() { _ = state.rendered(key, results[key] ?? rendering("a")) }
    }
    pulse([:])
    #expect(state.rendered(of: viewer) == [logs, queue])
    for _ in 0..<2 {
      pulse([logs: .failure("away")])
      #expect(state.rendered(of: viewer) == [queue])
    }
    pulse([:])
    #expect(state.rendered(of: viewer) == [logs, queue])
    // A page that was just loaded is newer than the last rendering.
    let second = try state.join([logs], of: "a")
    #expect(state.rendered(of: second) == [])
    #expect(state.rendered(of: 99) == [])
  }

  @Test func viewsWithoutViewersAreForgotten() throws {
    var state = ViewersState()
    let viewer = try state.join([logs, queue], of: "a")
    let other = try state.join([queue], of: "a")
    state.leave(viewer)
    state.beginPulse()
    #expect(state.nextToRender() == queue)
    #expect(state.nextToRender() == nil)
    state.leave(other)
    #expect(!state.hasViewers)
    #expect(state.rendered(queue, rendering("a")).isEmpty)
    state.beginPulse()
    #expect(state.nextToRender() == nil)
  }

  @Test func viewersAndViewsAreBounded() throws {
    var state = ViewersState()
    for number in 0..<ViewersState.maximumViewers { _ = try state.join([logs], of: "session \(number)") }
    #expect(throws: ViewersState.Refusal.tooManyViewers) { try state.join([logs], of: "a") }
    state = ViewersState()
    let viewers = try (0..<ViewersState.maximumOfSession).map { _ in try state.join([logs], of: "a") }
    #expect(throws: ViewersState.Refusal.tooManyOfSession) { try state.join([logs], of: "a") }
    _ = try state.join([logs], of: "b")
    state.leave(viewers[0])
    _ = try state.join([logs], of: "a")
    state = ViewersState()
    let views = (0...ViewersState.maximumViews).map { ViewKey(.logs, path: ["\($0)"], query: Form(), canAct: true) }
    #expect(throws: ViewersState.Refusal.tooManyViews) { try state.join(views, of: "a") }
    _ = try state.join(Array(views.dropLast()), of: "a")
    #expect(throws: ViewersState.Refusal.tooManyViews) { try state.join([logs], of: "a") }
  }

  @Test func fewViewsAreRenderedAtATime() throws {
    var state = ViewersState()
    let views = (0..<9).map { ViewKey(.logs, path: ["\($0)"], query: Form(), canAct: true) }
    _ = try state.join(views, of: "a")
    var rendering: [ViewKey] = []
    while let key = state.nextToRender() { rendering.append(key) }
    #expect(rendering.count == ViewersState.maximumRendering)
    _ = state.rendered(rendering[0], self.rendering("a"))
    #expect(state.nextToRender() != nil)
    #expect(state.nextToRender() == nil)
  }

  @Test func aClosedStateAdmitsNoViewer() throws {
    var state = ViewersState()
    _ = try state.join([logs], of: "a")
    state.close()
    #expect(!state.hasViewers)
    #expect(state.nextToRender() == nil)
    #expect(throws: ViewersState.Refusal.closed) { try state.join([logs], of: "a") }
  }
}
