"""What is measured on the picture of the table: lines, rings, arcs, paper, and a real tape."""
