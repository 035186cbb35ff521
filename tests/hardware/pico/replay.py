"""The pure parts of the box through one long, mixed evening; prints every line. `replay.py FOLDER [wrap]`.

Run by Python and by MicroPython, the two must say the same. With `wrap` (MicroPython) on its own wrapping clock.
"""

import sys

sys.path.insert(0, sys.argv[1])

from firmware.knob import Knob
from firmware.logic import Box
from firmware.tags import Tags
from firmware.wire import Lines, crc16, frame

KEYS = ("seat1", "seat2", "confirm")
LAMPS = ("seat1", "seat2")
WAY = ((0, 1), (0, 0), (1, 0), (1, 1))


def plain(passed: int) -> int:
    return passed


def evening() -> None:
    at = plain
    arguments: list[object] = ["e660", "1f", KEYS, LAMPS, True, True, True, 0]
    if "wrap" in sys.argv:
        import utime

        # ticks_add(0, -1) is the last moment before the clock wraps around
        start = utime.ticks_add(utime.ticks_add(0, -1), -7000)

        def at(passed: int) -> int:
            return int(utime.ticks_add(start, passed))

        arguments[-1] = at(0)
        arguments.append(utime.ticks_diff)
    box = Box(*arguments)  # type: ignore[arg-type]
    knob, tags = Knob(), Tags()
    chance = 12345
    write = sys.stdout.write
    write(f"{crc16(b'123456789'):04X}\n")
    for passed in range(0, 20000, 5):
        now = at(passed)
        chance = (chance * 1103515245 + 12345) % 2147483648
        for place, key in enumerate(KEYS):
            box.key(key, passed % (700 + 130 * place) < 120 + chance % 9, now)
        if passed % 900 < 60:
            steps = knob.update(*WAY[passed // 5 % 4])
            if steps:
                box.turn(steps, now)
        if passed % 3000 == 1500:
            for tag in tags.feed(b"\x0204A1B2%d\x03\r\n" % (passed % 7)):
                box.tag(tag, now)
        if passed % 1000 == 0 and not 8000 < passed < 15000:
            box.feed(frame("beat 0") + frame("hello 0 1")[: 5 + passed % 9], now)
            box.feed(b"\n" + frame(f"lamps {passed} seat1=blink,seat2=on") + frame("sound 1 ask"), now)
            box.feed(frame("dance 1") + frame("hello 0 1"), now)
        box.run(now)
        line = box.line(now)
        for body in Lines().feed(line):
            write(f"{passed} {body} {box.lit('seat1')} {box.tone()} {len(box.outbox)}\n")
            words = body.split(" ")
            if words[0] in ("down", "up", "turn", "tag") and chance % 3:
                box.feed(frame("ack " + words[1]), now)


evening()
