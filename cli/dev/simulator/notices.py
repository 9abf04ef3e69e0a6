"""Scheduled tasks of the simulator, and webhooks, which are retried until the seller answers."""

import threading
from urllib.parse import urlencode, urlsplit

import urllib3

from cli.dev.simulator import payments, returns, settlements
from cli.dev.simulator.methods import MINUTE
from cli.dev.simulator.store import Record, Store

# Seconds between retries: ten tries within 26 hours.
RETRIES = tuple(minutes * MINUTE for minutes in (1, 2, 4, 8, 16, 29, 60, 120, 1320))
TIMEOUT = 15.0  # seconds in which a seller must answer
PAUSE = 0.05  # seconds between checks of due tasks, which stay on the list until they are done
SENDERS = 8  # webhooks that are sent at the same time


class Notifier:
    """Runs due tasks, in its own threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._http = urllib3.PoolManager(retries=False, timeout=TIMEOUT)
        self._sending: set[int] = set()
        self._is_sent = threading.Condition()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="tasks", daemon=True)

    def start(self) -> None:
        """Start."""
        self._thread.start()

    def stop(self) -> None:
        """Stop. Webhooks that are being sent stay on the list of tasks, and are sent again by the next run."""
        self._end.set()
        self._store.news.set()
        self._thread.join()

    def send_now(self, payment_id: str) -> None:
        """Send the waiting webhooks of a payment, and return when its seller has answered."""
        for task in self._store.due():
            if task["action"] != "notice" or task["subject"] != payment_id:
                continue
            if self.claim(task):
                self._send(task)
            else:
                self._wait_for(task["number"])

    def _wait_for(self, number: int) -> None:
        """Wait until a webhook that another thread sends is answered."""
        with self._is_sent:
            self._is_sent.wait_for(lambda: number not in self._sending)

    def _run(self) -> None:
        while not self._end.is_set():
            self._store.news.clear()
            due = self._store.due()
            for task in due:
                if task["action"] != "notice":
                    _do(self._store, task)
                elif len(self._sending) < SENDERS and self.claim(task):
                    threading.Thread(target=self._send, args=(task,), daemon=True).start()
            self._store.news.wait(PAUSE if due else self._store.seconds_to_next_task())

    def claim(self, task: Record) -> bool:
        """Claim a webhook for sending; returns False if it is being sent or was sent."""
        with self._is_sent:
            # Another thread may have sent it since the list was read.
            if task["number"] in self._sending or not self._store.has_task(task["number"]):
                return False
            self._sending.add(task["number"])
            return True

    def _send(self, task: Record) -> None:
        try:
            payment = payments.get_payment(self._store, task["subject"])
            answer = self._post(payment["webhookUrl"], payment["id"])
            with self._store.work():
                self._store.drop_task(task["number"])
                self._note(task, answer)
                self._let_follow(payment["id"])
        finally:
            with self._is_sent:
                self._sending.discard(task["number"])
                self._is_sent.notify_all()

    def _post(self, url: str, payment_id: str) -> str:
        address, host = _reachable(url)
        headers = {"Host": host, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            answer = self._http.request(
                "POST", address, body=urlencode({"id": payment_id}), headers=headers, redirect=False
            )
        except urllib3.exceptions.HTTPError as error:
            return type(error).__name__
        return str(answer.status)

    def _note(self, task: Record, answer: str) -> None:
        payment_id, attempt = task["subject"], task["attempt"]
        self._store.log("notice", payment=payment_id, attempt=attempt, answer=answer)
        if answer.startswith("2") or attempt > len(RETRIES):
            return
        after = RETRIES[attempt - 1] * self._store.setting("retry-scale", 1.0)
        self._store.schedule("notice", payment_id, after, attempt=attempt + 1)

    def _let_follow(self, payment_id: str) -> None:
        """Send the next of the held webhooks, which go one after the other."""
        following = self._store.setting("following", {})
        first, *others = following.pop(payment_id, None) or (None,)
        if first is not None:
            if others:
                following[first] = others
            self._store.set("following", following)
            self._store.schedule("notice", first, 0.0, attempt=1)


def _reachable(url: str) -> tuple[str, str]:
    """Return the address to call and the Host header; names below localhost become 127.0.0.1."""
    place = urlsplit(url)
    if not (place.hostname or "").endswith(".localhost"):
        return url, place.netloc
    here = "127.0.0.1" + (f":{place.port}" if place.port else "")
    return place._replace(netloc=here).geturl(), place.netloc


def _do(store: Store, task: Record) -> None:
    with store.work():
        if not store.drop_task(task["number"]):
            return
        subject = task["subject"]
        match task["action"]:
            case "expire":
                payments.expire(store, payments.get_payment(store, subject))
            case "collect":
                payments.collect(store, payments.get_payment(store, subject))
            case "refund":
                refund = store.find("refund", subject)
                if refund:
                    returns.move_refund(store, refund, store.now().timestamp() - task["at"])
            case "settle":
                settlements.settle(store)
