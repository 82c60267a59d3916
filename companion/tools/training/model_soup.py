"""Model soups: the mean of the weights of several runs (Wortsman et al. 2022).

Runs that started from the same weights and differ only in their seeds lie in one basin of the loss. Their
mean mostly reads better than each of them, and takes no longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch

from companion.tools.training.model import DiceNet


def model_soup(files: Sequence[Path]) -> DiceNet:
    """The network whose weights and statistics of normalisation are the mean of those in `files`.

    Args:
        files: Weights as `torch.save` wrote them, such as a run's dice.pt; one or more.
    """
    states = [torch.load(path, weights_only=True) for path in files]
    network = DiceNet()
    mean = {
        name: sum(state[name] for state in states) / len(states) if value.is_floating_point() else value
        for name, value in states[0].items()
    }
    network.load_state_dict(mean)
    return network
