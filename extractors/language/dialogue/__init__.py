"""Turns that are only understood together with the turns before them: answers, confirmations and corrections."""
