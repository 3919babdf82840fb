"""What a process tells those who watch over it: figures for Prometheus, alerts, whether it is ready."""
