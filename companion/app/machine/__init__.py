"""The machine itself: settings, updates, backup, diagnostics."""
