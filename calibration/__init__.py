"""What must be known before a camera can be believed: lens, plane, tray, dice; and the rendered dice that teach the eye."""
