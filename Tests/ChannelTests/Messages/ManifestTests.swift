import Channel
import Edge
import Foundation
import Testing
import Wire

/// The forms of functions, jobs, routes and migrations in a manifest.
@Suite struct ManifestTests {
  private struct Input: Codable, Sendable {
    let id: Int
    let tags: [String]
    let note: String?
  }

  private static let function = Function("like", access: .serviceRole) { (input: Input, _: Context<ServiceAccess>) in
    input
  }
  .queued(
    attempts: 3, backOff: BackOff(base: .milliseconds(250), cap: .seconds(9)), timeout: .seconds(7), concurrency: 2,
    rate: .perSecond(5), unique: .within(.seconds(60), states: [.completed, .dead])
  ) { "\($0.id)" }
  .limited(.perMinute(50, burst: 3, by: .address)).secrets("A").optionalSecrets("B").described("Likes.")
  .errors(.conflict("Taken")).idempotent().needsPostgres()

  @Test func aFunctionIsReadAsItIs() throws {
    let text = try Wire.encode(ManifestFunction(Self.function))
    let read = try Wire.decode(ManifestFunction.self, from: text)
    #expect(read.name == "like")
    #expect(read.hasUniqueKey)
    #expect(try read.traits.traits() == Self.function.traits)
    #expect(try read.schema.schema() == Self.function.schema)
  }

  @Test func anOptionalInputStaysOptional() throws {
    struct Filter: Codable, OptionalInput { let isActive: Bool? }
    let list = Function("list", access: .user) { (_: Filter, _) in 1 }
    let read = try Wire.decode(ManifestFunction.self, from: try Wire.encode(ManifestFunction(list)))
    #expect(list.schema.isInputOptional)
    #expect(try read.schema.schema() == list.schema)
  }

  @Test func aMemberOfAnUnknownTypeKeepsItsReason() throws {
    enum Shape: Codable { case circle(radius: Int) }
    struct Paint: Codable { let shape: Shape? }
    let paint = Function("paint", access: .user) { (_: Paint, _) in 1 }
    let read = try Wire.decode(ManifestFunction.self, from: try Wire.encode(ManifestFunction(paint)))
    guard case .json(let input) = try read.schema.schema().input else {
      Issue.record("The input has no schema")
      return
    }
    #expect(input.unrecordedPlaces(at: "input").count == 1)
    #expect(paint.schema.input == .json(input))
  }

  @Test func aJobIsReadAsItIs() throws {
    var job = Job(
      "tidy", every: "0 3 * * *", olderThan: .seconds(60), timeZone: "Europe/Berlin", catchUp: .all(limit: 4)
    ) { _, _ in }
    job.overlap = .replace
    job.jitter = .seconds(3)
    let read = try Wire.decode(ManifestJob.self, from: try Wire.encode(ManifestJob(job)))
    #expect(read.name == job.name && read.schedule == job.schedule && read.timeZone == job.timeZone)
    #expect(try read.catchUpRule() == job.catchUp)
    #expect(try read.overlap() == job.overlap)
    #expect(try read.jitter() == job.jitter)
    #expect(try read.olderThan() == job.olderThan)
    #expect(try read.policy() == job.queue)
  }

  @Test func aRouteIsReadAsItIs() throws {
    let route = TableRoute.update(
      "posts", filters: ["id": "post_id"], optional: ["n": .integer("n"), "b": .boolean("b")], Self.function)
    let read = try Wire.decode(ManifestRoute.self, from: try Wire.encode(ManifestRoute(route)))
    let again = try read.route(Self.function)
    #expect(again.description == route.description)
    #expect(again.filters == route.filters)
  }

  @Test func aFirstFrameIsReadAsItIs() throws {
    let start = Start(group: "g", secrets: ["f": ["A": "b"]], fixedTime: Date(timeIntervalSince1970: 1.5))
    #expect(try Start(hello: start.hello) == start)
    let manifest = Manifest(bundle: "b", functions: [ManifestFunction(Self.function)], groups: ["g": ["like"]])
    #expect(try Manifest(hello: manifest.hello) == manifest)
    #expect(throws: MessageFault.self) { try Manifest(hello: start.hello) }
  }

  @Test func migrationsAreReadAsTheyAre() throws {
    let set = MigrationSet(
      name: "notes",
      [
        Migration(version: 1, name: "one", sql: "CREATE TABLE a (b)"),
        Migration(version: 2, name: "two", breaking: true, sqlite: "DROP TABLE a", postgres: "DROP TABLE a CASCADE"),
      ], tablesOnSQLiteAlone: ["a"])
    let read = try Wire.decode(ManifestMigrations.self, from: try Wire.encode(ManifestMigrations(set)))
    #expect(read.set == set)
  }
}
