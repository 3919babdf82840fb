"""The habits of the software a site is made with: addresses, generator tag, headers, validators."""

from dataclasses import dataclass
from typing import Literal

from scrapersky.simulator.business import Platform

Validators = Literal["none", "etag", "weak_etag", "modified", "both"]
Dialect = Literal["modern", "xhtml", "nineties", "app_inline", "app_endpoint"]


@dataclass(frozen=True, slots=True)
class Variant:
    name: str
    dialect: Dialect
    suffix: str
    """What ends the path of a page: a slash, nothing, or a file ending."""
    generator: str | None
    server: str
    validators: Validators
    assets: str
    page_prefix: str = "/"
    post_path: str = "/{blog}/{slug}"
    product_path: str = "/{shop}/{slug}"
    powered_by: str | None = None
    style_kilobytes: int = 4
    body_class: str = ""
    relative_links: bool = False
    """Whether pages name their starting point and link from there."""
    keeps_umlauts: bool = False


_WORDPRESS_ASSETS = "/wp-content/themes/site"

_WORDPRESS = (
    Variant(
        name="wordpress-block-theme",
        dialect="modern",
        suffix="/",
        generator="WordPress 6.7.2",
        server="Apache",
        validators="none",
        assets="/wp-content/themes/twentytwentyfour",
        post_path="/{year}/{month:02}/{slug}",
        powered_by="PHP/8.2.27",
        style_kilobytes=24,
        body_class="wp-site-blocks wp-embed-responsive",
    ),
    Variant(
        name="wordpress-page-builder",
        dialect="modern",
        suffix="/",
        generator="WordPress 6.4.5",
        server="LiteSpeed",
        validators="weak_etag",
        assets="/wp-content/themes/hello-elementor",
        post_path="/{slug}",
        product_path="/produkt/{slug}",
        style_kilobytes=38,
        body_class="elementor-default elementor-kit-7",
    ),
    Variant(
        name="wordpress-classic-theme",
        dialect="modern",
        suffix="/",
        generator="WordPress 4.9.26",
        server="nginx",
        validators="modified",
        assets=_WORDPRESS_ASSETS,
        post_path="/{blog}/{slug}",
        powered_by="PHP/7.4.33",
        style_kilobytes=9,
        body_class="wp-custom-logo",
    ),
)

_BUILDERS = (
    Variant(
        name="wix",
        dialect="modern",
        suffix="",
        generator="Wix.com Website Builder",
        server="Pepyaka",
        validators="weak_etag",
        assets="/_wix/parastorage",
        post_path="/post/{slug}",
        product_path="/product-page/{slug}",
        style_kilobytes=48,
    ),
    Variant(
        name="squarespace",
        dialect="modern",
        suffix="",
        generator=None,
        server="Squarespace",
        validators="weak_etag",
        assets="/universal/styles-compressed",
        post_path="/{blog}/{slug}",
        style_kilobytes=30,
        body_class="sqs-seven-one homepage",
    ),
    Variant(
        name="jimdo",
        dialect="modern",
        suffix="/",
        generator=None,
        server="nginx",
        validators="etag",
        assets="/s/style",
        post_path="/{year}/{month:02}/{slug}",
        style_kilobytes=18,
        body_class="body cc-page",
    ),
    Variant(
        name="webflow",
        dialect="modern",
        suffix="",
        generator="Webflow",
        server="openresty",
        validators="none",
        assets="/assets/css",
        style_kilobytes=12,
    ),
)

_SHOPS = (
    Variant(
        name="shopify",
        dialect="modern",
        suffix="",
        generator=None,
        server="cloudflare",
        validators="etag",
        assets="/cdn/shop/t/2/assets",
        page_prefix="/pages/",
        post_path="/blogs/{blog}/{slug}",
        product_path="/products/{slug}",
        powered_by="Shopify",
        style_kilobytes=34,
        body_class="gradient animate--hover-default",
    ),
    Variant(
        name="prestashop",
        dialect="modern",
        suffix="",
        generator="PrestaShop",
        server="Apache",
        validators="none",
        assets="/themes/classic/assets",
        page_prefix="/content/",
        product_path="/{shop}/{slug}.html",
        powered_by="PHP/7.2.34",
        style_kilobytes=16,
        body_class="lang-default country-default",
    ),
    Variant(
        name="woocommerce",
        dialect="modern",
        suffix="/",
        generator="WooCommerce 8.6.1",
        server="Apache",
        validators="weak_etag",
        assets="/wp-content/themes/storefront",
        product_path="/product/{slug}",
        style_kilobytes=28,
        body_class="theme-storefront woocommerce-active",
    ),
)

