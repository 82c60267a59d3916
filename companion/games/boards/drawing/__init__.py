"""How the maps were drawn, from public-domain geography; not needed to play. See README.md here."""
