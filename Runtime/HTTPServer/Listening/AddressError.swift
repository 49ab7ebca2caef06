/// The system's error for a host name without an address.
struct AddressError: Error, CustomStringConvertible {
  let description: String
}
