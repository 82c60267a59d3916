"""What is tapped or drawn everywhere: canvas, buttons, steppers, keyboard, toasts."""
