"""Row-level security of Shvil's groups, hunts, checkpoints and submissions, and joining by code."""

import itertools
import uuid

import psycopg
import pytest

from rows import Caller, Refused, refuses, world  # noqa: F401


class Group:
    """A group of the owner's with the friend in it, made and joined as the app does."""

    def __init__(self, world):
        # The app's request names neither its creator nor a code, and reads the row back.
        creating = "INSERT INTO social_groups (name, description) VALUES ('Weekend Warriors', 'x') RETURNING *"
        with world[world.owner].transaction() as connection:
            row = connection.cursor(row_factory=psycopg.rows.dict_row).execute(creating).fetchone()
        assert row["created_by"] == world.owner
        self.id, self.code = row["id"], row["invite_code"]
        assert world[world.friend].value("SELECT id FROM join_social_group(%s)", self.code) == self.id


def test_a_group_is_its_members(world):
    group = Group(world)
    members = "SELECT user_id FROM group_members WHERE group_id = %s"
    for member in (world.owner, world.friend):
        assert set(world[member].read(members, group.id)) == {(world.owner,), (world.friend,)}
        assert world[member].read("SELECT id FROM social_groups WHERE id = %s", group.id) == [(group.id,)]
    for stranger in world.strangers():
        assert stranger.read(members, group.id) == []
        seen = stranger.read("SELECT 1 FROM social_groups WHERE id = %s OR invite_code = %s", group.id, group.code)
        assert seen == []
        assert stranger.run("UPDATE social_groups SET name = 'mine' WHERE id = %s", group.id) == 0
        assert stranger.run("DELETE FROM social_groups WHERE id = %s", group.id) == 0
        assert stranger.run("DELETE FROM group_members WHERE group_id = %s", group.id) == 0
        refuses(stranger.run, "INSERT INTO social_groups (name, created_by) VALUES ('x', %s)", world.owner)


def test_knowing_a_groups_id_is_not_joining_it(world):
    group = Group(world)
    joining = "INSERT INTO group_members (group_id) VALUES (%s)"
    refusals = set()
    for target in (group.id, uuid.uuid4()):
        with pytest.raises(Refused) as refused:
            world[world.other].run(joining, target)
        refusals.add(str(refused.value))
    assert len(refusals) == 1, "a group that is there is refused as one that is not"
    adding = "INSERT INTO group_members (group_id, user_id) VALUES (%s, %s)"
    refuses(world[world.other].run, adding, group.id, world.owner)
    refuses(world[world.friend].run, adding, group.id, world.other)
    refuses(world[world.owner].run, adding, group.id, world.other)


def test_joining_goes_by_code_as_people_type_it(world):
    group = Group(world)
    typed = group.code.lower().replace("0", "o").replace("1", "l")
    assert world[world.other].value("SELECT id FROM join_social_group(%s)", f" {typed[:4]}-{typed[4:]} ") == group.id
    assert world[world.other].value("SELECT id FROM join_social_group(%s)", group.code) == group.id, "again is no error"
    assert world.one("SELECT count(*) FROM group_members WHERE group_id = %s", group.id) == 3
    for code in ("", "????????", str(group.id), None):
        with pytest.raises(psycopg.errors.NoDataFound):
            world[world.other].read("SELECT join_social_group(%s)", code)
    refuses(Caller(world.connection, "anon").read, "SELECT join_social_group(%s)", group.code)
    refuses(Caller(world.connection, claims={}).read, "SELECT join_social_group(%s)", group.code)
    codes = world.connection.execute("SELECT apps.new_invite_code() FROM generate_series(1, 1000)").fetchall()
    assert len(set(codes)) == 1000 and all(len(code) == 8 for code, in codes)
    assert len(set(itertools.chain.from_iterable(code for code, in codes))) == 32


def test_members_leave_and_a_creator_hands_the_group_over(world):
    group = Group(world)
    leaving = "DELETE FROM group_members WHERE group_id = %s AND user_id = %s"
    assert world[world.friend].run(leaving, group.id, world.owner) == 0
    assert world[world.owner].run(leaving, group.id, world.owner) == 1
    assert world.one("SELECT created_by FROM social_groups WHERE id = %s", group.id) == world.friend
    refuses(world[world.owner].run, "INSERT INTO group_members (group_id) VALUES (%s)", group.id)
    assert world[world.owner].read("SELECT 1 FROM social_groups WHERE id = %s", group.id) == []
    assert world[world.owner].value("SELECT id FROM join_social_group(%s)", group.code) == group.id
    assert world[world.owner].run(leaving, group.id, world.friend) == 0
    assert world[world.friend].run(leaving, group.id, world.owner) == 1, "its creator removes members"
    assert world[world.friend].run(leaving, group.id, world.friend) == 1
    assert world.one("SELECT count(*) FROM social_groups WHERE id = %s", group.id) == 0, "without members"


