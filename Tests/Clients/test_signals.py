"""How the process ends, and how it refuses to begin."""

import socket
import subprocess
import threading

from host import EXAMPLE, HEALTH, PATIENCE, environment, token
from raw import Wire, request


def test_sigterm_finishes_requests_in_hand(make_host):
    host = make_host(EXAMPLE).start()
    with Wire(host.port) as stream, Wire(host.port) as idle:
        assert idle.send(request("GET", HEALTH)).reply().status == 200
        stream.send(request("GET", "/functions/v1/countdown?from=5&ms=200", token()))
        # The first event is the proof that the request is in hand.
        received = stream.reader.readline()
        while b"data: 5" not in received:
            received = stream.reader.readline()
        slow = threading.Thread(target=host.stop)
        slow.start()
        rest = stream.reader.read()
        assert [b"data: %d" % n in rest for n in (4, 3, 2, 1, 0)] == [True] * 5
        slow.join()
        assert idle.at_end(), "an idle connection is no reason to stay"


def test_sigterm_answers_a_slow_call_and_takes_no_new_ones(make_host):
    host = make_host(EXAMPLE, settings={"SWIFTLET_GRACE_PERIOD": "10m"}).start()
    with Wire(host.port) as slow, Wire(host.port) as watch:
        # In hand until its body is whole.
        upload = request("POST", "/functions/v1/echo", token()).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        slow.send(upload, b"2\r\nab\r\n")
        in_hand = b'swiftlet_requests_in_flight{function="echo"} 1'
        while in_hand not in watch.send(request("GET", "/metrics")).reply().body:
            assert host.process.poll() is None
        host.terminate()
        refused = False
        while not refused:
            try:
                socket.create_connection(("127.0.0.1", host.port), timeout=PATIENCE).close()
            except ConnectionRefusedError:
                refused = True
            except ConnectionResetError:
                continue
        assert host.process.poll() is None, "it refuses while the slow call is still in hand"
        slow.send(b"2\r\ncd\r\n0\r\n\r\n")
        assert slow.reply().status == 200
        assert host.process.wait(timeout=PATIENCE) == 0


def test_a_taken_port_is_explained(make_host):
    host = make_host()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", host.port))
        taken.listen()
        run = subprocess.run(
            host.command(), cwd=host.folder, env=environment(), capture_output=True, text=True, timeout=PATIENCE)
    assert run.returncode != 0
    said = run.stdout + run.stderr
    assert f"Port {host.port} on 127.0.0.1 is taken" in said and "--port" in said


def test_a_second_start_finds_the_data_of_the_first(make_host):
    host = make_host().start()
    host.stop()
    host.start()
    assert host.answers(HEALTH)
    host.stop()
