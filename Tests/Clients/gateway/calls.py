"""The calls that the client code of the five apps makes, as their documents show it, in PyPI's `supabase`.

A call whose code a document shows in Swift or as HTTP has that line in `seed`. `alone` is what a host without a project
does with it: it works (None), or the client raises this error. `ours` marks calls that a host answers itself in front of a
project too; all others are the project's.
"""

import asyncio
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import httpx
from postgrest.exceptions import APIError
from realtime import AsyncRealtimeClient
from supabase_auth.errors import AuthApiError
from websockets.exceptions import InvalidStatus

from gateway.project import PNG
from gateway.recorder import Phone
from host import PATIENCE, token

ID = "3f0e9a34-7a3c-4f6e-8d83-0c3a54a0b7a1"
# The route of Shvil's document.
ROUTE = {
    "origin": {"latitude": 37.7749, "longitude": -122.4194, "address": "123 Main St"},
    "destination": {"latitude": 37.7849, "longitude": -122.4094, "address": "456 Oak St"},
    "distance": 5.2, "duration": 1800, "transport_mode": "driving", "estimated_arrival": "2024-01-01T15:30:00Z",
}
# The channels of Shvil's and Swivo's documents: the topic, the table that it listens to, and the column of its filter.
CHANNELS = (
    (f"saved_places:{ID}", "saved_places", "user_id"), (f"adventures:{ID}", "adventure_plans", "user_id"),
    (f"social_groups:{ID}", "group_members", "group_id"), (f"scavenger_hunts:{ID}", "scavenger_hunts", "id"),
    (f"eta_shares:{ID}", "eta_shares", "user_id"), ("match-channel", "sessions", "id"),
)


@dataclass(frozen=True)
class Call:
    app: str
    seed: str
    make: Callable[[Phone], object]
    alone: type[Exception] | None = None
    ours: bool = False

    def __str__(self) -> str:
        return f"{self.app}: {self.seed}"


def table(phone: Phone, name: str):
    return phone.signed_in().from_(name)


def rpc(phone: Phone, name: str, get: bool = False, **parameters):
    return phone.signed_in().rpc(name, parameters, get=get).execute().data


def invoke(phone: Phone, name: str, **body):
    return phone.signed_in().functions.invoke(name, {"body": body, "responseType": "json"})


def browse(phone: Phone, provider: str) -> httpx.Response:
    """The page that an app opens to sign in elsewhere; the error is the one that a browser shows."""
    place = urlsplit(phone.client().auth.sign_in_with_oauth({"provider": provider}).url)
    page = phone.get(f"{place.path}?{place.query}")
    if page.status_code >= 400:
        raise AuthApiError(page.json()["msg"], page.status_code, page.json()["error_code"])
    return page


def documented(phone: Phone, path: str, body: dict | None = None) -> httpx.Response:
    """A POST as a document writes it; the clients' builders have no call for it."""
    access = phone.signed_in().auth.get_session().access_token
    headers = {"apikey": token("anon"), "Authorization": f"Bearer {access}", "X-Forwarded-For": phone.address}
    answer = phone.http.post(path, headers=headers, json=body)
    if answer.status_code >= 500:
        raise APIError(answer.json())
    return answer


def picture(phone: Phone) -> bytes:
    """Today's picture, by its signed URL, at the app's one address."""
    place = urlsplit(phone.client().functions.invoke("riddle_today", {"responseType": "json"})["imageURL"])
    answer = phone.get(f"{place.path}?{place.query}").raise_for_status()
    assert answer.content.startswith(b"\x89PNG\r\n\x1a\n")
    return answer.content


def session(phone: Phone) -> tuple[str, str]:
    """A new session of Swivo, and an option of it."""
    category = invoke(phone, "categories")[0]["id"]
    made = rpc(phone, "create_session", p_category_id=category, p_quorum_n=3)
    return made["session_id"], rpc(phone, "session_options", p_session_id=made["session_id"])[0]["options"]["id"]


def like(phone: Phone, by_function: bool) -> dict:
    one, option = session(phone)
    if by_function:
        return invoke(phone, "like_option", session_id=one, option_id=option)
    return rpc(phone, "like_option", p_session_id=one, p_option_id=option)


