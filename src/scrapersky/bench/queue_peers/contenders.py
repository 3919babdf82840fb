"""Which queues stand beside ours, and how each is run."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scrapersky.bench.frame import BenchRun, Contender, Lap, ProcessorClock
from scrapersky.bench.peers import PeerFailed, PeerMissing, answer_of, peer_python
from scrapersky.bench.served import ScratchServer
from scrapersky.db.scratch import administer


@dataclass(frozen=True, slots=True)
class QueuePeer:
    """`share` of the rows: one that takes each job by itself would take minutes with all of them."""

    name: str
    packages: tuple[str, ...]
    goal: float
    share: int = 1

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def version(self) -> str:
        return self.packages[0].partition("==")[2]


QUEUE_PEERS = (
    QueuePeer("PgQueuer", ("pgqueuer==1.6.0", "asyncpg", "uvloop"), goal=2),
    QueuePeer("Procrastinate", ("procrastinate==3.10.0", "psycopg[binary,pool]", "uvloop"), goal=40, share=20),
)


@dataclass(frozen=True, slots=True)
class QueuePeers:
    """Those that could be had, by their names, and a note about each other one."""

    contenders: dict[str, Contender]
    versions: dict[str, str]
    notes: list[str]


async def queue_peers(run: BenchRun, server: ScratchServer, rows: int, batch: int) -> QueuePeers:
    """Each works in a database of its own. A quick run installs none."""
    peers = QueuePeers({}, {}, [])
    for peer in QUEUE_PEERS:
        try:
            python = await peer_python(run.folder, peer.key, peer.packages, install=not run.quick, say=run.say)
        except PeerMissing as missing:
            peers.notes.append(f"{peer.name} is not beside us: {missing}")
            continue
        await administer(server.url, f"CREATE DATABASE {peer.key}")
        peers.contenders[peer.name] = partial(_lap, peer, python, server, rows // peer.share, batch)
        peers.versions[peer.key] = peer.version
    return peers


async def _lap(peer: QueuePeer, python: Path, server: ScratchServer, jobs: int, batch: int) -> Lap:
    script = Path(__file__).with_name(f"{peer.key}_jobs.py")
    address = server.at(peer.key).plain_address
    clock = ProcessorClock(server.process)
    answer = await answer_of([str(python), str(script), address, str(jobs), str(batch)])
    database = clock.spent
    if left := answer.pop("left"):
        raise PeerFailed(f"{peer.name} left {left} of {jobs} jobs.")
    return Lap(**answer, database_seconds=database)
