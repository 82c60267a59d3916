"""Printable sheets as PDF: the ChArUco board, the markers, the tray mat, templates and ranges."""

from calibration.sheets.pages import PAPERS, SHEETS, Paper, sheet

__all__ = ["PAPERS", "SHEETS", "Paper", "sheet"]
