"""Reads the weights of an exported model back, so that training can go on from the model that is shipped."""

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from companion.errors import BrokenFile
from companion.tools.training.model import DiceNet


def import_weights(path: Path, pictures: Tensor) -> DiceNet:
    """The network of an ONNX file that `model.export` wrote.

    The export folds each batch normalisation into the convolution before it. Here each gets the mean and
    variance back that `pictures` have at that place, and the scale and shift that leave the answer as it was.

    Args:
        path: The ONNX file.
        pictures: Training crops, shape (batch, 3, height, width), values 0 to 1.

    Raises:
        BrokenFile: The file holds another network.
    """
    network = DiceNet().eval()
    layers = _layers_as_called(network, pictures[:1])
    folded = _folded_convolutions(path)
    convolutions = [layer for layer in layers if isinstance(layer, nn.Conv2d)]
    if [tuple(weight.shape) for weight, _ in folded] != [tuple(layer.weight.shape) for layer in convolutions]:
        raise BrokenFile(f"{path} holds another network: give a model that companion.tools.training exported")
    weights = iter(folded)
    with torch.no_grad():
        for layer, following in zip(layers, [*layers[1:], None], strict=True):
            if not isinstance(layer, nn.Conv2d):
                continue
            weight, bias = next(weights)
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
            elif isinstance(following, nn.BatchNorm2d):
                _make_shift(following, bias)
    _restore_statistics(network, pictures)
    return network


def _folded_convolutions(path: Path) -> list[tuple[Tensor, Tensor]]:
    """Weight and bias of each convolution, in the order of the graph."""
    graph = onnx.load(str(path)).graph
    values = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        # The export writes equal weights once, and the others as copies.
        if node.op_type == "Identity" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    return [
        (torch.tensor(values[node.input[1]]), torch.tensor(values[node.input[2]]))
        for node in graph.node
        if node.op_type == "Conv"
    ]


def _layers_as_called(network: DiceNet, picture: Tensor) -> list[nn.Module]:
    """Convolutions and normalisations in the order in which a picture passes through them."""
    called: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.BatchNorm2d)
    hooks = [
        layer.register_forward_hook(lambda layer, *_: called.append(layer))
        for layer in network.modules()
        if isinstance(layer, kinds)
    ]
    with torch.no_grad():
        network(picture)
    for hook in hooks:
        hook.remove()
    return called


def _make_shift(norm: nn.BatchNorm2d, bias: Tensor) -> None:
    """Let a normalisation do nothing but add `bias`."""
    assert norm.running_mean is not None and norm.running_var is not None
    norm.weight.fill_(1.0)
    norm.bias.copy_(bias)
    norm.running_mean.fill_(0.0)
    norm.running_var.fill_(1.0 - norm.eps)


def _restore_statistics(network: DiceNet, pictures: Tensor) -> None:
    """Give each normalisation the statistics of what reaches it; its result stays the same."""

    def restore(norm: nn.Module, given: tuple[Tensor, ...]) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        assert norm.running_mean is not None and norm.running_var is not None
        variance, mean = torch.var_mean(given[0], dim=(0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.add_(mean)

    norms = (layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d))
    hooks = [norm.register_forward_pre_hook(restore) for norm in norms]
    with torch.no_grad():
        network(pictures)
    for hook in hooks:
        hook.remove()
