"""What an installation may set: code default, then `.env`, then the environment."""

from pathlib import Path
from typing import Annotated, Any, Literal

from platformdirs import user_data_path
from pydantic import BeforeValidator, Field, SecretStr
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from scrapersky.roles import Role


def _separated(given: object) -> object:
    return [name for part in given.split(",") if (name := part.strip())] if isinstance(given, str) else given


def _upper(given: object) -> object:
    return given.strip().upper() if isinstance(given, str) else given


class Settings(BaseSettings):
    """Settings of the whole product; each workflow adds its own scheduler's."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore")

    database_url: str | None = Field(
        None,
        repr=False,
        description="Which PostgreSQL to use; without it an embedded server is started in the data folder.",
    )
    database_pooler: bool = Field(
        default=False,
        description="Set when PgBouncer in transaction mode stands between: no prepared statements, no LISTEN.",
    )
    database_pool_size: int = Field(
        10, gt=0, description="Connections that one process keeps open for its workers; twice as many for a moment."
    )
    database_work_seconds: float = Field(
        60, gt=0, description="Longest that a worker's statement may take; a connection silent for longer is given up."
    )
    database_request_pool_size: int = Field(
        10, gt=0, description="Connections that one process keeps open for requests; more requests wait their turn."
    )
    database_request_wait_seconds: float = Field(
        30, gt=0, description="How long a request waits for its turn before it is told that there are too many."
    )
    database_request_seconds: float = Field(15, gt=0, description="Longest that a statement of a request may take.")
    scrapersky_data: Path = Field(
        default_factory=lambda: user_data_path("scrapersky"),
        description="Where the embedded database and the signing key live.",
    )
    own_pages: Path | None = Field(
        None, description="A folder of pages of your own, such as examples/vanilla-tab, served to anybody under /own/."
    )
    host: str = Field("127.0.0.1", description="Address the server listens on.")
    port: int = Field(8000, ge=0, le=65535, description="Port the server listens on.")
    allowed_hosts: Annotated[list[str], NoDecode, BeforeValidator(_separated)] = Field(
        [], description="Names the server answers under, separated by commas, besides this machine's; none: any."
    )
    jwt_secret: SecretStr | None = Field(
        None, description="Key that signs tokens; without it one is made once and kept in the data folder."
    )
    oidc_issuer: str | None = Field(
        None, description="Whose tokens are taken beside our own, as their `iss` says it: an identity provider's."
    )
    oidc_audience: str | None = Field(None, description="For whom they must be made, as their `aud` says it.")
    oidc_jwks_url: str | None = Field(None, description="Where the provider's public keys are.")
    oidc_name_claim: str = Field("email", description="The claim that names a user here.")
    oidc_role_claim: str = Field(
        "role", description="The claim with their role, or roles; dots lead inward, such as realm_access.roles."
    )
    oidc_tenant_claim: str | None = Field(
        None, description="The claim with the name of their tenant; without it, the only tenant there is."
    )
    oidc_roles: dict[str, Role] = Field(
        {}, description='What the provider calls our roles, such as {"sky-admin": "admin"}; none: as we do.'
    )
    token_minutes: int = Field(12 * 60, gt=0, description="How long a token is good for.")
    worker_lease_seconds: float = Field(30, gt=0, description="A worker not heard of for this long is taken for dead.")
    worker_processes: int = Field(
        1, gt=0, description="Processes that work on rows, of `up` and of `worker`; one keeps one core busy."
    )
    work_engine: Literal["local", "ray"] = Field(
        "local",
        description="Where the work on rows runs: in the processes that take them up, or on the nodes of a Ray cluster,"
        ' which need pip install "scrapersky[ray]" and the database too.',
    )
    ray_address: str = Field(
        "auto", description="Which Ray cluster: auto for the one of this machine, or the address of its head."
    )
    reader_processes: int | None = Field(
        None,
        ge=0,
        description="Processes that read pages for one that works on rows; none: one for each core, four at most."
        " 0: it reads them itself.",
    )
    worker_niceness: int = Field(
        10, ge=0, le=19, description="How far work on rows stands back behind answers to people; 0: not at all."
    )
    metrics_port: int | None = Field(
        None,
        ge=0,
        le=65535,
        description="Where a process that works on rows tells its figures, and whether it is ready; none: nowhere."
        " Of several processes each takes the next free port.",
    )
    metrics_host: str = Field("127.0.0.1", description="Address of that port; who reaches it may read the figures.")
    otel_exporter_otlp_endpoint: str | None = Field(
        None,
        description="Where traces are sent by OTLP over HTTP, such as http://127.0.0.1:4318; none: nowhere."
        ' Needs pip install "scrapersky[otel]".',
    )
    shutdown_grace_seconds: float = Field(
        20, ge=0, description="How long rows in work may finish when the process stops."
    )
    history_days: int = Field(
        90, ge=0, description="After how many days runs, batches and corrections are forgotten; 0: never."
    )
    fetch_contact: str = Field(
        "", description="A URL or e-mail address, sent with each request, at which a site's owner reaches you."
    )
    fetch_interval_seconds: float = Field(1.0, ge=0, description="Seconds between two requests to the same host.")
    site_builders: list[str] = Field(
        [], description='Hosts, beside the known ones, whose customers have sites under them, such as ["builder.com"].'
    )
    fetch_proxy: SecretStr | None = Field(None, description="An HTTP proxy that everything goes through.")
    webhook_url: str | None = Field(
        None, repr=False, description="Where verified contacts are posted to; a public web address."
    )
    webhook_secret: SecretStr | None = Field(
        None,
        description="Signs each contact, so that whoever gets it can check that it comes from here, unchanged;"
        " 16 characters or more.",
    )
    alert_webhook_url: str | None = Field(
        None, repr=False, description="Where troubles of the installation are posted to; a public web address."
    )
    alert_webhook_secret: SecretStr | None = Field(
        None, description="Key of the signature that each alert carries, made as a contact's is."
    )
    hubspot_token: SecretStr | None = Field(None, description="Access token of the HubSpot account contacts go to.")
    hubspot_fields: dict[str, str] = Field(
        {}, description='Properties of the account beside HubSpot\'s own, such as {"verified_by": "verification"}.'
    )
    rest_url: str | None = Field(
        None, repr=False, description="A service that takes contacts as JSON; may have {email} in it."
    )
    rest_method: Literal["POST", "PUT", "PATCH"] = Field("POST", description="How the service of REST_URL is asked.")
    rest_headers: SecretStr | None = Field(
        None, description='Headers for it, as JSON, such as {"Authorization": "Bearer …"}.'
    )
    rest_template: dict[str, Any] = Field(
        {}, description='What it gets, such as {"mail": "{email}", "org": {"name": "{business.name}"}}.'
    )
    brevo_api_key: SecretStr | None = Field(None, description="Key of the Brevo account contacts go to.")
    brevo_list_ids: list[int] = Field([], description="Brevo lists that contacts are put on, such as [3, 7].")
    mail_verifier: str | None = Field(
        None, description="Which service says whether mailboxes exist, where several are set up; such as zerobounce."
    )
    zerobounce_api_key: SecretStr | None = Field(
        None, description="Key of the ZeroBounce account that says whether mailboxes exist; each answer costs a credit."
    )
    zerobounce_credit_dollars: float = Field(
        0.01, ge=0, description="What a ZeroBounce credit cost you, in US dollars; paid calls are counted by it."
    )
    sealing_keys: SecretStr | None = Field(
        None,
        description="Keys, separated by commas, that secrets of tenants are sealed with: the first seals, each opens."
        " Without it one is made once and kept in the data folder; several machines need the same.",
    )
    delivery_folder: Path | None = Field(None, description="A folder that gets one JSON file per verified contact.")
    map_tiles_url: str | None = Field(
        None,
        repr=False,
        description="Where maps get their background, such as https://tiles.example/{z}/{x}/{y}.png; none: plain.",
    )
    map_tiles_attribution: str = Field("", description="Whom that background is to be credited to.")
    export_folder: Path | None = Field(
        None, description="Where finished exports wait to be fetched; without it a folder in the data folder."
    )
    export_hours: float = Field(72, gt=0, description="How long finished exports are kept.")
    export_rows: int = Field(5_000_000, gt=0, description="Most rows of an export that the server writes.")
    export_gigabytes: float = Field(4, gt=0, description="Largest file of an export that the server writes.")
    export_minutes: float = Field(60, gt=0, description="Longest that the server writes at one export.")
    export_kept_gigabytes: float = Field(
        20, gt=0, description="A tenant whose finished exports take this much deletes some before it orders more."
    )
    export_concurrency: int = Field(
        2, gt=0, description="Exports that one process writes at a time; a tenant has one at a time in any case."
    )
    own_services: Annotated[list[str], NoDecode, BeforeValidator(_separated)] = Field(
        [],
        description="Hosts of your own, with their ports, that contacts and notices may be sent to though they are not"
        " on the internet, separated by commas, such as n8n:5678. Pages are never fetched from them.",
    )
    delivery_targets: Annotated[list[str], NoDecode, BeforeValidator(_separated)] = Field(
        [], description="Targets of installed packages that verified contacts go to, separated by commas."
    )
    html_store: Literal["database", "folder", "bucket"] = Field(
        "database", description="Where the HTML of pages is kept: database, folder or bucket. Older pages stay put."
    )
    html_folder: Path | None = Field(
        None, description="The folder of kept HTML; without it, `pages` in the data folder. Machines may share it."
    )
    html_bucket: str | None = Field(None, description="The S3-compatible bucket of kept HTML.")
    html_bucket_endpoint: str = Field(
        "https://s3.amazonaws.com", description="Where the bucket's service answers, such as https://minio.local:9000."
    )
    html_bucket_region: str = Field("us-east-1", description="The bucket's region, which requests are signed for.")
    html_bucket_key_id: str | None = Field(
        None, description="Id of the key that may read and write the bucket; without it, the machine's own role."
    )
    html_bucket_secret: SecretStr | None = Field(None, description="The key itself; it signs and is never sent.")
    html_bucket_token: SecretStr | None = Field(None, description="The session token that came with a passing key.")
    render_pages: bool = Field(
        default=False, description='Read pages that scripts build in a browser; needs pip install "scrapersky[render]".'
    )
    render_browser: Path | None = Field(
        None, description="The browser's program, such as /usr/bin/chromium; without it, Playwright's own."
    )
    render_concurrency: int = Field(2, gt=0, description="Pages that one process renders at a time.")
    render_seconds: float = Field(30, gt=0, description="How long one page's scripts may take.")
    render_sandbox: bool = Field(
        default=True, description="Keep Chromium's sandbox; it does not work for the user root, nor in some containers."
    )
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = Field(
        "INFO", description="DEBUG, INFO, WARNING or ERROR."
    )
