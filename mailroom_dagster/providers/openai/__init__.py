"""Agents answered by any OpenAI-compatible model.

A task goes through the room in this order: `messages` and `schemas` say what is asked, `dialects` how this model must
be asked, `transport` sends one attempt, `outcomes` and `answers` name what came back, `client` holds the one place that
tries again, and `provider` is what the mailroom sees.
"""
