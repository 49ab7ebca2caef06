import Edge
import Jobs
import Testing

@testable import Swiftlet

@Suite struct JobTablesTests {
  @Test func aTableConfiguresTheJobs() throws {
    let loaded = try Loading(
      config: """
        [jobs.tidy_up]
        schedule = "30 2 * * MON-FRI"
        time_zone = "Europe/Berlin"
        enabled = false
        catch_up = 5
        overlap = "replace"
        retries = 0
        older_than = "7d"
        """
    ).load(jobs: ["tidy_up"])
    var tidyUp = JobOverride()
    tidyUp.schedule = "30 2 * * MON-FRI"
    tidyUp.timeZone = "Europe/Berlin"
    tidyUp.enabled = false
    tidyUp.catchUp = .all(limit: 5)
    tidyUp.overlap = .replace
    tidyUp.retries = 0
    tidyUp.olderThan = .seconds(7 * 86_400)
    #expect(loaded.jobs == ["tidy_up": tidyUp])
    #expect(loaded.warnings.isEmpty)
    let shown = KnownKeys.job.map { [$0, loaded.shown("jobs.tidy_up.\($0)")] }
    #expect(
      shown == [
        ["schedule", "30 2 * * MON-FRI"], ["time_zone", "Europe/Berlin"], ["enabled", "false"], ["catch_up", "5"],
        ["overlap", "replace"], ["retries", "0"], ["older_than", "604800s"],
      ])
    #expect(loaded.origin(of: "jobs.tidy_up.catch_up") == "config.toml [jobs.tidy_up] catch_up")
  }

  @Test func theDaysOfHistoriesAreThoseOfTheJobThatRemovesThem() throws {
    let loaded = try Loading(config: "[retention]\njob_history = 7\nclosed_sessions = 30").load(jobs: ["prune_history"])
    var pruning = JobOverride()
    pruning.days = ["job_history": 7, "closed_sessions": 30]
    #expect(loaded.jobs == ["prune_history": pruning])
    #expect(loaded.warnings.isEmpty)
    #expect(loaded.shown("retention.closed_sessions") == "30")
    for value in ["0", "36501", "1.5", "\"7d\"", "true"] {
      let error = #expect(throws: Failure.self) { try Loading(config: "[retention]\njob_history = \(value)").load() }
      #expect(error?.message.contains("[retention] job_history is \(value): expected days from 1 to 36500") == true)
    }
  }

  @Test func withoutATableTheCodesValuesHold() throws {
    #expect(try Loading(config: "[jobs.tidy_up]").load(jobs: ["tidy_up"]).jobs == ["tidy_up": JobOverride()])
    #expect(try Loading(config: "").load().jobs.isEmpty)
  }

  @Test(arguments: [("\"skip\"", Job.CatchUp.skip), ("\"latest\"", .latest), ("\"all\"", .all), ("1", .all(limit: 1))])
  func catchUpIsRead(_ value: String, _ policy: Job.CatchUp) throws {
    let loaded = try Loading(config: "[jobs.x]\ncatch_up = \(value)").load(jobs: ["x"])
    #expect(loaded.jobs["x"]?.catchUp == policy)
    #expect(loaded.shown("jobs.x.catch_up") == value.replacing("\"", with: ""))
  }

  @Test(arguments: [
    ("schedule = \"61 * * * *\"", #"config.toml [jobs.x] schedule cannot be read: minute "61": "#),
    ("schedule = \"0 0 30 2 *\"", #"config.toml [jobs.x] schedule cannot be read: "#),
    (
      "schedule = 5",
      #"config.toml [jobs.x] schedule is 5: expected a schedule, such as "30 2 * * MON-FRI", "@daily" or "@every 90s""#
    ),
    ("time_zone = \"Europe/Berln\"", #"config.toml [jobs.x] time_zone cannot be read: time zone "Europe/Berln": "#),
    ("time_zone = 1", "config.toml [jobs.x] time_zone is 1: expected the name of a time zone"),
    ("enabled = \"no\"", #"config.toml [jobs.x] enabled is "no": expected true or false"#),
    (
      "catch_up = \"some\"",
      #"config.toml [jobs.x] catch_up is "some": expected "skip", "latest", "all", or how many run at most"#
    ),
    ("catch_up = 0", "config.toml [jobs.x] catch_up is 0: expected"),
    ("catch_up = \"5\"", #"config.toml [jobs.x] catch_up is "5": expected"#),
    ("catch_up = 10001", "config.toml [jobs.x] catch_up is 10001: expected"),
    ("overlap = \"queue\"", #"config.toml [jobs.x] overlap is "queue": expected one of allow, forbid, replace"#),
    ("retries = -1", "config.toml [jobs.x] retries is -1: expected a whole number from 0 to 1000000"),
    ("older_than = \"1s\"", #"config.toml [jobs.x] older_than is "1s": expected a duration from 60s to"#),
    ("older_than = \"old\"", #"config.toml [jobs.x] older_than is "old": expected a duration"#),
    ("retries = 1.5", "config.toml [jobs.x] retries is 1.5: expected a whole number"),
  ])
  func aWrongValueIsNamed(_ line: String, _ message: String) throws {
    let failure = try Loading(config: "[jobs.x]\n\(line)").failure()
    #expect(failure.message.hasPrefix(message), "\(failure.message)")
    #expect(failure.code == .configuration)
  }

  @Test func aValueInPlaceOfATableIsNamed() throws {
    #expect(try Loading(config: "jobs = 3").failure().message == "config.toml [jobs] is 3: expected a table")
    #expect(try Loading(config: "[jobs]\nx = 1").failure().message == "config.toml [jobs.x] is 1: expected a table")
  }

  @Test func unknownNamesAreWarnedAboutWithASuggestion() throws {
    let loaded = try Loading(config: "[jobs.tidyup]\nshedule = \"@daily\"\ncolour = 1").load(jobs: ["tidy_up"])
    #expect(
      loaded.warnings == [
        "config.toml: unknown key 'colour' in [jobs.tidyup]; known keys: \(KnownKeys.job.joined(separator: ", "))",
        "config.toml: unknown key 'shedule' in [jobs.tidyup] (did you mean 'schedule'?)",
        "config.toml: unknown job 'tidyup' in [jobs.tidyup] (did you mean 'tidy_up'?)",
      ])
  }
}
