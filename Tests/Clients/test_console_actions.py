"""Actions of the console in Debian's Chromium that need more than the host: bundles and their workers, a push service that refuses."""

import uuid

import pytest
from selenium.webdriver.common.by import By

from browser import Browser
from console import actions
from test_bundles import HOST, BundleHost, variant  # noqa: F401  (a fixture)
from test_push_simulator import make_simulator  # noqa: F401  (a fixture)


@pytest.fixture
def host(tmp_path):
    folder = tmp_path / "host"
    folder.mkdir()
    host = BundleHost(folder, binary=HOST)
    yield host.start()
    host.kill()


@pytest.fixture
def browser(host):
    with Browser(host) as started:
        yield started.log_in()


def deploy(browser, executable: str, name: str = "notes") -> str:
    """Sends the form of a deployment. Returns the sentence that the next page begins with."""
    browser.open("hosts")
    browser.find("form[enctype] input[name=bundle]").send_keys(name)
    browser.find("form[enctype] input[type=file]").send_keys(executable)
    return press(browser, "form[enctype]")


def press(browser, form: str, **values: str) -> str:
    """Opens the question of an action, if it has one, and presses its button. Returns the sentence that the next page begins with.

    The values replace those of the form's fields."""
    browser.wait(lambda driver: driver.find_elements(By.CSS_SELECTOR, form))
    # At once, because a live update may replace the form between two commands of the driver.
    browser.run("""
        window.isBefore = true
        const form = document.querySelector(arguments[0])
        form.closest('details')?.querySelector('summary').click()
        for (const [name, value] of Object.entries(arguments[1])) form.elements[name].value = value
        form.querySelector('button').click()
        """, form, values)
    return browser.wait(lambda driver: driver.execute_script(
        "return !window.isBefore && document.querySelector('.flash')?.innerText"))


def action(name: str) -> str:
    """The selector of an action's form."""
    return f"form[action$='/actions/{name}']"


def test_a_bundle_is_deployed_rolled_back_and_undeployed(host, browser, variant):  # noqa: F811
    assert deploy(browser, variant("one")).startswith("Deployed notes: ")
    assert host.post("version") == (200, "one")
    assert " in place of " in deploy(browser, variant("two"))
    assert host.post("version") == (200, "two")
    assert deploy(browser, variant("two")) == "Nothing to change: notes has this version already"

    browser.open("functions")
    assert browser.cut_tables() == []
    browser.open("overview")
    browser.wait_for_text("Deployments")
    assert len(browser.find_all("#overview-tiles .mark title")) >= 4, "each sparkline marks the deployments"

    browser.open("hosts")
    shown = browser.run("return document.querySelector(arguments[0]).value", f"{action('rollback')} [name=version]")
    assert press(browser, action("rollback")).startswith("Rolled back notes: ")
    assert host.post("version") == (200, "one")
    # The form of a page that was open meanwhile names the version that went.
    browser.open("hosts")
    assert "no longer has the version" in press(browser, action("undeploy"), version=shown)
    assert host.post("version") == (200, "one")
    browser.open("hosts")
    assert press(browser, action("undeploy")).startswith("Undeployed notes")
    assert host.post("version")[0] == 404
    rows = actions(host)
    assert [row["action"] for row in rows] == ["deploy"] * 3 + ["rollback", "undeploy", "undeploy"]
    assert all("bundle=notes" in row["subject"] for row in rows)
    assert [row["failure"] is None for row in rows] == [True] * 4 + [False, True]


@pytest.mark.parametrize(
    ("word", "name", "said"), [("other", "else", "is the bundle notes, not else"), ("silent", "notes", "before its manifest")])
def test_a_bundle_that_cannot_be_served_changes_nothing(host, browser, variant, word, name, said):  # noqa: F811
    deploy(browser, variant("good"))
    assert said in deploy(browser, variant(word), name)
    assert "bad" in browser.find(".flash").get_attribute("class")
    assert host.post("version") == (200, "good")
    assert said in actions(host)[-1]["failure"]


def workers(browser) -> list[str]:
    """The numbers of the workers that the page lists."""
    return browser.run(
        "return [...document.querySelectorAll('#function-workers table[aria-label=Workers] tr[data-key]')].map(row => row.dataset.key)")


@pytest.mark.parametrize(("name", "said"), [("retire", "ends after its calls"), ("kill", "Killed worker")])
def test_a_worker_is_ended_and_another_takes_the_next_call(host, browser, variant, name, said):  # noqa: F811
    deploy(browser, variant("one"))
    assert host.post("version") == (200, "one")
    browser.open("functions/version")
    browser.wait(lambda driver: workers(browser))
    (first,) = workers(browser)
    sentence = press(browser, action(name))
    assert said in sentence and first in sentence
    assert host.post("version") == (200, "one")
    # The page is live: it shows the worker that took the call, and no longer the one that ended.
    browser.wait(lambda driver: (shown := workers(browser)) and first not in shown)
    record = actions(host)[-1]
    assert (record["action"], record["number"]) == (name, 1)
    assert record["subject"].startswith(f"worker={first} host="), "the worker of this host"


def test_undelivered_notifications_are_sent_again(make_host, make_simulator):  # noqa: F811
    simulator = make_simulator()
    host = make_host(settings=simulator.settings).start()
    # The sender tries once more on a new connection, and does not stop as it does for a refused token.
    simulator.ask("faults", "POST", {"steps": [
        {"requests": 2, "faults": [{"fault": "answer", "status": 403, "reason": "UnrelatedKeyIdInToken"}]}]})
    phone = uuid.uuid4().hex * 2
    with Browser(host) as browser:
        browser.log_in()
        browser.open("push")
        browser.find(f"{action('test')} [name=device]").send_keys(phone)
        assert "Undelivered" in press(browser, action("test"))
        browser.open("push")
        assert "(1)" in browser.find("#push-deliveries details.ask > summary").text
        assert simulator.arrived() == []

        assert press(browser, action("resend")) == "Sent 1 notification again; 1 accepted"
        assert [one["token"] for one in simulator.arrived()] == [phone]
        browser.open("push")
        assert "Resend what is missing" not in browser.find("#push-deliveries").text
    host.stop()
