import Testing

/// The sender against the simulator over real sockets, with every fault that the simulator can play.
@Suite("Delivery", .serialized, .timeLimit(.minutes(10))) enum DeliveryTests {}