def plan(phone: Phone) -> dict:
    """A new plan of Shvil."""
    stop = {"name": "Coffee Shop", "address": "123 Main St", "latitude": 37.7749, "longitude": -122.4194}
    row = {"title": "Weekend Adventure", "description": "A fun weekend trip", "stops": [stop]}
    return table(phone, "adventure_plans").insert(row).execute().data[0]


def place(phone: Phone) -> dict:
    """A new saved place of Shvil."""
    row = {"name": "Favorite Coffee Shop", "latitude": 37.7749, "longitude": -122.4194, "category": "coffee"}
    return table(phone, "saved_places").insert(row).execute().data[0]


def group(phone: Phone) -> dict:
    """A new group of Shvil."""
    return table(phone, "social_groups").insert({"name": "Weekend Warriors"}).execute().data[0]


def leave(phone: Phone, left: dict):
    return table(phone, "group_members").delete().eq("group_id", left["id"]).eq("user_id", left["created_by"]).execute()


def hunt(phone: Phone) -> dict:
    """A new hunt of Shvil."""
    checkpoint = {
        "title": "Find the Red Door", "location": {"latitude": 37.7749, "longitude": -122.4194},
        "photo_required": True, "points": 20}
    row = {"title": "City Scavenger Hunt", "checkpoints": [checkpoint]}
    return table(phone, "scavenger_hunts").insert(row).execute().data[0]


def start(phone: Phone, drafted: dict):
    return table(phone, "scavenger_hunts").update({"status": "active"}).eq("id", drafted["id"]).execute()


def submit(phone: Phone, drafted: dict):
    """A submission of the first checkpoint of a hunt, after all that has to come before."""
    documented(phone, f"/rest/v1/scavenger_hunts/{drafted['id']}/join").raise_for_status()
    start(phone, drafted)
    checkpoints = table(phone, "hunt_checkpoints").select("*").eq("hunt_id", drafted["id"]).execute().data
    photo = "https://storage.supabase.co/object/public/photos/photo.jpg"
    return table(phone, "checkpoint_submissions").insert(
        {"checkpoint_id": checkpoints[0]["id"], "photo_url": photo}).execute()


def subscribe(phone: Phone, topic: str, table: str, column: str) -> None:
    """Subscribes to the changes of rows of a table, waits for one, and leaves."""
    access = phone.signed_in().auth.get_session().access_token

    async def follow() -> None:
        client = AsyncRealtimeClient(f"{phone.url}/realtime/v1", token("anon"), auto_reconnect=False, max_retries=1)
        await client.set_auth(access)
        changes, states = asyncio.Queue(), []
        channel = client.channel(topic).on_postgres_changes(
            "*", table=table, filter=f"{column}=eq.{ID}", callback=changes.put_nowait)
        try:
            await asyncio.wait_for(channel.subscribe(lambda state, _: states.append(state.value)), PATIENCE)
            change = await asyncio.wait_for(changes.get(), PATIENCE)
            assert states == ["SUBSCRIBED"] and change["data"]["record"] == {"id": "1", "status": "matched"}
            await client.remove_all_channels()
        finally:
            await client.close()

    asyncio.run(follow())


def upload(phone: Phone) -> None:
    """Uploads the photo of a checkpoint, and downloads it again."""
    app = phone.signed_in()
    bucket, path = app.storage.from_("photos"), f"{app.auth.get_session().user.id}/photo.png"
    assert bucket.upload(path, PNG, {"content-type": "image/png"}).path == path
    assert bucket.download(path) == PNG


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def ahead(**time: float) -> str:
    """An instant so far from now."""
    return (datetime.now(UTC) + timedelta(**time)).isoformat()


def email(phone: Phone) -> str:
    return phone.credentials["email"]


