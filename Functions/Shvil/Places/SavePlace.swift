import Edge
import Foundation

/// Saves a place of the caller. A user has at most 1,000.
let savePlace = Function("save_place", access: .user) { (place: NewPlace, context) in
  let userID = context.userID
  let now = context.clock.now
  return try await context.database.transaction(retries: 3) { transaction in
    try await transaction.holdUser(userID, at: now)
    try await transaction.check(
      placeLimit, of: "SELECT 1 FROM saved_places WHERE user_id = \(userID)", else: .placeLimitReached)
    // The run's id grows with time, which keeps inserts at the end of the table.
    let row = try await transaction.first(
      """
      INSERT INTO saved_places (id, user_id, name, address, latitude, longitude, category, created_at)
      VALUES (\(context.id.uuid), \(userID), \(place.name), \(place.address), \(place.latitude), \(place.longitude),
        \(place.category), \(now))
      RETURNING \(SQL.placeColumns)
      """)
    guard let row else {
      throw FunctionError(status: .internalServerError, code: .server, message: "The place was not stored")
    }
    return try SavedPlace(row)
  }
}.limited(shvilLimit, as: "shvil").idempotent()
  .described("Saves a place of the caller.")
  .errors(.userNotFound, .placeLimitReached)

/// The most places of a user. On Postgres a trigger enforces the same limit for inserts at the project's REST address.
let placeLimit = 1000

struct NewPlace: Codable {
  let name: String
  let address: String?
  let latitude: Double?
  let longitude: Double?
  let category: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeText(.name, 1...200)
    address = try container.decodeTextIfPresent(.address, 0...500)
    latitude = try container.decodeDegreesIfPresent(.latitude, upTo: 90)
    longitude = try container.decodeDegreesIfPresent(.longitude, upTo: 180)
    category = try container.decodeTextIfPresent(.category, 0...64)
  }
}

extension FunctionError {
  static let placeLimitReached = limitReached(
    "PLACE_LIMIT_REACHED", "You have \(placeLimit) saved places already: delete one first", limit: placeLimit)
}
