from .row import Row

GROUP, HUNT, CHECKPOINT, SUBMISSION = (
    f"404 {name}_NOT_FOUND" for name in ("GROUP", "HUNT", "CHECKPOINT", "SUBMISSION"))
SHARE, PLAN = "404 SHARE_NOT_FOUND", "404 PLAN_NOT_FOUND"
OWNER = "403 PERMISSION_DENIED"


def group(world) -> dict:
    return {"group_id": world.group}


def hunt(world) -> dict:
    return {"hunt_id": world.hunt}


def checkpoint(world) -> dict:
    return {"checkpoint_id": world.checkpoint}


ROWS = {
    "create_social_group": Row("200", lambda _: {"name": "mine"}),
    "join_social_group": Row(GROUP, lambda _: {"invite_code": "ZZZZZZZZ"}, plain=True),
    "social_groups": Row("200"),
    "social_group": Row(GROUP, group),
    "group_members": Row(GROUP, group),
    "leave_social_group": Row(GROUP, group),
    "remove_group_member": Row(
        GROUP, lambda world: {"group_id": world.group, "user_id": world.owner.user}, fellow=OWNER),
    "update_social_group": Row(GROUP, lambda world: {**group(world), "name": "stolen"}, fellow=OWNER),
    "delete_social_group": Row(GROUP, group, fellow=OWNER),
    "create_scavenger_hunt": Row(GROUP, lambda world: {"title": "x", "group_id": world.group}),
    "join_scavenger_hunt": Row(HUNT, hunt),
    "scavenger_hunts": Row("200"),
    "scavenger_hunt": Row(HUNT, hunt),
    "group_hunts": Row(GROUP, group),
    "update_scavenger_hunt": Row(HUNT, lambda world: {**hunt(world), "status": "completed"}, fellow=OWNER),
    "delete_scavenger_hunt": Row(HUNT, hunt, fellow=OWNER),
    "hunt_checkpoints": Row(HUNT, hunt),
    "submit_checkpoint": Row(CHECKPOINT, lambda world: {**checkpoint(world), "photo_url": "https://x.example/y"}),
    "checkpoint_submissions": Row(CHECKPOINT, checkpoint),
    "verify_submission": Row(
        SUBMISSION, lambda world: {"submission_id": world.submission, "verified": True}, fellow=OWNER),
    "hunt_leaderboard": Row(HUNT, hunt),
    "share_eta": Row("200", lambda world: world.share),
    "eta_shares": Row("200"),
    "update_eta_share": Row(SHARE, lambda world: {"share_id": world.eta, "is_active": False}, fellow=SHARE),
    # A share's start has the share's id.
    "notify_eta_update": Row(OWNER, lambda world: {"event_id": world.eta}, access="service_role"),
    "deliver_eta_share": Row(OWNER, lambda world: {"event_id": world.eta}, access="service_role"),
    "create_adventure_plan": Row("200", lambda _: {"title": "mine", "status": "active"}),
    "adventure_plans": Row("200", lambda world: {"user_id": world.owner.user, "plan_id": world.plan}, fellow="200"),
    "update_adventure_plan": Row(PLAN, lambda world: {"plan_id": world.plan, "title": "stolen"}, fellow=PLAN),
    "delete_adventure_plan": Row("200", lambda world: {"plan_id": world.plan}, fellow="200"),
    "save_place": Row("200", lambda _: {"name": "mine", "latitude": 1, "longitude": 2}),
    "saved_places": Row("200", lambda world: {"user_id": world.owner.user, "place_id": world.place}, fellow="200"),
    "delete_saved_place": Row("200", lambda world: {"place_id": world.place}, fellow="200"),
    "health_check": Row("200", access="verified"),
    "health_check_detailed": Row("200", access="HealthAccess"),
    "get_system_metrics": Row("200", access="HealthAccess"),
}