def test_a_group_outlives_the_account_of_its_creator(world):
    creator = world.user()
    group = world[creator].value("INSERT INTO social_groups (name) VALUES ('Hikers') RETURNING id")
    code = world.one("SELECT invite_code FROM social_groups WHERE id = %s", group)
    world[world.friend].read("SELECT join_social_group(%s)", code)
    world.admin.execute("DELETE FROM auth.users WHERE id = %s", [creator])
    assert world.one("SELECT created_by FROM social_groups WHERE id = %s", group) == world.friend


def test_a_hunt_is_its_creators_and_its_groups_to_see(world):
    group = Group(world)
    owner, friend, other = (world[user] for user in (world.owner, world.friend, world.other))
    hunt = owner.value("INSERT INTO scavenger_hunts (title, group_id) VALUES ('City', %s) RETURNING id", group.id)
    checkpoint = owner.value(
        "INSERT INTO hunt_checkpoints (hunt_id, title, location, order_index) VALUES (%s, 'Door', '{}', 0) RETURNING id",
        hunt)
    hunts = "SELECT id FROM scavenger_hunts WHERE id = %s"
    checkpoints = "SELECT id FROM hunt_checkpoints WHERE hunt_id = %s"
    for member in (owner, friend):
        assert member.read(hunts, hunt) == [(hunt,)] and member.read(checkpoints, hunt) == [(checkpoint,)]
    assert owner.run("UPDATE scavenger_hunts SET status = 'active', start_time = now() WHERE id = %s", hunt) == 1
    refuses(other.run, "INSERT INTO scavenger_hunts (title, group_id) VALUES ('x', %s)", group.id)
    for outsider in [friend, *world.strangers()]:
        assert outsider.run("UPDATE scavenger_hunts SET title = 'mine' WHERE id = %s", hunt) == 0
        assert outsider.run("DELETE FROM scavenger_hunts WHERE id = %s", hunt) == 0
        assert outsider.run("UPDATE hunt_checkpoints SET points = 99 WHERE id = %s", checkpoint) == 0
        assert outsider.run("DELETE FROM hunt_checkpoints WHERE id = %s", checkpoint) == 0
        refuses(outsider.run, "INSERT INTO hunt_checkpoints (hunt_id, title, order_index) VALUES (%s, 'x', 1)", hunt)
    for stranger in world.strangers():
        assert stranger.read(hunts, hunt) == stranger.read(checkpoints, hunt) == []
        refuses(stranger.run, "INSERT INTO checkpoint_submissions (checkpoint_id) VALUES (%s)", checkpoint)


def test_submissions_are_ones_own_and_verified_by_the_hunts_creator(world):
    group = Group(world)
    owner, friend = world[world.owner], world[world.friend]
    hunt = owner.value("INSERT INTO scavenger_hunts (title, group_id) VALUES ('City', %s) RETURNING id", group.id)
    checkpoint = owner.value(
        "INSERT INTO hunt_checkpoints (hunt_id, title, order_index) VALUES (%s, 'Door', 0) RETURNING id", hunt)
    photo = "https://example.com/1.jpg"
    submitting = f"INSERT INTO checkpoint_submissions (checkpoint_id, photo_url) VALUES (%s, '{photo}') RETURNING id"
    refuses(friend.run, submitting, checkpoint)
    assert friend.run("INSERT INTO hunt_participants (hunt_id) VALUES (%s)", hunt) == 1
    refuses(friend.run, submitting, checkpoint)
    assert owner.run("UPDATE scavenger_hunts SET status = 'active' WHERE id = %s", hunt) == 1
    refuses(owner.run, submitting, checkpoint)
    refuses(friend.run, "INSERT INTO checkpoint_submissions (checkpoint_id, verified) VALUES (%s, true)", checkpoint)
    submitting_for = "INSERT INTO checkpoint_submissions (checkpoint_id, user_id) VALUES (%s, %s)"
    refuses(friend.run, submitting_for, checkpoint, world.owner)
    submission = friend.value(submitting, checkpoint)
    seen = "SELECT user_id FROM checkpoint_submissions WHERE checkpoint_id = %s"
    assert owner.read(seen, checkpoint) == friend.read(seen, checkpoint) == [(world.friend,)]
    verifying = "UPDATE checkpoint_submissions SET verified = true WHERE id = %s"
    assert friend.run(verifying, submission) == 0
    refuses(owner.run, "UPDATE checkpoint_submissions SET photo_url = 'y' WHERE id = %s", submission)
    for stranger in world.strangers():
        assert stranger.read(seen, checkpoint) == []
        assert stranger.run(verifying, submission) == 0
    assert owner.run(verifying, submission) == 1
