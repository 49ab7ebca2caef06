"""Leftova's recipes, limits and trials, by function and by `rpc`, from PyPI's `supabase`."""

import json
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from host import Caller, token
from test_match import failure
from test_shvil import instant
from test_supabase import client, invoke, refused

pytestmark = [pytest.mark.engines("sqlite", "postgres"), pytest.mark.usefixtures("one_day")]

KEYS = {
    "tier", "searchesToday", "searchesLimit", "savedRecipes", "savedRecipesLimit", "multiIngredientSearchesToday",
    "multiIngredientLimit",
}
SEARCHED_OUT = "You've reached your daily search limit. Upgrade to Premium for unlimited searches."
SAVED_OUT = "You've reached your saved recipe limit. Upgrade to Premium for unlimited saves."
NOT_ALLOWED = "Multi-ingredient search is a Premium feature."


@pytest.fixture
def cook():
    """A new user's token."""
    return token()


def usage(host, access: str) -> dict:
    stats = invoke(host, "usage_stats", access)
    assert set(stats) == KEYS
    return stats


def perform(host, access: str, action: str):
    return client(host, access).rpc("perform_action", {"p_action": action}).execute().data


def test_a_new_user_is_free(host, cook):
    expected = dict(
        tier="free", searchesToday=0, searchesLimit=5, savedRecipes=0, savedRecipesLimit=20,
        multiIngredientSearchesToday=0, multiIngredientLimit=0)
    assert usage(host, cook) == expected
    for get in (False, True):
        assert client(host, cook).rpc("usage_stats", {}, get=get).execute().data == expected


def test_five_searches_by_function(host, cook):
    for count, action in enumerate(["search", "ingredient_search", "search", "search", "ingredient_search"], 1):
        answer = invoke(host, "perform_action", cook, body={"action": action})
        assert answer == {"allowed": True, **usage(host, cook)}
        assert answer["searchesToday"] == count
    status, answer, _ = refused(host, "perform_action", cook, body={"action": "search"})
    assert (status, answer) == (403, {"error": {"code": "SEARCH_LIMIT_REACHED", "message": SEARCHED_OUT}})


def test_the_database_function_answers_a_bare_boolean(host, cook):
    assert [perform(host, cook, "search") for _ in range(6)] == [True] * 5 + [False]
    assert perform(host, cook, "ingredient_search") is False
    assert perform(host, cook, "multi_ingredient_search") is False
    assert perform(host, cook, "save_recipe") is True
    assert usage(host, cook)["searchesToday"] == 5


def test_several_ingredients_are_not_for_free_users(host, cook):
    status, answer, _ = refused(host, "perform_action", cook, body={"action": "multi_ingredient_search"})
    assert (status, answer) == (403, {"error": {"code": "MULTI_INGREDIENT_NOT_ALLOWED", "message": NOT_ALLOWED}})


def test_an_unknown_action_is_refused_by_naming_the_known(host, cook):
    status, answer, _ = refused(host, "perform_action", cook, body={"action": "cook"})
    assert (status, answer["error"]["code"]) == (400, "VALIDATION_ERROR")
    known = ("search", "save_recipe", "ingredient_search", "multi_ingredient_search")
    assert all(action in answer["error"]["message"] for action in known)
    assert failure(lambda: perform(host, cook, "cook")).code == "VALIDATION_ERROR"
    assert failure(lambda: client(host, cook).rpc("perform_action", {}).execute()).code == "VALIDATION_ERROR"


@pytest.mark.parametrize("way", ["function", "rpc"])
def test_recipes_are_saved_listed_and_unsaved(host, cook, way):
    def call(name, recipe=None):
        if way == "rpc":
            parameters = {"p_recipe_id": recipe} if recipe else {}
            return client(host, cook).rpc(name, parameters).execute().data
        return invoke(host, name, cook, body={"recipe_id": recipe} if recipe else None)

    first, second = str(uuid.uuid4()), str(uuid.uuid4())
    for recipe in (first, second, first):
        assert call("save_recipe", recipe) == {"success": True}
    listed = call("saved_recipes")
    assert {row["recipe_id"] for row in listed} == {first, second} and len(listed) == 2
    assert all(set(row) == {"recipe_id", "saved_at"} for row in listed)
    assert usage(host, cook)["savedRecipes"] == 2
    for _ in range(2):
        assert call("unsave_recipe", first) == {"success": True}
    assert [row["recipe_id"] for row in call("saved_recipes")] == [second]


