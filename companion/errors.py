"""Every exception the companion raises on purpose: one small tree.

Each message says what happened, to what, and what to do about it, in words a player can read.
"""

from typing import Any

from companion.locale.messages import applied, gettext

LONGEST = 1000
"""Letters of a message at most: what somebody sent may stand in it."""


def shorten(text: str) -> str:
    """Cut a message that is longer than anybody reads.

    >>> len(shorten("x" * 5000)) == LONGEST
    True
    """
    return text if len(text) <= LONGEST else applied(lambda words: f"{words[: LONGEST - 1]}…", text)


class CompanionError(Exception):
    """Something went wrong that the companion can name; the root of all others.

    Args:
        template: the message, or what makes one with its places, as for `gettext`.
        others: what else the error tells, such as a ruling.
        places: what stands in the template's places.
    """

    def __init__(self, template: str = "", /, *others: object, **places: Any) -> None:
        super().__init__(gettext(template, **places) if places else template, *others)

    def __str__(self) -> str:
        return shorten(self.args[0] if self.args and isinstance(self.args[0], str) else super().__str__())


class MalformedAnswer(CompanionError, ValueError):
    """An answer does not have the shape its question asks for."""


class MalformedPosition(CompanionError, ValueError):
    """A position written as text cannot be read."""


class AnswerRefused(CompanionError, ValueError):
    """A well-formed answer is not allowed by the rules; the ruling is in the second argument."""


class StaleAnswer(CompanionError, ValueError):
    """An answer belongs to a question that is no longer open."""


class NothingToUndo(CompanionError, LookupError):
    """There are not that many answers to undo or to bring again."""


class UnknownName(CompanionError, LookupError):
    """A name (of a game, option, territory, seat, rule) is not known."""


class BrokenFile(CompanionError, ValueError):
    """A file the companion needs or was given cannot be understood."""


class WrongValue(CompanionError, ValueError):
    """A value in a file does not fit the rest.

    Args:
        path: of the value, from the table that says it, such as ``"marker[2].id"``; empty for the table.
        template: a sentence, in which ``{key}`` is the path if nothing else is said.
        places: what stands in its places.
    """

    def __init__(self, path: str, template: str, /, **places: Any) -> None:
        self.path, self.template, self.places = path, template, {"key": path} | places
        super().__init__(template, **self.places)


class NotAPicture(BrokenFile):
    """A file that was given as a picture cannot be read as one."""


class CameraUnavailable(CompanionError, OSError):
    """A camera cannot be opened, or the software it needs is missing."""


class ImpossibleReading(CompanionError, ValueError):
    """What a dice reading claims cannot be (a face of seven, a box outside the picture)."""


class ImpossibleOdds(CompanionError, ValueError):
    """Dice or armies that cannot be (no dice, negative armies, losses no roll can bring) are asked about."""


class FaultyWiring(BrokenFile):
    """A panel profile names pins or ports that cannot be."""


class FlashFailed(CompanionError, RuntimeError):
    """The hub's firmware could not be installed or checked."""


class DataFolderUnusable(CompanionError, OSError):
    """The data folder cannot be made or opened."""


class JournalError(CompanionError, OSError):
    """The journal of games cannot be opened, read or written; its leaves say why."""


class JournalFull(JournalError):
    """The disk has no room for what was to be kept."""


class JournalUnreachable(JournalError):
    """The journal's folder or file may not be opened or written, or the disk fails."""


class JournalInUse(JournalError):
    """Another companion has the journal open."""


class JournalDamaged(JournalError, BrokenFile):
    """The journal's file cannot be read any more."""


class JournalUnknown(JournalError, BrokenFile):
    """The journal's file was made by a newer companion, or by another program."""


class BrokenSave(BrokenFile):
    """A saved game's file is damaged, incomplete, or no saved game at all."""


class OutOfSequence(CompanionError, ValueError):
    """The journal is told of an answer that does not follow the ones it has."""


class ElementNotFound(CompanionError, LookupError):
    """What somebody looks for cannot be seen on the screen."""


class BrokenBoard(BrokenFile):
    """A board file does not say where its markers are."""


class BrokenProfile(BrokenFile):
    """A calibration profile is damaged, of another version, or contradicts itself."""


class BrokenSettings(BrokenFile):
    """The file with the settings of the machine is damaged."""


class PowerRefused(CompanionError):
    """The machine cannot be switched off or restarted from the screen."""


class UpdateRefused(CompanionError):
    """A new release cannot be fetched, built or switched to; the one in use stays."""


class StickUnavailable(CompanionError, OSError):
    """No memory stick is there, or it cannot be used."""


class PinRefused(CompanionError):
    """The owner's PIN is wrong, or cannot be one."""


class PassphraseWrong(CompanionError):
    """A backup cannot be opened with this passphrase."""


class SystemRefused(CompanionError):
    """The system does not change or tell what the settings ask of it."""


class BoardNotSeen(CompanionError, LookupError):
    """A picture does not show enough of a board to measure by it."""


class Unmeasurable(CompanionError, ValueError):
    """A distance or place is asked for that the calibration at hand cannot give."""


class MalformedMessage(CompanionError, ValueError):
    """A message from the club's broker cannot be read."""


class BrokerRefused(CompanionError):
    """The club's broker cannot be used as it was asked for."""


class PhonesUnavailable(CompanionError, OSError):
    """The web server for phones cannot listen on the network."""
