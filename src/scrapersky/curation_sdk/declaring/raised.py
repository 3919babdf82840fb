"""What is raised beside errors: some of it means the whole process, the rest only seems to."""

import asyncio


def means_the_process(error: BaseException) -> bool:
    """Whether it ends more than whatever raised it: Ctrl-C, an exit, or a cancellation of this very task.

    A Rust extension's panic is no `Exception` either, and yet is the row's or the part's in which it happened.
    """
    if isinstance(error, asyncio.CancelledError):
        task = asyncio.current_task()
        return task is None or task.cancelling() > 0
    return isinstance(error, (KeyboardInterrupt, SystemExit, GeneratorExit))
