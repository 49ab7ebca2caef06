import Edge
import Testing

@testable import Workers

@Suite struct LimitRulesTests {
  private static let second: UInt64 = 1_000_000_000
  private let call = WatchedCall(slot: 3, call: 8, limits: CallLimits(), start: 0)

  private func reading(
    at now: UInt64, _ state: SlotState, cpu: UInt64?, calls: [WatchedCall]? = nil, sample: WorkerSample? = nil
  ) -> LimitRules.Reading {
    LimitRules.Reading(now: now, calls: calls ?? [call], sample: sample, state: { _ in state }, cpu: { _ in cpu })
  }

  @Test func `A call that spins is warned once, and then ended`() {
    var rules = LimitRules(cores: 2)
    let state = SlotState(call: 8, since: 0, used: 0, thread: 77)
    #expect(rules.look(reading(at: Self.second / 10, state, cpu: Self.second / 10)) == .init())
    let soft = rules.look(reading(at: Self.second, state, cpu: Self.second))
    #expect(soft.warnings == [.init(call: 8, used: .seconds(1))] && soft.kill == nil)
    #expect(rules.look(reading(at: Self.second * 3 / 2, state, cpu: Self.second * 3 / 2)) == .init())
    #expect(rules.look(reading(at: 2 * Self.second, state, cpu: 2 * Self.second)).kill == .limit(.cpu, call: 8))
  }

  @Test func `A call whose slot names another call for a moment is not warned again`() {
    var rules = LimitRules(cores: 2)
    let own = SlotState(call: 8, since: 0, used: Self.second, thread: 0)
    let other = SlotState(call: 6, since: 0, used: Self.second, thread: 0)
    let looks = [own, other, own, other, other, own].map { rules.look(reading(at: Self.second, $0, cpu: nil)) }
    #expect(looks.map(\.warnings.count) == [1, 0, 0, 0, 0, 0])
    // The slot's next call is warned for itself.
    let next = WatchedCall(slot: call.slot, call: 10, limits: call.limits, start: 0)
    let itsState = SlotState(call: 10, since: 0, used: Self.second, thread: 0)
    #expect(rules.look(reading(at: Self.second, other, cpu: nil, calls: [next])) == .init())
    #expect(rules.look(reading(at: Self.second, itsState, cpu: nil, calls: [next])).warnings.map(\.call) == [10])
  }

  @Test func `A call near a limit asks for a look when it may reach it`() {
    var rules = LimitRules(cores: 2)
    func soonest(at milliseconds: UInt64, thread: UInt32 = 77, calls: [WatchedCall]? = nil) -> Duration? {
      let time = milliseconds * 1_000_000
      let state =
        thread == 0
        ? SlotState(call: 8, since: 0, used: time, thread: 0) : SlotState(call: 8, since: 0, used: 0, thread: thread)
      return rules.look(reading(at: time, state, cpu: time, calls: calls)).soonest
    }
    #expect(soonest(at: 1000) == nil)
    #expect(soonest(at: 1950) == .milliseconds(50))
    #expect(soonest(at: 1950, thread: 0) == nil, "it waits, and uses nothing")
    let short = WatchedCall(slot: 3, call: 8, limits: CallLimits(wallClock: .seconds(1)), start: 0)
    #expect(soonest(at: 980, calls: [short]) == .milliseconds(20))
  }

  @Test func `A call that sleeps on its thread uses nothing`() {
    var rules = LimitRules(cores: 2)
    let state = SlotState(call: 8, since: 0, used: 0, thread: 77)
    for tenth in 1...100 {
      #expect(rules.look(reading(at: UInt64(tenth) * Self.second / 10, state, cpu: 5_000_000)) == .init())
    }
  }

  @Test func `What the thread used for other calls before is not this call's`() {
    var rules = LimitRules(cores: 2)
    let before = SlotState(call: 8, since: 0, used: 0, thread: 0)
    #expect(rules.look(reading(at: Self.second, before, cpu: nil)) == .init())
    // A piece that began a moment ago, on a thread that has used a minute.
    let state = SlotState(call: 8, since: 2 * Self.second - 1000, used: 0, thread: 77)
    #expect(rules.look(reading(at: 2 * Self.second, state, cpu: 60 * Self.second)) == .init())
  }

