(function () {
  var root = document.querySelector("#root, #__next, #__nuxt");
  var state = document.querySelector('script[type="application/json"]');
  function add(tag, text, parent) {
    var made = document.createElement(tag);
    if (text) made.textContent = text;
    (parent || root).appendChild(made);
    return made;
  }
  function link(href, text, parent) { add("a", text, parent).href = href; }
  function reach(thing, parent) {
    var phone = thing.telephone || thing.phone;
    if (phone) add("p", "Tel: " + phone, parent);
    if (thing.email) link("mailto:" + thing.email, thing.email, add("p", "", parent));
    var address = thing.address;
    if (address) {
      add("p", address.streetAddress, parent);
      add("p", [address.addressLocality, [address.addressRegion, address.postalCode].filter(Boolean).join(" ")]
        .filter(Boolean).join(", "), parent);
    }
    (thing.sameAs || []).forEach(function (profile) { link(profile, "Follow us", add("p", "", parent)); });
  }
  function person(one) {
    var card = add("div");
    add("h3", one.name, card);
    if (one.role) add("p", one.role, card);
    reach(one, card);
  }
  function show(data) {
    var menu = add("nav");
    (data.menu || (data.page || {}).menu || []).forEach(function (entry) { link(entry.href, entry.kind, menu); });
    if (data.page) add("h1", data.page.title);
    ((data.page || {}).text || []).forEach(function (text) { add("p", text); });
    if (data.company) { add("h2", data.company.name); reach(data.company, add("address")); }
    (data.branches || []).forEach(function (one) { add("h2", one.name); reach(one, add("address")); });
    (data.people || []).forEach(person);
  }
  if (state) show(JSON.parse(state.textContent).props.pageProps);
  else fetch("ENDPOINT").then(function (answer) { return answer.json(); }).then(show);
})();
