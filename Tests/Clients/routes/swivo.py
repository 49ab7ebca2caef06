from .row import Row


def session(world) -> dict:
    return {"session_id": world.session}


NOT_PART = "403 PERMISSION_DENIED"

ROWS = {
    "create_session": Row("200", lambda world: {"category_id": world.category, "quorum_n": 3}),
    "join_session": Row("404 SESSION_NOT_FOUND", lambda _: {"invite_code": "FHKLMRWXYF"}, rpc="200"),
    "like_option": Row(NOT_PART, lambda world: {"session_id": world.session, "option_id": world.option}),
    "close_session": Row(NOT_PART, session, fellow="403 PERMISSION_DENIED", rpc="200"),
    "session_options": Row(NOT_PART, session),
    "session": Row(NOT_PART, session),
    "open_sessions": Row("200"),
    "set_username": Row("409 CONFLICT", lambda world: {"username": world.username}),
    "update_apns_token": Row("200", lambda _: {"token": "ab" * 32, "environment": "sandbox"}, rpc="204"),
    "categories": Row("200", access="verified", is_public=True),
    "notify_match": Row("403 PERMISSION_DENIED", session, access="service_role"),
    "deliver_match": Row("403 PERMISSION_DENIED", session, access="service_role"),
    "match_deliveries": Row("403 PERMISSION_DENIED", session, access="service_role"),
}
