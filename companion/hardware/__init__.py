"""The panel: buttons, lights and a chime, on the Pi's pins, on a serial hub, or on the screen."""
