"""The network: small, plain convolutions, three scales, thirteen maps at a quarter of the picture's size."""

from pathlib import Path

import torch
from torch import Tensor, nn

from companion.vision.detection.heatmaps import CENTRE, CHANNELS


def _convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    layer = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
    return nn.Sequential(layer, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class Residual(nn.Module):
    """Two convolutions whose result is added to what came in."""

    def __init__(self, channels: int, dilation: int = 1) -> None:
        super().__init__()
        self.first = _convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, dilation, dilation, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, given: Tensor) -> Tensor:
        """Shape (batch, channels, height, width) in and out."""
        return torch.relu(given + self.norm(self.second(self.first(given))))


class DiceNet(nn.Module):
    """Pictures, shape (batch, 3, height, width), values 0 to 1, to maps (see `detection.heatmaps`)."""

    def __init__(self, fine: int = 32, middle: int = 64, coarse: int = 96, head: int = 48) -> None:
        super().__init__()
        self.stem = nn.Sequential(_convolution(3, 24, 2), _convolution(24, fine, 2), Residual(fine))
        self.middle = nn.Sequential(_convolution(fine, middle, 2), Residual(middle), Residual(middle, 2))
        self.coarse = nn.Sequential(_convolution(middle, coarse, 2), Residual(coarse), Residual(coarse))
        self.coarse_to_middle = nn.Conv2d(coarse, middle, 1)
        self.join = _convolution(middle, middle)
        self.middle_to_fine = nn.Conv2d(middle, head, 1)
        self.fine_to_head = nn.Conv2d(fine, head, 1)
        self.head = _convolution(head, head)
        self.maps = nn.Conv2d(head, CHANNELS, 1)
        rare = torch.zeros(CHANNELS)
        rare[CENTRE] = -4.0
        self.maps.bias = nn.Parameter(rare)

    def forward(self, pictures: Tensor) -> Tensor:
        """Maps, shape (batch, 13, height/4, width/4)."""
        fine = self.stem(pictures * 4 - 2)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        middle = self.join(middle + _doubled(self.coarse_to_middle(coarse)))
        joined = self.fine_to_head(fine) + _doubled(self.middle_to_fine(middle))
        maps: Tensor = self.maps(self.head(torch.relu(joined)))
        return maps


def _doubled(maps: Tensor) -> Tensor:
    return nn.functional.interpolate(maps, scale_factor=2.0, mode="nearest")


def export(network: DiceNet, path: Path, size: tuple[int, int] = (480, 368)) -> None:
    """Write the network as ONNX; OpenCV accepts any picture size that is a multiple of 16.

    Args:
        network: The trained network.
        path: Where to write.
        size: Width and height written into the file.
    """
    network = network.eval()
    example = torch.zeros(1, 3, size[1], size[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network,
        (example,),
        str(path),
        input_names=["picture"],
        output_names=["maps"],
        dynamic_axes={"picture": {2: "height", 3: "width"}, "maps": {2: "rows", 3: "columns"}},
        opset_version=13,
        dynamo=False,
    )
