import Foundation
import Swiftlet

/// The steps of an order as server-sent events, those that are there and then each new one, until the order is
/// delivered: `GET /functions/v1/order_events?order=<id>`.
///
/// A client that lost the connection sends the last id that it has, as browsers do by themselves, and misses nothing.
let orderEvents = Function.raw("order_events", access: .user) { request, context in
  guard let order = request.query("order").flatMap({ UUID(uuidString: $0) }) else {
    throw FunctionError.validation("The query needs an order's id: ?order=…")
  }
  let found = try await context.database.first(
    "SELECT id FROM orders WHERE id = \(order) AND user_id = \(context.userID)")
  guard found != nil else { throw FunctionError.notFound("ORDER_NOT_FOUND", "There is no such order") }
  let seen = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { Int64($0) }
  return .events { send in
    var last = seen ?? 0
    while context.clock.now < context.deadline {
      let steps = try await context.database.query(
        "SELECT id, state FROM order_steps WHERE order_id = \(order) AND id > \(last) ORDER BY id")
      for step in steps {
        last = try step.get("id")
        let state = try step.get("state", as: Step.State.self)
        // A client that has left makes this throw, which ends the function.
        try await send(ServerSentEvent(data: state.rawValue, event: "step", id: "\(last)"))
        if state == .delivered { return }
      }
      try await Task.sleep(for: .milliseconds(500))
    }
  }
}
