from .row import Row


def victim(world) -> dict:
    return {"user_id": world.owner.user}


ROWS = {
    # It deletes the caller's account, whatever its input says.
    "delete_account": Row("204", victim),
    "erase_account": Row("403 PERMISSION_DENIED", victim, access="service_role"),
}
