"""Many tables of one evening: each tells its public state to an MQTT broker, a board shows them all with standings.

What a table tells is only what everybody at it may know. The table never waits for the network.
"""
