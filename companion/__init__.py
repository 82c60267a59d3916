"""A companion that stands beside a real board game: it referees, reads dice and inches, and remembers."""
