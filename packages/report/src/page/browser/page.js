/** Search, filters and keys of the page. Runs in a browser, as it is. */
/**
 * The elements of a kind that a selector finds.
 *
 * @template {HTMLElement} Kind
 * @param {new () => Kind} kind
 * @param {string} selector
 * @returns {Kind[]}
 */
function all(kind, selector) {
  return [...document.querySelectorAll(selector)].flatMap((element) =>
    element instanceof kind ? [element] : [],
  );
}

/**
 * The element of a kind that a selector finds.
 *
 * @template {HTMLElement} Kind
 * @param {new () => Kind} kind
 * @param {string} selector
 * @returns {Kind}
 */
function one(kind, selector) {
  const [found] = all(kind, selector);
  if (found === undefined) throw new TypeError(`the page has no ${selector}`);
  return found;
}

const rules = all(HTMLDetailsElement, 'details.rule');
const rows = all(HTMLElement, '[data-row]');
const groups = all(HTMLElement, 'section.group');
const filters = all(HTMLButtonElement, '[data-filter]');
const toolbar = one(HTMLFormElement, '.toolbar');
const search = one(HTMLInputElement, '#search');
const status = one(HTMLElement, '.status');
const none = one(HTMLElement, '.none');
const contents = one(HTMLDetailsElement, '.contents details');
const isWide = matchMedia('(min-width: 70rem)');

/** @type {Map<HTMLElement, string>} */
const texts = new Map();
let verdict = 'all';

/**
 * Whether an element holds every word that is searched for.
 *
 * @param {HTMLElement} element
 */
function holdsWords(element) {
  const text = texts.get(element) ?? (element.textContent ?? '').toLowerCase();
  texts.set(element, text);
  return search.value
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Shows what fits the filter and the search. */
function show() {
  let shown = 0;
  for (const rule of rules) {
    const fits = (verdict === 'all' || rule.dataset['verdict'] === verdict) && holdsWords(rule);
    rule.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of groups) group.hidden = group.querySelector('details.rule:not([hidden])') === null;
  for (const row of rows) row.hidden = !holdsWords(row);
  for (const button of filters)
    button.setAttribute('aria-pressed', String(button.dataset['filter'] === verdict));
  none.hidden = shown > 0;
  const isWhole = shown === rules.length && search.value.trim() === '';
  status.textContent = isWhole ? '' : `${shown} of ${rules.length} rules shown`;
}

/** Opens the rule that the address names, also where it is filtered out. */
function openNamed() {
  const rule = document.querySelector(`#${CSS.escape(decodeURIComponent(location.hash.slice(1)))}`);
  if (!(rule instanceof HTMLDetailsElement)) return;
  if (rule.hidden) {
    search.value = '';
    verdict = 'all';
    show();
  }
  rule.open = true;
  rule.scrollIntoView();
  rule.querySelector('summary')?.focus({ preventScroll: true });
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  await navigator.clipboard.writeText(button.parentElement?.querySelector('pre')?.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (button === null) return;
  const { filter, fold } = button.dataset;
  if (filter !== undefined) {
    verdict = filter;
    show();
  }
  if (fold !== undefined) for (const rule of rules) if (!rule.hidden) rule.open = fold === 'open';
  if (button.dataset['copy'] !== undefined) void copy(button);
});

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    search.focus();
    search.select();
  }
  if (event.key === 'Escape' && isTyping) {
    search.value = '';
    show();
  }
});

search.addEventListener('input', show);
toolbar.addEventListener('submit', (event) => {
  event.preventDefault();
});
/** The list of contents stands open where there is room beside the page. */
function fitContents() {
  contents.open = isWide.matches;
}

contents.addEventListener('click', (event) => {
  if (event.target instanceof HTMLAnchorElement) fitContents();
});
isWide.addEventListener('change', fitContents);
fitContents();
addEventListener('hashchange', openNamed);
addEventListener('beforeprint', () => {
  for (const details of all(HTMLDetailsElement, 'details')) details.open = true;
});

toolbar.hidden = false;
if ('clipboard' in navigator)
  for (const button of all(HTMLButtonElement, '[data-copy]')) button.hidden = false;
if (location.hash.length > 1) openNamed();
