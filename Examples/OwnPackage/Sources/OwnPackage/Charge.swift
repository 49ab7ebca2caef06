import Swiftlet

/// The secrets that a function finds.
struct Found: Encodable, Sendable {
  let key: String
  /// The names of undeclared secrets that it finds: none.
  let others: [String]
}

/// Needs a secret: `PAYMENT_KEY`, in the environment, in `.env` or in `config.toml`.
let charge = Function("charge", access: .verified) { context in
  Found(
    key: try context.secrets.require("PAYMENT_KEY"),
    others: ["OTHER_KEY", "PATH", "HOME", "SUPABASE_JWT_SECRET"].filter { context.secrets[$0] != nil })
}
.secrets("PAYMENT_KEY")
