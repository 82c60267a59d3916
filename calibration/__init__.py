"""What must be known before a camera is believed: lens, plane, tray, dice; and renders that teach the eye."""
