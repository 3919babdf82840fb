"use strict";

// Pages are rendered on the server; this file signs in, decides about rows, and keeps the page fresh.
// Nothing here makes markup from text: the page's policy (Trusted Types) would refuse it.

const OWN_PAGE = { "X-Requested-With": "sky", "Content-Type": "application/json" };
const BUSY_SECONDS = 1.5;
const IDLE_SECONDS = 15;

async function send(method, endpoint, body) {
  const answer = await fetch(endpoint, { method, headers: OWN_PAGE, body: JSON.stringify(body) });
  const told = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(told.error?.message ?? `The server answered ${answer.status}.`);
  return told;
}

function reasonOf(problem) {
  return problem instanceof TypeError ? "The server cannot be reached. Try again in a moment." : problem.message;
}

// Sign-in and first account

for (const form of document.querySelectorAll("form[data-endpoint]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = form.querySelector("#problem");
    const button = form.querySelector("button");
    problem.hidden = true;
    button.disabled = true;
    try {
      await send("POST", form.dataset.endpoint, Object.fromEntries(new FormData(form)));
      location.assign(nextPage());
    } catch (error) {
      problem.textContent = reasonOf(error);
      problem.hidden = false;
      button.disabled = false;
    }
  });
}

function nextPage() {
  const wanted = new URL(new URLSearchParams(location.search).get("next") ?? "/", location.origin);
  return wanted.origin === location.origin ? wanted.pathname + wanted.search : "/";
}

document.querySelector("#sign-out")?.addEventListener("click", async (event) => {
  try {
    await send("POST", event.target.dataset.endpoint, {});
    location.assign("/sign-in");
  } catch (error) {
    tell(reasonOf(error), true);
  }
});

// The grid

const pane = document.querySelector("main[data-workflow]");
const selected = new Set();

function tell(words, isProblem = false, undoToken = null) {
  const notice = document.querySelector("#notice");
  notice.textContent = words;
  notice.parentElement.classList.toggle("is-problem", isProblem);
  const undo = document.querySelector("#undo");
  undo.hidden = !undoToken;
  undo.dataset.token = undoToken ?? "";
}

const rowBoxes = () => [...pane.querySelectorAll("tbody input[type=checkbox]")];
const allBox = () => pane.querySelector("thead input[type=checkbox]");

function showSelection() {
  const boxes = rowBoxes();
  for (const box of boxes) box.checked = selected.has(box.dataset.id);
  const chosen = boxes.filter((box) => box.checked).length;
  const all = allBox();
  if (all) {
    all.checked = chosen > 0 && chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }
  const count = pane.querySelector("#selected-count");
  const words = selected.size ? `${selected.size.toLocaleString()} selected` : "Nothing selected";
  if (count && count.textContent !== words) count.textContent = words;
  for (const button of pane.querySelectorAll("button[data-status]")) button.disabled = !selected.size;
}

function choose(box, isChosen) {
  if (isChosen) selected.add(box.dataset.id);
  else selected.delete(box.dataset.id);
}

async function decide(button) {
  for (const each of pane.querySelectorAll("button[data-status]")) each.disabled = true;
  try {
    const told = await send("PUT", pane.dataset.endpoint, { ids: [...selected], status: button.dataset.status });
    selected.clear();
    tell(told.message, false, told.undo_token);
  } catch (error) {
    tell(reasonOf(error), true);
  }
  showSelection();
  refresh();
}

async function takeBack(button) {
  try {
    const told = await send("POST", button.dataset.endpoint + button.dataset.token, {});
    tell(told.message);
  } catch (error) {
    tell(reasonOf(error), true);
  }
  refresh();
}

// The same page again, as a document; only what changed is put in place, so nothing chosen is lost.
function fetchPage() {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", location.href);
    request.responseType = "document";
    request.addEventListener("load", () => resolve(request));
    request.addEventListener("error", () => resolve(null));
    request.send();
  });
}

let timer = 0;
let latest = 0;
let offlineSince = null;

async function refresh() {
  clearTimeout(timer);
  const number = ++latest;
  if (!document.hidden) {
    const answer = await fetchPage();
    // Asked again meanwhile: this answer may be older than what a person did since.
    if (number !== latest) return;
    if (answer) {
      if (offlineSince) tell("The server is back.");
      offlineSince = null;
      take(answer);
    } else {
      offlineSince ??= new Date();
      tell(`Offline since ${offlineSince.toLocaleTimeString()}; trying again.`, true);
    }
  }
  const isBusy = pane.querySelector("#chips").dataset.busy === "yes";
  timer = setTimeout(refresh, (isBusy || offlineSince ? BUSY_SECONDS : IDLE_SECONDS) * 1000);
}

function take(request) {
  if (new URL(request.responseURL).pathname !== location.pathname) {
    tell("Your session is over. Sign in again in another tab; nothing you selected is lost.", true);
    return;
  }
  if (request.status !== 200 || !request.response) return;
  const fresh = request.response;
  for (const id of ["chips", "pages", "paused"]) replace(pane.querySelector(`#${id}`), fresh.getElementById(id));
  takeRows(pane.querySelector("tbody"), fresh.querySelector("tbody"));
  showSelection();
}

function replace(old, fresh) {
  if (old && fresh && !old.isEqualNode(fresh)) old.replaceWith(document.importNode(fresh, true));
}

function takeRows(old, fresh) {
  const focused = document.activeElement?.dataset?.id;
  const known = new Map([...old.rows].map((row) => [row.dataset.id, row]));
  const rows = [...fresh.rows].map((row) => {
    const before = known.get(row.dataset.id);
    if (before && isSame(before, row)) return before;
    const made = document.importNode(row, true);
    if (before && before.dataset.state !== row.dataset.state) made.classList.add("is-changed");
    return made;
  });
  old.replaceChildren(...rows);
  if (focused) old.querySelector(`input[data-id="${CSS.escape(focused)}"]`)?.focus();
}

// The age of a row always changes; a row of which nothing else did stays as it is, with whatever is marked in it.
function isSame(row, fresh) {
  const [age, freshAge] = [row.querySelector("time"), fresh.querySelector("time")];
  if (age && freshAge && age.dateTime === freshAge.dateTime) age.textContent = freshAge.textContent;
  row.classList.remove("is-changed");
  if (!row.className) row.removeAttribute("class");
  return row.isEqualNode(fresh);
}

if (pane) {
  pane.addEventListener("change", (event) => {
    if (event.target === allBox()) for (const box of rowBoxes()) choose(box, event.target.checked);
    else if (event.target.matches("tbody input[type=checkbox]")) choose(event.target, event.target.checked);
    showSelection();
  });
  for (const button of pane.querySelectorAll("button[data-status]")) button.addEventListener("click", () => decide(button));
  pane.querySelector("#undo").addEventListener("click", (event) => takeBack(event.target));
  document.addEventListener("visibilitychange", refresh);
  for (const box of rowBoxes()) choose(box, box.checked);
  showSelection();
  timer = setTimeout(refresh, BUSY_SECONDS * 1000);
}
