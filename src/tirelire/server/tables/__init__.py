"""Tables in memory: sessions, seats, scheduler, clock."""
