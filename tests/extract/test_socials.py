import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.extract.page_strategies import any_text
from tests.extract.readers import extract_socials

from scrapersky.extract.finding import Owner
from scrapersky.extract.html.document import read_document
from scrapersky.extract.socials.extraction import (
    LinkKind,
    find_socials,
    read_social_link,
)


@pytest.mark.parametrize(
    ("url", "network", "profile"),
    [
        ("http://m.facebook.com/AcmeDental/?ref=page", "facebook", "https://www.facebook.com/AcmeDental"),
        (
            "https://www.facebook.com/pages/Acme-Dental/1234567890",
            "facebook",
            "https://www.facebook.com/pages/Acme-Dental/1234567890",
        ),
        (
            "https://facebook.com/profile.php?id=100012345",
            "facebook",
            "https://www.facebook.com/profile.php?id=100012345",
        ),
        ("//www.instagram.com/acme.dental/", "instagram", "https://www.instagram.com/acme.dental"),
        ("https://uk.linkedin.com/company/acme/about/", "linkedin", "https://www.linkedin.com/company/acme"),
        ("https://linkedin.com/in/jo-roe-123/", "linkedin", "https://www.linkedin.com/in/jo-roe-123"),
        ("https://twitter.com/@acme?lang=en", "twitter", "https://twitter.com/acme"),
        ("https://x.com/acme", "twitter", "https://x.com/acme"),
        ("https://www.youtube.com/@acme/videos", "youtube", "https://www.youtube.com/@acme"),
        (
            "https://youtube.com/channel/UCabcdefghijklmnop",
            "youtube",
            "https://www.youtube.com/channel/UCabcdefghijklmnop",
        ),
        ("https://www.tiktok.com/@acme", "tiktok", "https://www.tiktok.com/@acme"),
        ("https://www.pinterest.co.uk/acme/", "pinterest", "https://www.pinterest.com/acme"),
        ("https://www.xing.com/pages/acme", "xing", "https://www.xing.com/pages/acme"),
        ("https://github.com/acme", "github", "https://github.com/acme"),
        ("https://www.threads.net/@acme", "threads", "https://www.threads.net/@acme"),
        ("https://t.me/acmedental", "telegram", "https://t.me/acmedental"),
        ("https://www.yelp.com/biz/acme-dental-austin?osq=x", "yelp", "https://www.yelp.com/biz/acme-dental-austin"),
        ("https://discord.gg/acme", "discord", "https://discord.gg/acme"),
        ("https://mastodon.social/@acme", "mastodon", "https://mastodon.social/@acme"),
        ("https://ok.ru/acme", "odnoklassniki", "https://ok.ru/acme"),
        ("https://blog.naver.com/acme", "naver", "https://blog.naver.com/acme"),
        ("https://line.me/R/ti/p/@acme", "line", "https://line.me/R/ti/p/@acme"),
        ("https://lin.ee/aB3dE5f", "line", "https://lin.ee/aB3dE5f"),
        ("https://page.line.me/acme123", "line", "https://page.line.me/acme123"),
        ("https://houzz.de/pro/acme", "houzz", "https://www.houzz.de/pro/acme"),
        ("https://weibo.com/u/1234567", "weibo", "https://weibo.com/u/1234567"),
    ],
)
def test_a_profile_is_known_and_has_one_form(url: str, network: str, profile: str) -> None:
    link = read_social_link(url)
    assert link is not None
    assert (link.network, link.kind, link.url) == (network, LinkKind.PROFILE, profile)
    again = read_social_link(profile)
    assert again is not None
    assert again.url == profile


@pytest.mark.parametrize(
    "url",
    [
        "https://www.facebook.com/sharer/sharer.php?u=x",
        "https://www.facebook.com/share.php?u=x",
        "https://www.facebook.com/dialog/feed?app_id=1",
        "https://www.facebook.com/tr?id=1&ev=PageView",
        "https://www.facebook.com/plugins/like.php?href=x",
        "https://www.facebook.com/groups/123",
        "https://www.facebook.com/policy.php",
        "https://www.facebook.com/your-page",
        "https://help.instagram.com/519522125107875",
        "https://line.me/download",
        "https://line.me/en-US/",
        "https://www.facebook.com/",
        "https://twitter.com/intent/tweet?text=x",
        "https://twitter.com/share?url=x",
        "https://twitter.com/home?status=x",
        "https://x.com/hashtag/acme",
        "https://www.linkedin.com/shareArticle?url=x",
        "https://www.linkedin.com/",
        "https://www.instagram.com/accounts/login/",
        "https://www.instagram.com/explore/tags/acme/",
        "https://www.youtube.com/results?search_query=acme",
        "https://pinterest.com/pin/create/button/?url=x",
        "https://t.me/share/url?url=x",
        "https://discord.com/channels/notanumber",
        "https://www.yelp.com/search?find_desc=x",
        "https://www.facebook.com/your-company",
        "https://www.instagram.com/tvojProfil",
        "https://www.facebook.com/votre_page",
        "https://x.com/kullaniciadi",
        "https://www.tiktok.com/@seuperfil",
    ],
)
def test_a_share_or_login_link_is_no_profile(url: str) -> None:
    link = read_social_link(url)
    assert link is not None
    assert link.kind is LinkKind.SERVICE