  @Test func `A slot of another call, and nonsense, affect no other call`() {
    var rules = LimitRules(cores: 2)
    let other = SlotState(call: 6, since: .max, used: .max, thread: .max)
    #expect(rules.look(reading(at: Self.second, other, cpu: nil)) == .init())
    let own = SlotState(call: 8, since: .max, used: .max, thread: 77)
    #expect(rules.look(reading(at: Self.second, own, cpu: .max)).kill == .limit(.cpu, call: 8))
  }

  @Test func `The wall clock and the memory end a worker`() {
    var rules = LimitRules(WorkerLimits(memory: 20 << 20), cores: 2)
    let idle = SlotState(call: 8, since: 0, used: 0, thread: 0)
    #expect(rules.look(reading(at: 400 * Self.second, idle, cpu: nil)).kill == .limit(.wallClock, call: 8))
    let boot = WorkerSample(residentMemory: 10 << 20)
    rules.booted(boot)
    let enough = WorkerSample(residentMemory: 30 << 20)
    #expect(rules.look(reading(at: 0, idle, cpu: nil, sample: enough)) == .init())
    let more = WorkerSample(residentMemory: 30 << 20 + 1)
    #expect(rules.look(reading(at: 0, idle, cpu: nil, sample: more)).kill == .limit(.memory, call: nil))
  }

  @Test func `A worker that computes without calls is ended, and one that computes for calls is not`() {
    /// - Parameter busy: The milliseconds of each tenth of a second in which there are calls.
    func kill(busy: UInt64, cores: Double) -> WorkerKill? {
      var rules = LimitRules(cores: 2)
      rules.booted(WorkerSample())
      let slot = SlotState(call: 8, since: 0, used: 0, thread: 0)
      for tenth in 1...30 {
        var reading = reading(
          at: UInt64(tenth) * Self.second / 10, slot, cpu: nil, calls: [],
          sample: WorkerSample(cpu: .milliseconds(Int64(Double(tenth * 100) * cores))))
        reading.busy = UInt64(tenth) * busy * 1_000_000
        let verdict = rules.look(reading)
        #expect(rules.isBusy == (cores > 0.1 || tenth == 1))
        if let kill = verdict.kill { return kill }
      }
      return nil
    }
    #expect(kill(busy: 0, cores: 1) == .limit(.cpu, call: nil))
    #expect(kill(busy: 0, cores: 0.1) == nil)
    #expect(kill(busy: 100, cores: 2) == nil)
    #expect(kill(busy: 5, cores: 1) == .limit(.cpu, call: nil), "a short call before each look does not hide it")
    #expect(kill(busy: 50, cores: 0.5) == nil)
    #expect(kill(busy: 50, cores: 1) == nil, "the calls may use two cores")
  }

  @Test func `A worker may compute while it starts`() {
    var rules = LimitRules(cores: 2, isBooting: true)
    let slot = SlotState(call: 8, since: 0, used: 0, thread: 0)
    func look(at second: Int) -> WorkerKill? {
      let sample = WorkerSample(cpu: .seconds(second))
      return rules.look(reading(at: UInt64(second) * Self.second, slot, cpu: nil, calls: [], sample: sample)).kill
    }
    #expect((1...8).map { look(at: $0) } == Array(repeating: nil, count: 8))
    rules.booted(WorkerSample(cpu: .seconds(8)))
    #expect((9...11).map { look(at: $0) } == [nil, nil, nil])
    #expect(look(at: 12) == .limit(.cpu, call: nil))
  }

  @Test func `Temporary files have a limit`() {
    var rules = LimitRules(cores: 2)
    let idle = SlotState(call: 8, since: 0, used: 0, thread: 0)
    var reading = reading(at: 0, idle, cpu: nil)
    reading.temporaryFiles = 512 << 20
    #expect(rules.look(reading).kill == nil)
    reading.temporaryFiles = 512 << 20 + 1
    #expect(rules.look(reading).kill == .limit(.disk, call: nil))
  }

