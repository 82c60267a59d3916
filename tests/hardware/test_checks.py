import pytest

from companion.hardware.checks import Request, checks, trial
from companion.hardware.panel import ASK, BLANK, CONFIRM, DARK, END, PANEL_BUTTONS, Press, seat_button
from companion.hardware.profile import Wiring
from companion.hardware.simulated import SimulatedPanel


def person(panel, answer, steps=0, seats=0):
    """Let a person go through a trial; returns the requests and the rows."""
    asked, conversation = [], trial(panel, steps, seats)
    try:
        request = next(conversation)
        while True:
            asked.append(request)
            request = conversation.send(answer(request))
    except StopIteration as done:
        return asked, done.value


def willing(request):
    return Press(request.button) if request.button else True


@pytest.fixture
def panel():
    return SimulatedPanel(lambda _: None, seats=2)


def test_all_is_well(panel):
    asked, rows = person(panel, willing, steps=2, seats=1)
    assert [row.state for row in rows] == ["ok"] * (len(PANEL_BUTTONS) + 2 + 2 + 1 + 1)
    assert asked[0] == Request("Press Confirm.", CONFIRM)
    assert asked[6].words == "Press Seat 2."
    assert [request.words for request in asked[7:]] == [
        f"Does the {name} of simulated blink, and no other?"
        for name in ("step light 1", "step light 2", "seat light 1", "attention light")
    ]
    assert panel.frame == BLANK


def test_the_light_in_question_is_the_only_one_lit(panel):
    frames = []

    def looking(request):
        frames.append(panel.frame)
        return willing(request)

    person(panel, looking, steps=2)
    lit = [[n for n, light in enumerate(frame.steps) if light != DARK] for frame in frames[-3:]]
    assert lit == [[0], [1], []]


@pytest.mark.parametrize(
    ("answer", "detail", "fix"),
    [
        (lambda request: None if request.button == END else willing(request), "no press came", "two wires"),
        (
            lambda request: Press(ASK) if request.button == END else willing(request),
            "ask came instead",
            "Swap the wires with ask",
        ),
    ],
)
def test_a_button_that_is_not_well(panel, answer, detail, fix):
    _, rows = person(panel, answer)
    (bad,) = [row for row in rows if row.state == "failed"]
    assert bad.name == "simulated, button end"
    assert bad.detail == detail
    assert fix in bad.fix


def test_a_light_that_is_not_seen(panel):
    _, rows = person(panel, lambda request: Press(request.button) if request.button else False)
    assert rows[-1].detail == "not seen to blink"


def test_seats_come_in_order_after_the_panel(panel):
    asked, _ = person(panel, willing)
    assert [request.button for request in asked[:7]] == [*PANEL_BUTTONS, seat_button(0), seat_button(1)]


@pytest.mark.filterwarnings("ignore::gpiozero.exc.PinFactoryFallback")
def test_a_machine_with_nothing_attached_gets_two_calm_rows(tmp_path):
    rows = checks(Wiring(buttons={CONFIRM: 5}, port=str(tmp_path / "none")))
    assert [row.name for row in rows] == ["gpio", "hub"]
    assert rows[1].state == "failed" and "cannot be opened" in rows[1].detail
    assert all(row.fix for row in rows if row.state in ("missing", "failed"))
