"""Writes a contact sheet of rendered scenes: `python -m companion.tools.render_sheet`, `--help` says more."""

import argparse
from pathlib import Path

import cv2
import numpy as np

from companion.rendering import Rendered, random_scene, render_scene, tray_scene
from companion.rendering.scene import Picture

ROWS, COLUMNS, SIDE = 4, 6, 240


def marked(rendered: Rendered) -> Picture:
    """Return the picture with each upper face outlined (green, or red if cocked or stacked) and labelled."""
    picture = rendered.picture.copy()
    for die in rendered.dice:
        colour = (0, 230, 0) if die.defect == "none" else (0, 0, 255)
        cv2.polylines(picture, [np.round(die.top).astype(np.int32)], True, colour, 1, cv2.LINE_AA)
        place = (int(die.centre[0]) - 4, int(die.centre[1]) + 4)
        cv2.putText(
            picture, str(die.face), place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 0, 255), 1, cv2.LINE_AA
        )
    return picture


def sheet(seed: int, with_truth: bool) -> Picture:
    """Return rows of training scenes; the last row shows the simulated camera's tray."""
    rng = np.random.default_rng(seed)
    tiles = []
    for index in range(ROWS * COLUMNS):
        if index < (ROWS - 1) * COLUMNS:
            scene = random_scene(rng, (SIDE, SIDE))
        else:
            dice = [(int(rng.integers(1, 7)), "red" if die < 3 else "white") for die in range(5)]
            scene = tray_scene(dice, rng, (SIDE, SIDE), edge_px=27)
        rendered = render_scene(scene, rng)
        tiles.append(marked(rendered) if with_truth else rendered.picture)
    return np.vstack([np.hstack(tiles[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)])


def main() -> None:
    """Read the command line and write the sheet."""
    parser = argparse.ArgumentParser(
        prog="python -m companion.tools.render_sheet", description="Write a sheet of renders."
    )
    parser.add_argument("file", type=Path, nargs="?", default=Path("renders.png"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--truth", action="store_true", help="draw what is true onto the pictures")
    arguments = parser.parse_args()
    cv2.imwrite(str(arguments.file), sheet(arguments.seed, arguments.truth))
    print(f"wrote {arguments.file}")


if __name__ == "__main__":
    main()
