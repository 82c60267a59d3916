"""Drawing the real tiles once: the workbench, the sheet for one tile, photographs, the map being built."""
