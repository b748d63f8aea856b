"""Serve a GGUF file by llama.cpp's own OpenAI-compatible server until killed: `python llama_server.py FILE PORT`.

Run by an interpreter that has xllamacpp; it needs nothing of this project.
"""

from __future__ import annotations

import sys
import threading

from xllamacpp import CommonParams, Server


def main() -> None:
    """Start, and stay."""
    path, port = sys.argv[1], int(sys.argv[2])
    params = CommonParams()
    params.model.path = path
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = 3 * 8192
    params.n_parallel = 3  # each keeps the prompt of another agent
    for cpu in (params.cpuparams, params.cpuparams_batch):
        cpu.n_threads = 1  # several spin against whatever else runs on a small machine
        cpu.poll = 0
    params.sampling.penalty_repeat = 1.1  # a small model that is not held back says one thing for ever
    server = Server(params)
    threading.Event().wait()
    del server


if __name__ == "__main__":
    main()