def test_twenty_recipes_fit_at_a_time(host):
    caller = Caller(host)
    recipes = [str(uuid.uuid4()) for _ in range(20)]
    for recipe in recipes:
        caller.ask("save_recipe", {"recipe_id": recipe})
    more = {"recipe_id": str(uuid.uuid4())}
    assert caller.call("save_recipe", more) == (
        403, {"error": {"code": "SAVE_LIMIT_REACHED", "message": SAVED_OUT}})
    by_rpc = client(host, caller.token).rpc("save_recipe", {"p_recipe_id": more["recipe_id"]})
    error = failure(by_rpc.execute)
    assert (error.code, error.message) == ("SAVE_LIMIT_REACHED", SAVED_OUT)
    assert caller.call("perform_action", {"action": "save_recipe"})[0] == 403
    assert perform(host, caller.token, "save_recipe") is False
    caller.ask("unsave_recipe", {"recipe_id": recipes[3]})
    caller.ask("save_recipe", more)


def test_limits_hold_for_many_connections_at_once(host):
    user = str(uuid.uuid4())

    def search(_):
        return Caller(host, user).call("perform_action", {"action": "search"})[0]

    def save(_):
        return Caller(host, user).call("save_recipe", {"recipe_id": str(uuid.uuid4())})[0]

    with ThreadPoolExecutor(16) as pool:
        assert sorted(pool.map(search, range(50))) == [200] * 5 + [403] * 45
        assert sorted(pool.map(save, range(50))) == [200] * 20 + [403] * 30
    stats = Caller(host, user).ask("usage_stats")
    assert (stats["searchesToday"], stats["savedRecipes"]) == (5, 20)


@pytest.mark.parametrize(
    "row", [("premium", None, None), ("free", None, instant(days=-6))], ids=["premium", "trial"])
def test_a_row_of_a_subscription_lifts_the_limits(host, row):
    """Another system writes the subscription's row; it counts from the next call on."""
    caller = Caller(host)
    caller.ask("perform_action", {"action": "search"})
    with host.database.writing() as tables:
        tables.change(
            "INSERT INTO user_subscriptions (user_id, tier, premium_until, trial_started_at) VALUES (?, ?, ?, ?)",
            (caller.user, *row))
    for _ in range(6):
        caller.ask("perform_action", {"action": "search"})
    stats = caller.ask("perform_action", {"action": "multi_ingredient_search"})
    assert stats == {
        "allowed": True, "tier": "premium", "searchesToday": 7, "searchesLimit": 999999, "savedRecipes": 0,
        "savedRecipesLimit": 999999, "multiIngredientSearchesToday": 1, "multiIngredientLimit": 999999}


RECIPE = {
    "id", "title", "description", "servings", "prepTime", "cookTime", "difficulty", "cuisine", "instructionsJson",
    "ingredients", "createdAt", "updatedAt", "totalIngredients",
}


def searching(host, access: str, way: str):
    """Searches by a function or by `rpc`, as RecipeRepository's methods would."""

    def search(ingredients: list[str] | None = None, query: str | None = None) -> list[dict]:
        given = {"ingredients": ingredients} if query is None else {"query": query}
        if way == "rpc":
            parameters = {f"p_{name}": value for name, value in given.items()}
            return client(host, access).rpc("search_recipes", parameters).execute().data
        return invoke(host, "search_recipes", access, body=given)

    return search


