"""From numbers to what people read: figures, pages, the command line. The top floor: nothing imports it."""
