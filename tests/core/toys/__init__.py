"""Throwaway slices of what other games need, each a small game of its own on the core's contract.

`say_no`: a chain of answers with several targets (S-33). `payment`: a debt paid card by card (S-15, S-16). `exchange`: an exchange built in
small steps (F-4, F-5, F-9).
"""
