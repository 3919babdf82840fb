# The whole product in one image: `docker compose up` starts it as API and workers. The first stage builds, the second runs.
FROM python:3.13-slim AS build
WORKDIR /build
RUN python -m venv /opt/scrapersky
ENV PATH=/opt/scrapersky/bin:$PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
COPY requirements requirements
RUN pip install --require-hashes -r requirements/runtime.lock
RUN pip install --require-hashes --target /opt/node -r requirements/node.lock
COPY frontend frontend
COPY hatch_build.py ./
COPY src/scrapersky/web src/scrapersky/web
RUN PYTHONPATH=/opt/node python hatch_build.py
COPY pyproject.toml README.md LICENSE CHANGELOG.md ./
COPY schema schema
COPY docs docs
COPY src src
RUN pip install --no-deps --no-build-isolation .

FROM python:3.13-slim
RUN useradd --uid 10001 --home-dir /data --create-home scrapersky
COPY --from=build /opt/scrapersky /opt/scrapersky
ENV PATH=/opt/scrapersky/bin:$PATH PYTHONUNBUFFERED=1 SCRAPERSKY_DATA=/data HOST=0.0.0.0 PORT=8000
USER scrapersky
WORKDIR /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["scrapersky"]
CMD ["up"]
