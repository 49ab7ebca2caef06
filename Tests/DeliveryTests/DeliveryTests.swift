import Testing

/// Our sender against our simulator over real sockets: each fault the simulator plays, one test after the other.
@Suite("Delivery", .serialized, .timeLimit(.minutes(10))) enum DeliveryTests {}
