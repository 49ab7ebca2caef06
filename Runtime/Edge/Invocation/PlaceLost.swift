/// The error of a call whose ``CallPlace`` is gone, because its worker has ended. The handler has not begun, so the call
/// can be made again.
package struct PlaceLost: Error {
  package init() {}
}