@pytest.mark.parametrize(
    "url",
    [
        "https://www.facebook.com/acme/posts/12345",
        "https://www.instagram.com/p/Babc/",
        "https://twitter.com/acme/status/1234",
        "https://www.youtube.com/watch?v=abcdefghijk",
        "https://youtu.be/abcdefghijk",
        "https://www.tiktok.com/@acme/video/123456789",
        "https://www.pinterest.com/pin/123456789",
        "https://www.linkedin.com/posts/acme_x",
        "https://github.com/acme/website",
    ],
)
def test_a_post_is_on_the_network_but_is_no_profile_of_the_page(url: str) -> None:
    link = read_social_link(url)
    assert link is not None
    assert link.kind is LinkKind.POST
    assert extract_socials(f'<a href="{url}">x</a>') == []


@pytest.mark.parametrize(
    "url",
    [
        "https://acme.com/facebook",
        "xfacebook.com/acme",
        "_https://x.com/acme",
        "https://facebook.com.evil.example/acme",
        "",
        "https://[",
        "https://liff.line.me/1234567-abcdef",
    ],
)
def test_another_host_is_no_network(url: str) -> None:
    assert read_social_link(url) is None


@pytest.mark.parametrize(
    ("html", "profile"),
    [
        ('<div class="fb-page" data-href="https://www.facebook.com/acme"></div>', "https://www.facebook.com/acme"),
        (
            '<iframe src="https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Facme"></iframe>',
            "https://www.facebook.com/acme",
        ),
        ("<p>Like us: www.facebook.com/acme.</p>", "https://www.facebook.com/acme"),
        ("<p>Instagram: @acme.shop</p>", "https://www.instagram.com/acme.shop"),
        ("<p>TikTok @acme</p>", "https://www.tiktok.com/@acme"),
    ],
)
def test_a_profile_is_found_in_a_box_and_in_words(html: str, profile: str) -> None:
    assert extract_socials(html) == [profile]


@pytest.mark.parametrize("name", ["fb-post", "fb-comments", "fb-pages", "box"])
def test_a_box_for_other_things_shows_no_profile_of_the_page(name: str) -> None:
    assert extract_socials(f'<div class="{name}" data-href="https://www.facebook.com/acme"></div>') == []


@pytest.mark.parametrize(
    "html",
    ["<p>Facebook: jo@acme.com</p>", "<p>notfacebook.com/acme</p>", "<p>Instagram is great. Thanks @acme</p>"],
)
def test_words_near_a_network_are_no_profile(html: str) -> None:
    assert extract_socials(html) == []


def test_each_profile_is_found_once_and_refusals_say_why() -> None:
    html = '<a href="https://twitter.com/Acme">a</a><a href="https://x.com/acme">b</a><a href="https://twitter.com/share">c</a>'
    found, rejected = find_socials(read_document(html))
    assert [one.value for one in found] == ["https://twitter.com/Acme"]
    assert rejected[0].reason == "twitter: A share, login or service page, not a profile"


def test_a_site_whose_name_begins_like_a_network_s_hides_no_profile() -> None:
    page = read_document("<a href='https://x.com/acme'>X</a><a href='https://x.co/facebook.com'>F</a>", "https://x.co/")
    assert [one.value for one in find_socials(page)[0]] == ["https://x.com/acme"]


def test_the_web_designer_s_profile_is_not_the_business_s() -> None:
    html = '<footer>Website by <a href="https://www.facebook.com/pixelagency">Pixel</a></footer>'
    found, _ = find_socials(read_document(html, "https://acme.example/"))
    assert found[0].owner is Owner.WEB_DESIGNER


def test_a_person_s_profile_is_the_person_s_and_a_firm_s_is_the_business_s() -> None:
    html = (
        '<a href="https://www.linkedin.com/in/jo-roe">Jo</a> <a href="https://www.linkedin.com/company/acme">Acme</a>'
    )
    found, _ = find_socials(read_document(html, "https://acme.example/"))
    assert [one.owner for one in found] == [Owner.PERSON, Owner.BUSINESS]


@given(any_text)
def test_no_string_breaks_it(text: str) -> None:
    read_social_link(text)
    for finding in find_socials(read_document(text, text))[0]:
        link = read_social_link(finding.value)
        assert link is not None
        assert link.kind is LinkKind.PROFILE


@given(
    st.sampled_from(
        [
            "facebook.com",
            "instagram.com",
            "x.com",
            "youtube.com",
            "linkedin.com/in",
            "tiktok.com",
            "t.me",
            "vk.com",
            "github.com",
        ]
    ),
    st.text(alphabet="abcXYZ0189._-/@?=#%+~é ", max_size=40),
)
def test_the_normal_form_of_a_profile_is_its_own_normal_form(host: str, path: str) -> None:
    link = read_social_link(f"https://{host}/{path}")
    if link is not None and link.kind is LinkKind.PROFILE:
        again = read_social_link(link.url)
        assert again is not None
        assert (again.kind, again.url) == (LinkKind.PROFILE, link.url)
