"""Applies the settings of the machine."""

from pathlib import Path

from kivy.core.window import Window

from companion.app.machine.settings import Settings
from companion.locale.catalogue import WithCentimetres, show_in, shown_language
from companion.locale.languages import best_language, system_locale
from companion.ui import theme
from companion.ui.shell import Shell, fit


def change_settings(shell: Shell, settings: Settings) -> None:
    """Save settings and apply them.

    Raises:
        OSError: they cannot be written to disk.
    """
    shell.context.keep_settings(settings)
    apply_settings(shell)


def apply_settings(shell: Shell) -> None:
    """Apply the settings that take effect at once."""
    settings = shell.context.settings
    shell.signals.sound = settings.sound
    shell.sounds.speech.voice = Path(settings.voice).expanduser() if settings.voice else None
    apply_display_settings(shell)
    if shell.context.tray is not None:
        shell.context.tray.record(settings.record)
    if shell.context.club is not None:
        shell.context.club.configure(settings.club)


def apply_display_settings(shell: Shell) -> None:
    """Apply the settings of the screen, which take effect from the first frame."""
    settings = shell.context.settings
    _apply_language(shell)
    theme.MOTION.less = settings.less_motion
    if theme.METRICS.inches != settings.screen_inches:
        theme.METRICS.inches = settings.screen_inches
        fit(shell, *Window.size)
    shell.context.backlight.dim(settings.brightness)
    if shell.screen_saver is not None:
        shell.screen_saver.set_delay(settings.sleep_minutes * 60.0)


def _apply_language(shell: Shell) -> None:
    """Show another language at once; the lobby keeps what was chosen there."""
    settings, now = shell.context.settings, shown_language()
    wanted = best_language([settings.language, system_locale()])
    if (wanted, settings.centimetres) == (now.language, isinstance(now, WithCentimetres)):
        return
    show_in(wanted, centimetres=settings.centimetres)
    if shell.session is not None or shell.overlaid:
        shell.rebuild()
    elif shell.home is not None:
        shell.home.refresh()
