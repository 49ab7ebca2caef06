"""Leftova's subscriptions: the notices of the App Store and of RevenueCat, as the stores send them over HTTP."""

import base64
import http.client
import json
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from app_store import DAY, AppStore, now
from host import PATIENCE, Caller
from test_supabase import client

pytestmark = [pytest.mark.engines("sqlite", "postgres"), pytest.mark.usefixtures("one_day")]

BEARER = "what RevenueCat sends"
TAKEN = (200, {"success": True})


def notify(host, body: dict, bearer: str | None = None) -> tuple[int, dict]:
    headers = {"Content-Type": "application/json"}
    if bearer is not None:
        headers["Authorization"] = f"Bearer {bearer}"
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)
    try:
        connection.request("POST", "/functions/v1/subscription_webhook", json.dumps(body), headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()


@pytest.fixture
def store():
    return AppStore()


@pytest.fixture
def shop(make_host, store):
    """A host that takes the notices of `store`, and RevenueCat's."""
    host = make_host(settings={**store.settings(), "REVENUECAT_WEBHOOK_SECRET": BEARER}).start()
    yield host
    host.stop()


def tier(host, caller: Caller) -> str:
    """The tier, which all functions tell alike."""
    stats = caller.ask("usage_stats")
    status = caller.ask("subscription_status")
    assert stats["tier"] == status["subscriptionTier"]
    may = client(host, caller.token).rpc("can_use_advanced_search", {}, get=True).execute().data
    assert may is (stats["tier"] == "premium") and status["canUseAdvancedSearch"] is may
    return stats["tier"]


def test_a_subscriptions_life_at_the_app_store(shop, store):
    cook = Caller(shop)
    assert tier(shop, cook) == "free"
    bought = store.notice("SUBSCRIBED", cook.user)
    for _ in range(3):
        assert notify(shop, bought) == TAKEN
        assert tier(shop, cook) == "premium"
    for _ in range(7):
        cook.ask("search_recipes", {"ingredients": ["chicken", "rice"]})
    assert cook.ask("usage_stats")["multiIngredientSearchesToday"] == 7

    signed = now() + 1000
    refund = store.notice("REFUND", cook.user, signed, revocationDate=signed)
    renewal = store.notice("DID_RENEW", cook.user, signed + 1000, number="2", purchaseDate=signed + 1000)
    assert notify(shop, refund) == TAKEN
    assert tier(shop, cook) == "free"
    assert notify(shop, bought) == TAKEN
    assert tier(shop, cook) == "free", "an old notice changes nothing"
    assert notify(shop, renewal) == TAKEN
    assert tier(shop, cook) == "premium"
    past = {"purchaseDate": signed + 1000, "expiresDate": now() - 1000}
    assert notify(shop, store.notice("EXPIRED", cook.user, signed + 2000, number="2", **past)) == TAKEN
    assert tier(shop, cook) == "free"


def test_a_subscriptions_life_at_revenuecat(shop):
    cook = Caller(shop)

    def event(kind: str, seconds: int, **more) -> dict:
        body = {
            "id": str(uuid.uuid4()), "type": kind, "event_timestamp_ms": now() + 1000 * seconds,
            "app_user_id": cook.user, "aliases": [cook.user], "environment": "PRODUCTION", "store": "APP_STORE",
            "product_id": "com.leftova.premium.annual", "transaction_id": f"t-{cook.user}",
            "original_transaction_id": f"t-{cook.user}", "purchased_at_ms": now() - DAY,
            "expiration_at_ms": now() + 365 * DAY, "price": 39.99, **more,
        }
        return {"api_version": "1.0", "event": body}

    for body, expected in [
        (event("INITIAL_PURCHASE", 0), "premium"),
        (event("CANCELLATION", 1, cancel_reason="UNSUBSCRIBE"), "premium"),
        (event("UNCANCELLATION", 2), "premium"),
        (event("CANCELLATION", 3, cancel_reason="CUSTOMER_SUPPORT"), "free"),
        (event("RENEWAL", 4, transaction_id=f"u-{cook.user}", purchased_at_ms=now()), "premium"),
        (event("EXPIRATION", 5, transaction_id=f"u-{cook.user}", purchased_at_ms=now(), expiration_at_ms=now()), "free"),
    ]:
        assert notify(shop, body)[0] == 401
        assert notify(shop, body, "what RevenueCat sent")[0] == 401
        assert notify(shop, body, BEARER) == TAKEN
        assert tier(shop, cook) == expected, body
    assert notify(shop, {"event": {"id": "1"}}, BEARER)[0] == 400


def part(value: dict) -> str:
    """A part of a JSON Web Signature."""
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


def test_forged_notices_are_refused(shop, store):
    cook = Caller(shop)
    genuine = store.notice("SUBSCRIBED", cook.user)["signedPayload"]
    head, payload, signature = genuine.split(".")
    other = AppStore()
    forged = {
        "another root": other.notice("SUBSCRIBED", cook.user)["signedPayload"],
        "no algorithm": f"{part({'alg': 'none', 'x5c': store.chain})}.{payload}.",
        "a shared secret": f"{part({'alg': 'HS256', 'x5c': store.chain})}.{payload}.{signature}",
        "the trusted chain, another key": other.sign({"notificationType": "SUBSCRIBED"}, x5c=store.chain),
        "the chain turned round": store.sign({}, x5c=store.chain[::-1]),
        "two certificates": store.sign({}, x5c=store.chain[:2]),
        "another payload": f"{head}.{other.notice('SUBSCRIBED', cook.user)['signedPayload'].split('.')[1]}.{signature}",
        "another app": store.notice("SUBSCRIBED", cook.user, bundleId="com.example.other")["signedPayload"],
        "another environment": store.notice("SUBSCRIBED", cook.user, environment="Sandbox")["signedPayload"],
    }
    for name, text in forged.items():
        status, answer = notify(shop, {"signedPayload": text})
        assert (status, answer["error"]["code"]) == (401, "INVALID_SIGNATURE"), name
    for text in ("", "a.b", genuine[: len(genuine) // 2], f"{head}.{payload}", 7):
        assert notify(shop, {"signedPayload": text})[0] in (400, 401), text
    assert tier(shop, cook) == "free"
    with shop.database.reading() as tables:
        assert tables.rows("SELECT * FROM subscription_notices") == []


def test_one_notice_from_24_connections_takes_effect_once(shop, store):
    cook = Caller(shop)
    cook.ask("perform_action", {"action": "search"})
    body = store.notice("SUBSCRIBED", cook.user)
    with ThreadPoolExecutor(24) as pool:
        assert list(pool.map(lambda _: notify(shop, body), range(24))) == [TAKEN] * 24
    with shop.database.reading() as tables:
        assert [row["outcome"] for row in tables.rows("SELECT outcome FROM subscription_notices")] == ["applied"]
        assert len(tables.rows("SELECT id FROM store_periods")) == 1


def test_a_host_without_settings_takes_no_notices(host, store):
    status, answer = notify(host, store.notice("SUBSCRIBED", str(uuid.uuid4())))
    assert (status, answer["error"]["code"]) == (503, "NOT_CONNECTED")
    assert notify(host, {"event": {"id": "1"}}, "")[0] == 503