  @Test func `Threads have a limit, with and without calls`() {
    let limits = WorkerLimits()
    let idle = SlotState(call: 8, since: 0, used: 0, thread: 0)
    for calls in [[call], []] {
      var rules = LimitRules(limits, cores: 2)
      #expect(rules.look(reading(at: 0, idle, cpu: nil, calls: calls, sample: WorkerSample(threads: 512))) == .init())
      let verdict = rules.look(reading(at: 1, idle, cpu: nil, calls: calls, sample: WorkerSample(threads: 513)))
      #expect(verdict.kill == .limit(.threads, call: nil))
    }
    let death = WorkerDeath(
      worker: WorkerID(number: 1), pid: 1, end: .signal(9), kill: .limit(.threads, call: nil), limit: .threads,
      lastSample: WorkerSample(threads: 600))
    #expect(death.words(CallLimits(), limits) == "over its limit of 512 threads, it had 600")
    #expect(death.reason == "threads" && death.kill?.description == "limit of threads")
  }

  @Test func `Measurements of temporary files take at most a tenth of the time`() {
    var pace = FolderPace()
    #expect(pace.isDue(at: 0))
    pace.measured(from: 1000, to: 1010)
    #expect(!pace.isDue(at: 1099) && pace.isDue(at: 1100))
    pace.measured(from: 1100, to: 1100)
    #expect(pace.isDue(at: 1100))
  }

  @Test func `Slots are claimed, bound and freed`() {
    var slots = CallSlots(count: 2)
    #expect(slots.isEmpty && slots.claim(CallLimits(), at: 0) == 0 && slots.claim(CallLimits(), at: 1) == 1)
    #expect(slots.claim(CallLimits(), at: 2) == nil)
    slots.bind(1, to: 4)
    #expect(slots.watched.map(\.call) == [0, 4])
    slots.release(0, at: 2)
    slots.release(0, at: 2)
    slots.release(99, at: 2)
    #expect(slots.claim(CallLimits(), at: 3) == 0 && slots.claim(CallLimits(), at: 3) == nil)
    slots.release(0, at: 4)
    slots.release(1, at: 4)
    #expect(slots.isEmpty && slots.watched.isEmpty)
  }

  @Test func `The time with calls is that of any call`() {
    var slots = CallSlots(count: 2)
    #expect(slots.busyTime(until: 9) == 0)
    _ = slots.claim(CallLimits(), at: 10)
    _ = slots.claim(CallLimits(), at: 20)
    #expect(slots.busyTime(until: 25) == 15)
    slots.release(0, at: 30)
    #expect(slots.busyTime(until: 35) == 25)
    slots.release(1, at: 40)
    slots.release(1, at: 50)
    #expect(slots.busyTime(until: 60) == 30)
    _ = slots.claim(CallLimits(), at: 70)
    #expect(slots.busyTime(until: 71) == 31)
    #expect(slots.busyTime(until: 69) == 30, "another thread may have read its clock earlier")
  }

  @Test func `A death by an allocation that failed is one by memory`() {
    let trap = WorkerDeath.End.signal(4)
    func limit(
      _ end: WorkerDeath.End, crash: WorkerCrash? = nil, lines: [String] = [], sample: WorkerSample? = nil
    ) -> WorkerFailure.Resource? {
      DeathRules.limit(end, crash: crash, lastLines: lines, lastSample: sample, memory: 100)
    }
    #expect(limit(trap) == nil)
    #expect(limit(trap, crash: WorkerCrash(signal: "SIGILL", reason: "out-of-memory")) == .memory)
    #expect(limit(trap, lines: ["Fatal error: Could not allocate memory."]) == .memory)
    #expect(limit(.status(1), lines: ["Could not allocate memory"]) == nil)
    #expect(limit(.signal(9), sample: WorkerSample(residentMemory: 91)) == .memory)
    #expect(limit(.signal(9), sample: WorkerSample(residentMemory: 90)) == nil)
    #expect(DeathRules.isEnded(by: .requested, .signal(9)) && !DeathRules.isEnded(by: .requested, trap))
  }
}
