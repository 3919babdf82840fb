"""What each kind of software leaves in the head of every page, by which detectors know it."""

_WORDPRESS = (
    '<link rel="stylesheet" id="wp-block-library-css" href="{assets}/style.css?ver=6.7.2" media="all">\n'
    '<script>window._wpemojiSettings={{"baseUrl":"https:\\/\\/s.w.org\\/images\\/core\\/emoji\\/15.0.3\\/72x72\\/"}};'
    '</script>\n<style id="global-styles-inline-css">body{{--wp--preset--color--black:#000000}}</style>\n'
)
_SIGNATURES = {
    "wordpress-block-theme": _WORDPRESS,
    "wordpress-classic-theme": _WORDPRESS,
    "wordpress-page-builder": _WORDPRESS
    + '<link rel="stylesheet" id="elementor-frontend-css" href="{assets}/style.css?ver=3.19" media="all">\n',
    "woocommerce": _WORDPRESS + "<style>.woocommerce-product-gallery{{opacity:1 !important}}</style>\n",
    "wix": '<link rel="preconnect" href="https://static.wixstatic.com">\n'
    '<meta http-equiv="X-Wix-Meta-Site-Id" content="{token}">\n',
    "squarespace": "<!-- This is Squarespace. --><!-- {token} -->\n"
    '<link rel="preconnect" href="https://images.squarespace-cdn.com">\n'
    '<script>Static=window.Static||{{}};Static.SQUARESPACE_CONTEXT={{"websiteId":"{token}"}};</script>\n',
    "jimdo": '<script>window.jimdoData={{"cstok":"{token}","isJimdo7":true}};</script>\n',
    "webflow": '<script>!function(o,c){{c.documentElement.className+=" w-mod-js"}}(window,document);</script>\n',
    "shopify": '<link rel="preconnect" href="https://cdn.shopify.com" crossorigin>\n'
    '<script>var Shopify=Shopify||{{}};Shopify.theme={{"name":"Dawn","id":"{token}"}};</script>\n',
    "prestashop": '<script>var prestashop={{"currency":{{"iso_code":"EUR"}},"static_token":"{token}"}};</script>\n',
    "next": '<meta name="next-head-count" content="4">\n<script src="{assets}/site.js" defer></script>\n',
    "joomla": '<script src="{assets}/site.js"></script>\n',
}


def signature(variant: str, assets: str, token: str) -> str:
    return _SIGNATURES.get(variant, "").format(assets=assets, token=token)
