"""Only nodes that can capture are cameras; a Pi without one has nodes from /dev/video10 up."""

from pathlib import Path

import pytest

from companion.vision.sources.video_nodes import CAPABILITY, VideoNode, capture_nodes, query_node

CAPTURE, STREAMING, METADATA, MEMORY_TO_MEMORY = 0x1, 0x0400_0000, 0x0080_0000, 0x0000_8000


@pytest.mark.parametrize(
    ("driver", "capabilities", "camera"),
    [
        ("uvcvideo", CAPTURE | STREAMING, True),
        ("uvcvideo", METADATA | STREAMING, False),  # the second node of every USB camera
        ("vivid", CAPTURE | STREAMING, True),
        ("bcm2835-codec", CAPTURE | STREAMING, False),
        ("bcm2835-isp", CAPTURE | STREAMING, False),
        ("rp1-cfe", CAPTURE | STREAMING, False),
        ("unicam", CAPTURE | STREAMING, False),
        ("rpi-hevc-dec", MEMORY_TO_MEMORY | STREAMING, False),
    ],
)
def test_which_nodes_are_cameras(driver: str, capabilities: int, camera: bool, tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    found = capture_nodes(tmp_path, lambda _: VideoNode(driver, "a card", capabilities))
    assert found == ([tmp_path / "video0"] if camera else [])


def test_usb_cameras_go_by_their_lasting_names_in_the_order_of_their_nodes(tmp_path: Path) -> None:
    for number in (10, 2, 0):
        (tmp_path / f"video{number}").touch()
    names = tmp_path / "v4l" / "by-id"
    names.mkdir(parents=True)
    (names / "usb-Table_Cam-video-index0").symlink_to(tmp_path / "video2")
    found = capture_nodes(tmp_path, lambda _: VideoNode("uvcvideo", "Cam", CAPTURE | STREAMING))
    assert found == [tmp_path / "video0", names / "usb-Table_Cam-video-index0", tmp_path / "video10"]


def test_what_is_no_video_device_is_no_camera(tmp_path: Path) -> None:
    assert CAPABILITY.size == 104, "as the kernel has it"
    (tmp_path / "video0").touch()
    assert query_node(tmp_path / "video0") is None
    assert query_node(tmp_path / "video1") is None