_NINETIES = (
    Variant(
        name="frontpage",
        dialect="nineties",
        suffix=".htm",
        generator="Microsoft FrontPage 4.0",
        server="Microsoft-IIS/6.0",
        validators="both",
        assets="/images",
        style_kilobytes=0,
    ),
    Variant(
        name="composer",
        dialect="nineties",
        suffix=".html",
        generator="Mozilla/4.5 [en] (Win98; I) [Netscape]",
        server="Apache/1.3.41 (Unix)",
        validators="both",
        assets="/grafik",
        style_kilobytes=0,
    ),
    Variant(
        name="text-editor",
        dialect="nineties",
        suffix=".html",
        generator=None,
        server="Apache",
        validators="modified",
        assets="/pics",
        style_kilobytes=0,
    ),
)

_TWO_THOUSANDS = (
    Variant(
        name="xhtml",
        dialect="xhtml",
        suffix=".html",
        generator=None,
        server="Apache/2.2.22 (Debian)",
        validators="both",
        assets="/css",
        style_kilobytes=3,
    ),
    Variant(
        name="php-query",
        dialect="xhtml",
        suffix="",
        generator=None,
        server="Apache/2.2.3 (CentOS)",
        validators="none",
        assets="/style",
        page_prefix="/index.php?page=",
        post_path="/index.php?page={blog}&id={slug}",
        powered_by="PHP/5.3.3",
        style_kilobytes=3,
    ),
    Variant(
        name="php-templates",
        dialect="xhtml",
        suffix=".php",
        generator=None,
        server="Apache/2.2.3 (CentOS)",
        validators="none",
        assets="/style",
        powered_by="PHP/5.3.3",
        style_kilobytes=2,
    ),
    Variant(
        name="joomla",
        dialect="xhtml",
        suffix=".html",
        generator="Joomla! 1.5 - Open Source Content Management",
        server="Apache",
        validators="none",
        assets="/templates/rhuk_milkyway/css",
        relative_links=True,
        powered_by="PHP/5.2.17",
        style_kilobytes=6,
    ),
)

_MODERN = (
    Variant(
        name="bootstrap",
        dialect="modern",
        suffix=".html",
        generator=None,
        server="nginx/1.18.0 (Ubuntu)",
        validators="both",
        assets="/assets",
        style_kilobytes=5,
    ),
    Variant(
        name="static-generator",
        dialect="modern",
        suffix="/",
        generator="Hugo 0.123.7",
        server="nginx",
        validators="etag",
        assets="/css",
        style_kilobytes=7,
    ),
    Variant(
        name="framework",
        dialect="modern",
        suffix="",
        generator=None,
        server="gunicorn",
        keeps_umlauts=True,
        validators="none",
        assets="/static",
        style_kilobytes=10,
    ),
)

_APPS = (
    Variant(
        name="next",
        dialect="app_inline",
        suffix="",
        generator=None,
        server="Vercel",
        validators="etag",
        assets="/_next/static",
        powered_by="Next.js",
        style_kilobytes=6,
    ),
    Variant(
        name="nuxt",
        dialect="app_inline",
        suffix="",
        generator=None,
        server="nginx",
        validators="weak_etag",
        assets="/_nuxt",
        style_kilobytes=5,
    ),
    Variant(
        name="client-rendered",
        dialect="app_endpoint",
        suffix="",
        generator=None,
        server="cloudflare",
        validators="both",
        assets="/static",
        style_kilobytes=5,
    ),
)

VARIANTS: dict[Platform, tuple[Variant, ...]] = {
    "wordpress": _WORDPRESS,
    "wordpress_seo": _WORDPRESS,
    "builder": _BUILDERS,
    "shop": _SHOPS,
    "handwritten_1990s": _NINETIES,
    "handwritten_2000s": _TWO_THOUSANDS,
    "handwritten": _MODERN,
    "spa": _APPS,
}
