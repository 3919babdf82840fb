"""`python ray_nodes.py NODES`: a Ray cluster of this machine alone; a line of input kills a node, its end all."""

import sys
from typing import Any

from ray.cluster_utils import Cluster

SMALL: dict[str, Any] = {"object_store_memory": 80 * 1024 * 1024}

if __name__ == "__main__":
    cluster: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **SMALL})
    nodes = [cluster.add_node(num_cpus=1, **SMALL) for _ in range(int(sys.argv[1]))]
    sys.stdout.write(f"address {cluster.address}\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        cluster.remove_node(nodes.pop(), allow_graceful=False)
        sys.stdout.write("killed\n")
        sys.stdout.flush()
    cluster.shutdown()
