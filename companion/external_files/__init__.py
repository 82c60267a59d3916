"""Files from outside: opened here and nowhere else, bounded in time and memory before they are decoded."""
