"""All reading of files from outside, with limits of time and memory that are checked before decoding."""
