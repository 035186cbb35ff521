"""The edge of the machine: each device stands behind one small protocol, is optional, and only ever proposes a move.

`device` is the protocol and `hub` the place where signals wait for the table. `panel` works the pins of this machine as
its profile says, `serial_link` a button box or a tag reader on USB; `firmware` is what runs on such a box, and
`simulated` a box that is none. `camera` is the camera over the table, whatever `cameras` finds it to be: on USB, on the
ribbon cable, a folder of pictures or a video. `backlight` dims the screen, `power` switches off and starts again, and
`sticks` finds the USB sticks. Nothing in here knows a game or a widget.
"""
