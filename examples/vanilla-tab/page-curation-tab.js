// One tab of ScraperSky in plain JavaScript: the specification's ids and events, no build, nothing to install.
// Texts of websites are only ever set as text, never as HTML: they are hostile.
"use strict";

const tab = document.getElementById("page-curation-tab");
const { workflow, path } = tab.dataset;
const tableBody = document.getElementById(`${workflow}TableBody`);
const selectAll = document.getElementById("selectAllPageCurationCheckbox");
const filter = document.getElementById(`${workflow}StatusFilter`);
const notification = document.getElementById(`${workflow}Notification`);
const itemCheckboxClass = `${workflow}-item-checkbox`;
// What each button asks for. Rejected and archived rows are both skipped.
const BUTTONS = {
  "update-pages-status-selected": "Queued",
  "update-pages-status-rejected": "Skipped",
  "update-pages-status-archived": "Skipped",
};
const SIZE = 50;
let page = 1;
let lastAsked = "";

function showNotification(title, message) {
  notification.textContent = `${title}: ${message}`;
}

async function ask(method, address, body) {
  // The cookie of whoever is signed in goes along; the header tells the server that no other site sent this.
  const headers = { "X-Requested-With": "sky" };
  if (body) headers["Content-Type"] = "application/json";
  const response = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  const answer = await response.json();
  if (response.status === 401) throw new Error("Sign in at / first, then load this page again.");
  if (!response.ok) throw new Error(answer.error?.message ?? `The server answered ${response.status}.`);
  return answer;
}

function cellWith(content) {
  const cell = document.createElement("td");
  cell.append(content);
  return cell;
}

function rowOf(item) {
  const checkbox = document.createElement("input");
  checkbox.type = "checkbox";
  checkbox.className = itemCheckboxClass;
  checkbox.dataset.id = item.id;
  const row = document.createElement("tr");
  row.dataset.id = item.id;
  const values = [item.id, item.curation_status, item.processing_status ?? "N/A", item.url];
  row.append(cellWith(checkbox), ...values.map(cellWith));
  return row;
}

/** What workers do shows at once, and leaves the selection alone. */
function showNews(event) {
  const news = JSON.parse(event.data);
  for (const each of news.workflow === "page_curation" ? news.rows : []) {
    const row = tableBody.querySelector(`tr[data-id="${each.id}"]`);
    if (row) row.cells[2].textContent = each.curation_status;
    if (row) row.cells[3].textContent = each.processing_status ?? "N/A";
  }
}

function populateTable(items) {
  const rows = items.map(rowOf);
  if (rows.length === 0) {
    const cell = cellWith("No rows of this status.");
    cell.colSpan = 5;
    const row = document.createElement("tr");
    row.append(cell);
    rows.push(row);
  }
  tableBody.replaceChildren(...rows);
  selectAll.checked = false;
}

async function loadData() {
  const query = new URLSearchParams({ page, size: SIZE });
  if (filter.value) query.set("status_filter", filter.value);
  lastAsked = `${path}/list?${query}`;
  const asked = lastAsked;
  try {
    const answer = await ask("GET", asked);
    if (asked !== lastAsked) return; // somebody chose another list meanwhile
    populateTable(answer.items);
    const last = Math.max(1, Math.ceil(answer.total / SIZE));
    document.getElementById(`${workflow}PageNumber`).textContent = `Page ${page} of ${last}, ${answer.total} rows`;
    document.getElementById(`${workflow}PreviousPage`).disabled = page <= 1;
    document.getElementById(`${workflow}NextPage`).disabled = page >= last;
  } catch (error) {
    showNotification("Error", error.message);
  }
}

function getSelectedIds() {
  return [...document.querySelectorAll(`.${itemCheckboxClass}:checked`)].map((each) => each.dataset.id);
}

async function updateStatus(status) {
  const ids = getSelectedIds();
  if (ids.length === 0) {
    showNotification("Warning", "Please select at least one item.");
    return;
  }
  try {
    const answer = await ask("PUT", `${path}/status`, { ids, status });
    showNotification("Success", answer.message);
  } catch (error) {
    showNotification("Error", error.message);
  }
  await loadData();
}

function turnTo(number) {
  page = number;
  return loadData();
}

selectAll.addEventListener("click", () => {
  for (const each of document.getElementsByClassName(itemCheckboxClass)) each.checked = selectAll.checked;
});
for (const [id, status] of Object.entries(BUTTONS)) {
  document.getElementById(id).addEventListener("click", () => updateStatus(status));
}
filter.addEventListener("change", () => turnTo(1));
document.getElementById(`${workflow}PreviousPage`).addEventListener("click", () => turnTo(page - 1));
document.getElementById(`${workflow}NextPage`).addEventListener("click", () => turnTo(page + 1));
new EventSource("/api/v3/events").addEventListener("rows", showNews);
loadData();
