"""The workshop: what makes, teaches and shows the product; only commands import it."""