@pytest.mark.parametrize("way", ["function", "rpc"])
def test_recipes_are_searched_with_the_limit(host, cook, way):
    """RecipeRepository: searchByIngredientsWithLimit(["chicken"]), searchByTextWithLimit("soup"), then the limit."""
    search = searching(host, cook, way)
    by_ingredient = search(["chicken"])
    assert 0 < len(by_ingredient) <= 10
    for recipe in by_ingredient:
        assert set(recipe) == RECIPE | {"matchCount"}
        assert recipe["matchCount"] == 1 <= recipe["totalIngredients"] == len(recipe["ingredients"])
        assert any("chicken" in ingredient["name"] for ingredient in recipe["ingredients"])
        assert recipe["difficulty"] in {"Easy", "Medium", "Hard"}
        steps = json.loads(recipe["instructionsJson"])
        assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    by_text = search(query="tomato soup")
    assert by_text[0]["title"] == "Roasted Tomato and Basil Soup"
    assert all(set(recipe) == RECIPE for recipe in by_text)
    assert search(query="nothing is called so") == []
    assert usage(host, cook)["searchesToday"] == 3
    for _ in range(2):
        search(["rice"])
    if way == "rpc":
        error = failure(lambda: search(["rice"]))
        assert (error.code, error.message) == ("SEARCH_LIMIT_REACHED", SEARCHED_OUT)
    else:
        status, answer, _ = refused(host, "search_recipes", cook, body={"query": "soup"})
        assert (status, answer) == (403, {"error": {"code": "SEARCH_LIMIT_REACHED", "message": SEARCHED_OUT}})
    assert usage(host, cook)["searchesToday"] == 5


# The model's keys that the seeded recipes leave out.
SOURCE = {
    "sourceUrl": "https://recipes.example/1?lang=en", "sourceName": "The Daily Plate", "imageUrl": "https://pictures.example/1.jpg",
    "nutrition": {"calories": 420, "protein": 12.5, "vitamins": ["A", "C"], "salt": None},
}


@pytest.mark.parametrize("way", ["function", "rpc"])
def test_a_recipe_has_its_source_its_picture_and_its_nutrition(host, cook, way):
    word = f"q{uuid.uuid4().hex}"
    row = {
        "id": str(uuid.uuid4()), "title": f"Soup {word}", "source_url": SOURCE["sourceUrl"], "source_name": SOURCE["sourceName"],
        "image_url": SOURCE["imageUrl"], "nutrition": json.dumps(SOURCE["nutrition"]), "servings": 2, "difficulty": "Easy",
        "ingredients": json.dumps([{"name": word, "amount": "1 cup"}])}
    with host.database.writing() as tables:
        tables.change(f"INSERT INTO recipes ({', '.join(row)}) VALUES ({', '.join('?' * len(row))})", tuple(row.values()))
    search = searching(host, cook, way)
    [found] = search(query=word)
    assert {key: found[key] for key in SOURCE} == SOURCE
    assert (found["id"], found["servings"], found["ingredients"]) == (row["id"], 2, json.loads(row["ingredients"]))
    assert search([word]) == [{**found, "matchCount": 1}]
    invoke(host, "save_recipe", cook, body={"recipe_id": row["id"]})
    [saved] = invoke(host, "saved_recipes", cook)
    assert {key: saved[key] for key in SOURCE} == SOURCE


def test_a_search_that_fails_is_not_counted(make_host):
    """The search fails after it was counted, in the same transaction."""
    host, access = make_host().start(), token()

    def rename(column: str, to: str) -> None:
        with host.database.writing() as tables:
            tables.cursor.execute(f"ALTER TABLE recipes RENAME COLUMN {column} TO {to}")

    invoke(host, "search_recipes", access, body={"query": "soup"})
    rename("image_url", "hidden")
    for body in ({"query": "soup"}, {"ingredients": ["rice"]}):
        status, answer, _ = refused(host, "search_recipes", access, body=body)
        assert (status, answer["code"]) == (500, "EDGE_FUNCTION_ERROR")
    assert failure(client(host, access).rpc("search_recipes", {"p_query": "soup"}).execute).code == "EDGE_FUNCTION_ERROR"
    assert usage(host, access)["searchesToday"] == 1
    rename("hidden", "image_url")
    assert invoke(host, "search_recipes", access, body={"query": "soup"})
    assert usage(host, access)["searchesToday"] == 2
    host.stop()


