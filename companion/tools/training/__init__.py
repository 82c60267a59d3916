"""From nothing to `dice.onnx`: renders, photos, network, training, judgement. Needs torch."""
