"""From a picture to what lies on the table: known places, known looks, and never a guess."""
