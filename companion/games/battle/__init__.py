"""Battle Risk: armies of Risk pieces on an open table, measured in inches."""
