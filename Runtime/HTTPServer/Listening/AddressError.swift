/// Why a host name stands for no address, in the system's words.
struct AddressError: Error, CustomStringConvertible {
  let description: String
}