CALLS = [
    Call("enigmate", "riddle_today", lambda p: p.client().functions.invoke("riddle_today"), ours=True),
    Call("enigmate", "imageURL", picture),
    Call("enigmate", "signUp(email:password:data:)", lambda p: p.sign_up({"name": "John Doe"})),
    Call("enigmate", "signIn(email:password:)", lambda p: p.sign_in()),
    Call("enigmate", "signInWithLinkedIn()", lambda p: browse(p, "linkedin_oidc"), AuthApiError),
    Call("enigmate", "handleAuthCallback(_:)", lambda p: p.client().auth.exchange_code_for_session(
        {"auth_code": ID, "code_verifier": "x" * 43, "redirect_to": "enigmate://login-callback"}), AuthApiError),
    Call("enigmate", "automatic token refresh", lambda p: p.with_account().auth.refresh_session()),
    Call("enigmate", "updatePassword(newPassword:)", lambda p: p.with_account().auth.update_user(
        {"password": p.credentials["password"] + "4"})),
    Call("enigmate", "resetPassword(email:)", lambda p: p.client().auth.reset_password_for_email(
        email(p), {"redirect_to": "enigmate://password-reset"}), AuthApiError),
    Call("enigmate", "todaysRiddle()", lambda p: table(p, "riddles").select("*").eq(
        "release_date", today()).limit(1).execute(), APIError),
    Call("enigmate", "downloadPuzzleImageData(id:)", lambda p: p.signed_in().storage.from_(
        "riddle-images").download("1.png")),
    Call("enigmate", "signOut()", lambda p: p.with_account().auth.sign_out()),

    Call("shvil", "POST /auth/v1/signup", lambda p: p.sign_up()),
    Call("shvil", "POST /auth/v1/token?grant_type=password", lambda p: p.sign_in()),
    Call("shvil", "POST /auth/v1/token?grant_type=id_token", lambda p: p.client().auth.sign_in_with_id_token(
        {"provider": "apple", "token": "apple_id_token", "nonce": "nonce_value"}), AuthApiError),
    Call("shvil", "Email/Magic Link", lambda p: p.client().auth.sign_in_with_otp({"email": email(p)}), AuthApiError),
    Call("shvil", "POST adventure_plans", lambda p: plan(p), ours=True),
    Call("shvil", "GET adventure_plans", lambda p: table(p, "adventure_plans").select("*").eq(
        "user_id", ID).execute(), ours=True),
    Call("shvil", "PATCH adventure_plans", lambda p: table(p, "adventure_plans").update(
        {"title": "Updated Adventure", "status": "active"}).eq("id", plan(p)["id"]).execute(), ours=True),
    Call("shvil", "DELETE adventure_plans", lambda p: table(p, "adventure_plans").delete().eq(
        "id", plan(p)["id"]).execute(), ours=True),
    Call("shvil", "POST social_groups", lambda p: group(p), ours=True),
    Call("shvil", "POST social_groups/join", lambda p: documented(
        p, "/rest/v1/social_groups/join", {"invite_code": group(p)["invite_code"]}), ours=True),
    Call("shvil", "GET group_members", lambda p: table(p, "group_members").select("*").eq(
        "group_id", group(p)["id"]).execute(), ours=True),
    Call("shvil", "DELETE group_members", lambda p: leave(p, group(p)), ours=True),
    Call("shvil", "POST scavenger_hunts", lambda p: hunt(p), ours=True),
    Call("shvil", "POST scavenger_hunts/{huntId}/join", lambda p: documented(
        p, f"/rest/v1/scavenger_hunts/{hunt(p)['id']}/join"), ours=True),
    Call("shvil", "PATCH scavenger_hunts", lambda p: start(p, hunt(p)), ours=True),
    Call("shvil", "POST checkpoint_submissions", lambda p: submit(p, hunt(p)), ours=True),
    Call("shvil", "photo_url of checkpoint_submissions", upload),
    Call("shvil", "GET hunt_leaderboard", lambda p: table(p, "hunt_leaderboard").select("*").eq(
        "hunt_id", hunt(p)["id"]).execute(), ours=True),
    Call("shvil", "POST saved_places", lambda p: place(p), ours=True),
    Call("shvil", "GET saved_places", lambda p: table(p, "saved_places").select("*").eq("user_id", ID).execute(), ours=True),
    Call("shvil", "DELETE saved_places", lambda p: table(p, "saved_places").delete().eq(
        "id", place(p)["id"]).execute(), ours=True),
    Call("shvil", "POST eta_shares", lambda p: table(p, "eta_shares").insert(
        {"route_data": ROUTE, "recipients": [ID], "expires_at": ahead(hours=1)}).execute(), ours=True),
    Call("shvil", "GET eta_shares", lambda p: table(p, "eta_shares").select("*").eq(
        "is_active", "true").execute(), ours=True),
    Call("shvil", "GET rpc/health_check", lambda p: rpc(p, "health_check", get=True), ours=True),
    Call("shvil", "GET rpc/health_check_detailed", lambda p: rpc(p, "health_check_detailed", get=True), ours=True),
    Call("shvil", "GET rpc/get_system_metrics", lambda p: rpc(p, "get_system_metrics", get=True), ours=True),
    *(
        Call("shvil", f"channel {channel[0].partition(':')[0]}", lambda p, channel=channel: subscribe(p, *channel), InvalidStatus)
        for channel in CHANNELS[:-1]
    ),
    Call("shvil", "POST /auth/v1/logout", lambda p: p.with_account().auth.sign_out()),

    Call("mariner", "signUp(email:password:)", lambda p: p.sign_up()),
    Call("mariner", "signIn(email:password:)", lambda p: p.sign_in()),
    Call("mariner", "getSession()", lambda p: p.with_account().auth.refresh_session()),
    Call("mariner", "from(_:)", lambda p: table(p, "boats").select("*").order("name").limit(10).execute(), APIError),
    Call("mariner", "checkConnectionHealth()", lambda p: table(p, "boats").select(
        "*", count="exact", head=True).execute(), APIError),
    Call("mariner", "signOut()", lambda p: p.with_account().auth.sign_out()),

    Call("leftova", "signUp(email:password:)", lambda p: p.sign_up()),
    Call("leftova", "signIn(email:password:)", lambda p: p.sign_in()),
    Call("leftova", "getCurrentUser()", lambda p: p.with_account().auth.get_user()),
    Call("leftova", "resetPassword(email:)", lambda p: p.client().auth.reset_password_for_email(email(p)), AuthApiError),
    Call("leftova", "checkAndPerformAction(_:)", lambda p: rpc(p, "perform_action", p_action="search"), ours=True),
    Call("leftova", "refreshUsageStats()", lambda p: rpc(p, "usage_stats"), ours=True),
    Call("leftova", "searchByIngredients(_:)", lambda p: table(p, "recipes").select(
        "*, recipe_ingredients!inner(ingredient)").in_("recipe_ingredients.ingredient", ["chicken", "rice"]).execute(), APIError),
    Call("leftova", "searchByText(_:)", lambda p: table(p, "recipes").select("*").ilike("title", "%soup%").execute(), APIError),
    Call("leftova", "saveRecipeWithLimit(_:)", lambda p: rpc(p, "save_recipe", p_recipe_id=str(uuid.uuid4())), ours=True),
    Call("leftova", "getSavedRecipes()", lambda p: table(p, "saved_recipes").select("recipes(*)").execute(), APIError),
    Call("leftova", "getSavedRecipeIds()", lambda p: rpc(p, "saved_recipes"), ours=True),
    Call("leftova", "unsaveRecipe(_:)", lambda p: rpc(p, "unsave_recipe", p_recipe_id=ID), ours=True),
    Call("leftova", "signOut()", lambda p: p.with_account().auth.sign_out()),

    Call("swivo", "signInAnonymously()", lambda p: p.client().auth.sign_in_anonymously()),
    Call("swivo", "rpc create_session", session, ours=True),
    Call("swivo", "rpc join_session", lambda p: rpc(p, "join_session", p_invite_code="ABCDEF"), ours=True),
    Call("swivo", "rpc like_option", lambda p: like(p, False), ours=True),
    Call("swivo", "rpc update_apns_token", lambda p: rpc(p, "update_apns_token", p_token="ab" * 32), ours=True),
    Call("swivo", "rpc close_session", lambda p: rpc(p, "close_session", p_session_id=session(p)[0]), ours=True),
    Call("swivo", "/functions/v1/like_option", lambda p: like(p, True), ours=True),
    Call("swivo", "/functions/v1/update_apns_token", lambda p: invoke(p, "update_apns_token", token="ab" * 32), ours=True),
    Call("swivo", "open sessions", lambda p: table(p, "sessions").select(
        "id, invite_code, categories!inner(name, icon_url), session_participants(user_id)").eq("status", "open").execute(), APIError),
    Call("swivo", "session options", lambda p: table(p, "session_options").select(
        "options!inner(id, label, image_url), order_index").eq("session_id", ID).order("order_index").execute(), APIError),
    Call("swivo", "session participants", lambda p: table(p, "session_participants").select(
        "users!inner(id, username)").eq("session_id", ID).execute(), APIError),
    Call("swivo", "match-channel", lambda p: subscribe(p, *CHANNELS[-1]), InvalidStatus),
]