def test_several_ingredients_are_searched_in_the_trial(host, cook):
    """UsageService: canUseAdvancedSearch, the refusal, the trial of seven days, and the search."""
    may = lambda: client(host, cook).rpc("can_use_advanced_search", {}, get=True).execute().data  # noqa: E731
    assert may() is False and invoke(host, "can_use_advanced_search", cook) == {"canUseAdvancedSearch": False}
    both = {"ingredients": ["chicken", "rice"]}
    status, answer, _ = refused(host, "search_recipes", cook, body=both)
    assert (status, answer) == (403, {"error": {"code": "MULTI_INGREDIENT_NOT_ALLOWED", "message": NOT_ALLOWED}})
    assert usage(host, cook)["searchesToday"] == 0

    trial = invoke(host, "start_trial", cook)
    assert (trial["success"], trial["tier"]) == (True, "premium")
    status, answer, _ = refused(host, "start_trial", cook)
    assert (status, answer["error"]["code"]) == (409, "TRIAL_ALREADY_USED")
    assert failure(client(host, cook).rpc("start_trial", {}).execute).code == "TRIAL_ALREADY_USED"
    subscription = invoke(host, "subscription_status", cook)
    assert subscription["subscriptionTier"] == "premium" and subscription["isTrialAvailable"] is False
    assert subscription["trialEndsAt"] == trial["trialEndsAt"]

    assert may() is True
    found = invoke(host, "search_recipes", cook, body=both)
    assert found[0]["matchCount"] == 2
    counts = [recipe["matchCount"] for recipe in found]
    assert counts == sorted(counts, reverse=True) and len(found) == 10
    stats = usage(host, cook)
    assert (stats["tier"], stats["multiIngredientSearchesToday"], stats["searchesLimit"]) == ("premium", 1, 999999)


def test_a_found_recipe_is_saved_and_listed(host, cook):
    """RecipeSearchViewModel: searchRecipes(), toggleSaveRecipe(_:), loadSavedRecipeIds(); getSavedRecipes()."""
    recipe = invoke(host, "search_recipes", cook, body={"query": "lasagne"})[0]
    assert invoke(host, "save_recipe", cook, body={"recipe_id": recipe["id"]}) == {"success": True}
    for listed in (
        invoke(host, "saved_recipes", cook), client(host, cook).rpc("saved_recipes", {}, get=True).execute().data,
    ):
        assert [row["recipe_id"] for row in listed] == [recipe["id"]]
        assert {key: listed[0][key] for key in RECIPE} == recipe
    invoke(host, "unsave_recipe", cook, body={"recipe_id": recipe["id"]})
    assert invoke(host, "saved_recipes", cook) == []


def test_one_trial_from_24_connections(host):
    user = str(uuid.uuid4())
    with ThreadPoolExecutor(24) as pool:
        statuses = sorted(pool.map(lambda _: Caller(host, user).call("start_trial")[0], range(24)))
    assert statuses == [200] + [409] * 23


@pytest.mark.parametrize(
    "body", [{}, {"query": ""}, {"ingredients": []}, {"query": "soup", "ingredients": ["rice"]}, {"query": "?"}])
def test_a_search_needs_words(host, cook, body):
    status, answer, _ = refused(host, "search_recipes", cook, body=body)
    assert (status, answer["error"]["code"]) == (400, "VALIDATION_ERROR")
    assert usage(host, cook)["searchesToday"] == 0


@pytest.mark.parametrize(
    "name",
    ["perform_action", "usage_stats", "save_recipe", "unsave_recipe", "saved_recipes", "search_recipes", "start_trial",
     "subscription_status", "can_use_advanced_search"])
def test_a_user_is_needed(host, name):
    status, answer, _ = refused(host, name, token("anon"), body={})
    assert (status, answer["code"]) == (401, "AUTH_REQUIRED")
