// What a browser adds to pages that work without it: suggestions while typing, tabs in place, ages, copying, menus that close.

/** One request for a run of keystrokes, not one for each. */
const PAUSE_MS = 120;
/** Fewer letters are rarely the whole name of a place. */
const NAME_MIN = 3;

/** Rows of stops are renumbered, so the ids of their lists have numbers of their own. */
let boxes = 0;

const folded = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
const startsWith = (name, text) => folded(name).startsWith(folded(text));

let phones;
/** The phones whose names have a word that begins with each word of the text. The list is loaded once. */
async function phonesLike(text, address) {
  phones ??= fetch(address).then((answer) => answer.json());
  const asked = folded(text).split(/\s+/);
  const isLike = (name) => asked.every((part) => ` ${folded(name)}`.includes(` ${part}`));
  const names = (await phones).filter(isLike).slice(0, 8);
  return names.map((name) => ({ code: null, name, place: null }));
}

function combobox(box) {
  const input = box.querySelector('input');
  const list = document.createElement('ul');
  const status = document.createElement('p');
  boxes += 1;
  list.id = `places-${boxes}`;
  list.className = 'options';
  list.hidden = true;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', input.labels[0].textContent);
  status.className = 'quiet';
  status.setAttribute('role', 'status');
  box.append(list, status);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-expanded', 'false'],
    ['aria-controls', list.id],
  ])
    input.setAttribute(name, value);

  let found = [];
  /** The text that the suggestions are for. */
  let foundFor = '';
  let active = -1;
  let picked = null;
  let pause;

  // Without an answer the box is still a box: the server finds what is typed.
  const search = async (text) => {
    if (box.dataset.phones !== undefined) return phonesLike(text, box.dataset.phones);
    const answer = await fetch(`${box.dataset.places}&q=${encodeURIComponent(text)}`);
    if (!answer.ok) return null;
    const rows = await answer.json();
    // A region has a page of its own. It cannot be one of several stops.
    return box.closest('.stops') === null ? rows : rows.filter(({ code }) => code !== null);
  };

  const close = () => {
    // A search that still waits would open the list again.
    clearTimeout(pause);
    list.hidden = true;
    active = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };

  const activate = (index) => {
    active = index;
    [...list.children].forEach((option, at) => {
      option.setAttribute('aria-selected', String(at === index));
    });
    const option = list.children[index];
    if (option === undefined) return input.removeAttribute('aria-activedescendant');
    input.setAttribute('aria-activedescendant', option.id);
    option.scrollIntoView({ block: 'nearest' });
  };

  const say = (text, isSeen = false) => {
    status.textContent = text;
    status.className = isSeen ? 'found-none' : 'quiet';
  };

  const flagOf = (code) => {
    const picture = document.createElement('img');
    Object.assign(picture, { className: 'flag', alt: '', width: 30, height: 20 });
    picture.src = new URL(`assets/flag-${code}.svg`, new URL(box.dataset.places, location.href));
    return picture;
  };

  const labelOf = ({ name, place }) => (place === null ? name : `${place}, ${name}`);

  const pick = (place) => {
    picked = place;
    input.value = labelOf(place);
    // Heard by those who do not see that the field has another text.
    say(input.value);
    close();
  };

  const show = async () => {
    const text = input.value;
    const rows = text.trim() === '' ? [] : await search(text).catch(() => null);
    if (text !== input.value || document.activeElement !== input) return;
    found = rows ?? [];
    foundFor = text;
    list.replaceChildren(
      ...found.map((row, index) => {
        const option = document.createElement('li');
        const label = document.createElement('span');
        option.id = `${list.id}-${index}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        label.textContent = labelOf(row);
        option.append(...(row.code === null ? [] : [flagOf(row.code)]), label);
        return option;
      }),
    );
    active = -1;
    input.removeAttribute('aria-activedescendant');
    list.hidden = found.length === 0;
    // The lower part of a phone may be behind its keyboard.
    if (found.length > 0) list.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-expanded', String(found.length > 0));
    // One letter, or two, are often the beginning of a name that is still to come.
    if (rows === null || (found.length === 0 && text.trim().length < NAME_MIN)) say('');
    else if (found.length === 0) say(box.dataset.none, true);
    else say(box.dataset.found.replace('{n}', found.length));
  };

  /**
   * What Enter or Tab takes without an arrow key: the suggestion that has the text as its name, or that is the only one
   * to begin with it. For a similar name, the server asks.
   */
  const meant = () => {
    const [first, second] = list.hidden || foundFor !== input.value ? [] : found;
    if (first === undefined || !startsWith(labelOf(first), input.value)) return null;
    const isNamed = [first.name, first.place ?? ''].some((name) => folded(name) === folded(input.value));
    return { place: first, isSure: isNamed || second === undefined };
  };

  input.addEventListener('input', () => {
    picked = null;
    // What is typed now is no longer the suggestion that was reached with an arrow key.
    activate(-1);
    clearTimeout(pause);
    pause = setTimeout(() => void show(), PAUSE_MS);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    // Enter ends a word of an input method.
    if (event.isComposing) return;
    if (event.key === 'Escape') return close();
    if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      return pick(found[active]);
    }
    const guess = meant();
    if (event.key === 'Enter' && guess !== null) {
      // A guess is shown before a second Enter sends it.
      if (!guess.isSure) event.preventDefault();
      return pick(guess.place);
    }
    if (event.key === 'Tab' && !event.shiftKey) {
      const taken = active >= 0 ? found[active] : guess?.isSure ? guess.place : null;
      if (taken !== null) pick(taken);
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (list.hidden) return void show();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    activate((active + step + (active < 0 && step < 0 ? 1 : 0) + found.length) % found.length);
  });
  // Before the click, the box would lose its focus and the list would be gone.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const index = [...list.children].indexOf(event.target.closest('li'));
    if (index >= 0) pick(found[index]);
  });
  // The code goes straight to the comparison; a typed name takes one redirect.
  input.form.addEventListener('formdata', ({ formData }) => {
    if (picked === null || picked.code === null || labelOf(picked) !== input.value) return;
    formData.set(input.name, picked.code);
    if (picked.place !== null) formData.append('place', picked.place);
  });
}

function sorted(address, sort) {
  const url = new URL(address);
  url.hash = '';
  if (sort === 'recommended') url.searchParams.delete('sort');
  else url.searchParams.set('sort', sort);
  return url;
}

/**
 * The lists that are not open are templates, because a browser needs long to lay out a thousand elements that nobody sees.
 */
function fill(panel) {
  const template = panel.querySelector(':scope > template');
  if (template === null) return;
  template.replaceWith(template.content);
  panel.dispatchEvent(new Event('filled', { bubbles: true }));
}

/** The charts stand between the plans of the list that is open. */
function movesCharts(panel) {
  const charts = document.getElementById('charts');
  const list = panel.querySelector('.cards');
  if (charts === null || list === null || panel.contains(charts)) return;
  list.children[Math.min(list.dataset.beforeCharts, list.children.length) - 1].after(charts);
}

/** The answer above the tabs is that of the list that is open. */
function answers(sort) {
  const headline = document.querySelector('[data-verdicts]');
  const { lead, pick, contrast } = JSON.parse(headline.dataset.verdicts)[sort];
  const [words, answer] = headline.querySelector('h1').childNodes;
  words.data = `${lead} `;
  answer.textContent = pick;
  headline.querySelector('.contrast').textContent = contrast;
}

function tabs(bar) {
  const all = [...bar.querySelectorAll('a')];
  const panelOf = (tab) => document.getElementById(tab.dataset.sort);
  const list = document.createElement('div');
  list.className = bar.className;
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', bar.getAttribute('aria-label'));
  list.append(...all);
  bar.replaceWith(list);

  const open = (chosen) => {
    fill(panelOf(chosen));
    movesCharts(panelOf(chosen));
    for (const tab of all) {
      const isOpen = tab === chosen;
      tab.classList.toggle('current', isOpen);
      tab.setAttribute('aria-selected', String(isOpen));
      tab.tabIndex = isOpen ? 0 : -1;
      panelOf(tab).classList.toggle('open', isOpen);
    }
  };
  const show = (tab) => {
    open(tab);
    answers(tab.dataset.sort);
    // Whatever is done next keeps the order.
    for (const other of document.querySelectorAll('a[hreflang]'))
      other.href = sorted(other.href, tab.dataset.sort);
    for (const form of document.querySelectorAll('form[action*="/compare"]')) {
      form.querySelector('[name=sort]')?.remove();
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name: 'sort', value: tab.dataset.sort });
      form.append(field);
    }
  };
  const choose = (tab) => {
    show(tab);
    history.replaceState(null, '', sorted(location.href, tab.dataset.sort));
  };
  // The back button leads to the list that was open before a bar of a chart opened another one.
  addEventListener('popstate', () => {
    const sort = new URL(location.href).searchParams.get('sort') ?? 'recommended';
    const tab = all.find((one) => one.dataset.sort === sort);
    if (tab !== undefined && !tab.classList.contains('current')) show(tab);
  });
  for (const tab of all) {
    tab.removeAttribute('aria-current');
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', tab.dataset.sort);
    const panel = panelOf(tab);
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', (event) => {
      event.preventDefault();
      choose(tab);
    });
  }
  list.addEventListener('keydown', (event) => {
    const at = all.indexOf(event.target);
    const forward = getComputedStyle(list).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight';
    const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === ' ') {
      event.preventDefault();
      return choose(all[at]);
    }
    if (to === undefined) return;
    event.preventDefault();
    const tab = all[(to + all.length) % all.length];
    choose(tab);
    tab.focus();
  });
  open(all.find((tab) => tab.classList.contains('current')));
}

/**
 * At most three are chosen, and a fourth is refused with a sentence. The same plan is ticked in every order. After the
 * back button, and after the side-by-side view was closed, the plans that were ticked before are still ticked.
 */
function picks(lists) {
  const bar = lists.querySelector('.pick-bar');
  const [status, button] = [bar.querySelector('p'), bar.querySelector('button')];
  const all = () => [...lists.querySelectorAll('.pick input')];
  const ticked = () => [...new Set(all().flatMap((box) => (box.checked ? [box.value] : [])))];
  let chosen = bar.dataset.picked.split(' ').filter(Boolean);
  const show = (refused = false) => {
    const shops = new Map(all().map((box) => [box.value, box.dataset.shop]));
    for (const box of all()) box.checked = chosen.includes(box.value);
    const names = chosen.map((name) => shops.get(name)).filter(Boolean);
    const words = chosen.length === 1 ? status.dataset.one : names.join(', ');
    status.textContent = refused ? status.dataset.full : words;
    bar.classList.toggle('refused', refused);
    // Every way to another comparison takes them along.
    bar.dataset.picked = chosen.join(' ');
    button.hidden = chosen.length === 1;
    if (chosen.length > 1) button.textContent = bar.dataset.count.replace('{n}', chosen.length);
  };
  lists.addEventListener('filled', () => show());
  lists.addEventListener('change', ({ target }) => {
    if (!target.matches('.pick input')) return;
    const others = chosen.filter((name) => name !== target.value);
    const isFull = target.checked && others.length >= Number(bar.dataset.most);
    if (!isFull) chosen = target.checked ? [...others, target.value] : others;
    show(isFull);
  });
  addEventListener('pageshow', ({ persisted }) => {
    // A browser may tick boxes again after the back button.
    const again = ticked().slice(0, bar.dataset.most);
    if (!persisted && again.length > chosen.length) chosen = again;
    show();
  });
  show();
  lists.querySelector('.side .close')?.addEventListener('click', (event) => {
    event.preventDefault();
    const address = new URL(location.href);
    address.searchParams.delete('pick');
    address.hash = '';
    history.replaceState(null, '', address);
    lists.querySelector('.side').remove();
    lists.querySelector('.tabs [tabindex="0"]').focus();
  });
}

const AGES = [
  ['day', 86_400, 2],
  ['hour', 3_600, 1],
  ['minute', 60, 0],
];
/** Writes "16 minutes ago" and keeps it true, because the page may stay open. */
function ages() {
  const show = () =>
    document.querySelectorAll('.age').forEach((age) => {
      const time = age.querySelector('time');
      const seconds = Math.max(0, (Date.now() - Date.parse(time.dateTime)) / 1000);
      const [unit, length] = AGES.find(([, size, least]) => seconds >= size * least);
      const count = Math.floor(seconds / length);
      const [one, several] = JSON.parse(age.dataset.ages)[unit];
      time.title ||= time.textContent;
      time.textContent =
        count === 0 ? document.body.dataset.now : (count === 1 ? one : several).replace('{n}', count);
    });
  show();
  setInterval(show, 60_000);
  document.addEventListener('filled', show);
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  button.dataset.words ??= button.textContent;
  // The shorter word must not move what stands beside the button.
  button.style.minInlineSize = `${button.offsetWidth}px`;
  button.textContent = document.body.dataset.copied;
  setTimeout(() => {
    button.textContent = button.dataset.words;
  }, 2_000);
}

/** One listener for all buttons, also for those of lists that are filled later. */
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-code], [data-link], [data-block], [data-copies]');
  if (button === null) return;
  const { code, link, copies } = button.dataset;
  // A link to a shop copies the code of its discount first. The shop opens even if copying is not allowed.
  if (copies !== undefined) return void navigator.clipboard?.writeText(copies).catch(() => {});
  if (link !== undefined) return void copy(button, location.href);
  return void copy(button, code ?? button.previousElementSibling.textContent);
});

/** Escape and a click outside close a menu or the sheet of filters. */
function closes(menu) {
  document.addEventListener('click', ({ target }) => {
    if (menu.open && !menu.contains(target)) menu.open = false;
  });
  const closeByUser = () => {
    menu.open = false;
    menu.querySelector('summary').focus();
  };
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && menu.open) closeByUser();
  });
  menu.querySelector('.close-menu')?.addEventListener('click', closeByUser);
}

/** A bar of a chart leads to a plan: the list that contains it is opened, without loading the page again. */
function opensPlan(link) {
  link.addEventListener('click', (event) => {
    const id = decodeURIComponent(link.hash.slice(1));
    const tab = document.getElementById(`tab-${id.split('/')[0]}`);
    if (tab === null) return;
    event.preventDefault();
    // The list that is open keeps its entry in the history.
    history.pushState(null, '', location.href);
    tab.click();
    location.replace(link.hash);
  });
}

/** The button of the bar that stays opens the sheet of filters. */
function opensFilters(link) {
  const sheet = document.getElementById('filters');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    sheet.open = !sheet.open;
    if (!sheet.open) return;
    // On a phone the sheet covers the page. Elsewhere it stands above the list.
    if (getComputedStyle(sheet.querySelector('form')).position !== 'fixed') sheet.scrollIntoView();
    sheet.querySelector('input:not([type=hidden])').focus({ preventScroll: true });
  });
}

/**
 * The button of the open sheet says how many plans follow: now, and after one box was changed. How many follow after
 * several changes is not known without a comparison.
 */
function countsPlans(sheet) {
  const button = sheet.querySelector('.go');
  const plain = button.textContent;
  const [one, several] = JSON.parse(sheet.dataset.words);
  const isChanged = ({ type, checked, defaultChecked, value, defaultValue }) =>
    type === 'checkbox' ? checked !== defaultChecked : value !== defaultValue;
  const show = () => {
    const [first = sheet, ...others] = [...sheet.querySelectorAll('input')].filter(isChanged);
    const { count } = first.dataset;
    const isKnown = others.length === 0 && count !== undefined;
    button.textContent = isKnown
      ? (count === '1' ? one : several).replace(
          '{n}',
          Number(count).toLocaleString(document.documentElement.lang),
        )
      : plain;
  };
  sheet.addEventListener('input', show);
  // The first number that a page formats takes long, so it waits until the sheet is opened.
  sheet.closest('details').addEventListener('toggle', show);
}

/** The button is shown where the system has a menu for sharing. Elsewhere the link can be copied. */
function shares(button) {
  button.hidden = navigator.share === undefined;
  // A reader who closes the menu rejects the promise.
  button.addEventListener('click', () =>
    navigator.share({ title: button.dataset.share, url: location.href }).catch(() => {}),
  );
}

function copyCode(block) {
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'copy', textContent: document.body.dataset.copy });
  button.dataset.block = '';
  frame.append(block, button);
}

/** Adds and removes stops without a comparison in between. */
function stops(rows) {
  const initial = rows.innerHTML;
  const most = Number(rows.dataset.most);
  const add = document.createElement('button');
  Object.assign(add, { type: 'button', className: 'copy', textContent: rows.dataset.more });

  const total = document.createElement('p');
  total.className = 'hint';
  total.setAttribute('role', 'status');
  rows.after(total, add);
  const firstDays = rows.closest('form').elements.days;
  /** "7 + 7 = 14 days in all", as soon as a further stop has a place. */
  const sum = () => {
    const further = [...rows.children].map((row) => row.querySelectorAll('input'));
    const days = further.filter(([place]) => place.value.trim() !== '').map(([, field]) => field);
    const all = [firstDays, ...days].map((field) => Number(field.value) || Number(field.defaultValue) || 7);
    const parts = `${all.join(' + ')} = ${all.reduce((a, b) => a + b)}`;
    total.textContent = days.length === 0 ? '' : rows.dataset.total.replace('{sum}', parts);
  };

  const renumber = () => {
    sum();
    [...rows.children].forEach((row, index) => {
      const [place, days] = row.querySelectorAll('input');
      const [placeLabel, daysLabel] = row.querySelectorAll('label');
      placeLabel.htmlFor = place.id = place.name = `stop${index + 1}`;
      daysLabel.htmlFor = days.id = days.name = `stop${index + 1}_days`;
      placeLabel.textContent = placeLabel.textContent.replace(/\d+/, index + 2);
      const remove = row.querySelector('.remove');
      remove.ariaLabel = remove.ariaLabel.replace(/\d+/, index + 2);
    });
    add.hidden = rows.children.length >= most;
  };
  const empty = () => {
    const row = rows.lastElementChild.cloneNode(true);
    for (const part of row.querySelectorAll('ul, p, .wrong')) part.remove();
    for (const field of row.querySelectorAll('input')) {
      field.value = field.type === 'number' ? '7' : '';
      field.removeAttribute('aria-invalid');
      field.removeAttribute('aria-describedby');
    }
    rows.append(row);
    // The label of a field is found by its id.
    renumber();
    combobox(row.querySelector('.box'));
    return row;
  };
  const show = () => {
    rows.querySelectorAll('.box').forEach(combobox);
    renumber();
  };

  add.addEventListener('click', () => empty().querySelector('input').focus());
  rows.closest('form').addEventListener('input', sum);
  // A suggestion that is taken sends no input event.
  rows.addEventListener('focusout', sum);
  rows.addEventListener('click', ({ target }) => {
    const row = target.closest('.remove')?.closest('.stop');
    if (row == null) return;
    const next = row.nextElementSibling ?? row.previousElementSibling ?? empty();
    row.remove();
    renumber();
    next.querySelector('input').focus();
  });
  rows.closest('form').addEventListener('reset', () => {
    rows.innerHTML = initial;
    show();
  });
  show();
}

/** Counts the time to wait down and then offers to load the page, or the one that was refused. It never loads by itself. */
function countdown(wait) {
  const end = performance.now() + wait.dataset.seconds * 1_000;
  const time = wait.querySelector('span');
  const unit = (name, value) =>
    new Intl.NumberFormat(document.documentElement.lang, {
      style: 'unit',
      unit: name,
      unitDisplay: 'long',
    }).format(value);
  const show = () => {
    const seconds = Math.ceil((end - performance.now()) / 1_000);
    if (seconds <= 0) {
      clearInterval(timer);
      const again = document.createElement('a');
      Object.assign(again, { href: wait.dataset.href ?? location.href, textContent: wait.dataset.again });
      return wait.replaceChildren(again);
    }
    if (seconds < 120) time.textContent = unit('second', seconds);
    else if (seconds < 7_200) time.textContent = unit('minute', Math.ceil(seconds / 60));
    else time.textContent = unit('hour', Math.ceil(seconds / 3_600));
  };
  const timer = setInterval(show, 1_000);
  show();
}

const TRIPS_KEY = 'trips';
const TRIPS_MAX = 3;
const DAY_MS = 86_400_000;

/** The trips that were opened last, on this device only. A browser may refuse its storage. */
function lastTrips() {
  try {
    return JSON.parse(localStorage.getItem(TRIPS_KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Remembers the trip of this page, and says how its best price changed since it was opened before. */
function remembers(line) {
  const trip = JSON.parse(line.dataset.trip);
  const all = lastTrips();
  const before = all.find(({ query }) => query === trip.query);
  const others = all.filter((one) => one !== before);
  try {
    const kept = [{ ...trip, at: Date.now() }, ...others].slice(0, TRIPS_MAX);
    localStorage.setItem(TRIPS_KEY, JSON.stringify(kept));
  } catch {
    return;
  }
  if (before === undefined) return;
  const cents = Math.round(100 * trip.usd) - Math.round(100 * before.usd);
  // That nothing changed is no news on the same day.
  if (cents === 0 && Date.now() - before.at < DAY_MS) return;
  const { lang } = document.documentElement;
  const usd = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' };
  const money = new Intl.NumberFormat(lang, usd);
  const words = JSON.parse(line.dataset.words)[cents === 0 ? 'same' : cents < 0 ? 'less' : 'more'];
  line.textContent = words
    .replace('{date}', new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(before.at))
    .replace('{money}', money.format(before.usd))
    .replace('{difference}', money.format(Math.abs(cents) / 100));
  line.hidden = false;
}

/** The links to the last trips, and the button that forgets them. They ask the service for nothing. */
function listsTrips(box) {
  const trips = lastTrips();
  if (trips.length === 0) return;
  box.querySelector('ul').append(
    ...trips.map(({ query, name }) => {
      const link = document.createElement('a');
      const address = new URL(box.dataset.path, location.href);
      for (const [field, value] of new URLSearchParams(query)) address.searchParams.set(field, value);
      Object.assign(link, { href: address.href, textContent: name });
      const entry = document.createElement('li');
      entry.append(link);
      return entry;
    }),
  );
  box.hidden = false;
  box.querySelector('button').addEventListener('click', () => {
    localStorage.removeItem(TRIPS_KEY);
    box.hidden = true;
  });
}

/** How many comparisons are left is said before the last ones. */
function allowance(box) {
  const [page] = performance.getEntriesByType('navigation');
  const left = page?.serverTiming?.find(({ name }) => name === 'left')?.duration;
  const text = JSON.parse(box.dataset.left)[left];
  if (text === undefined) return;
  box.textContent = text;
  box.hidden = false;
}

/** The address with the plans that are ticked at the moment. */
function withPicks(wanted) {
  const bar = document.querySelector('.pick-bar');
  if (bar === null) return wanted;
  const address = new URL(wanted);
  address.searchParams.delete('pick');
  for (const name of bar.dataset.picked.split(' ').filter(Boolean)) address.searchParams.append('pick', name);
  return address.href.replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/**
 * Opens the page of a comparison. If the service refuses it, the results stay and the time to wait is counted down. The
 * page comes from the cache of the browser then, so that it is counted once.
 */
async function openComparison(wanted) {
  const address = withPicks(wanted);
  const answer = await fetch(address).catch(() => null);
  if (answer?.status !== 429) {
    // The address of an answer has no fragment, which leads to the plans side by side.
    location.assign(Object.assign(new URL(answer?.url ?? address), { hash: new URL(address).hash }));
    return;
  }
  const box = document.querySelector('.allowance');
  box.replaceChildren(document.getElementById('wait').content.cloneNode(true));
  const wait = box.querySelector('.wait');
  wait.dataset.seconds = answer.headers.get('Retry-After');
  wait.dataset.href = address;
  countdown(wait);
  box.hidden = false;
}

/** Every way from the results to another comparison. */
function keepsResults(main) {
  const isComparison = ({ origin, pathname }) =>
    origin === location.origin && pathname.endsWith('/compare') && document.getElementById('wait') !== null;
  main.addEventListener('click', (event) => {
    const link = event.target.closest('a[href]');
    const isPlain = !(
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    );
    if (link === null || !isPlain || !isComparison(link) || link.hash !== '') return;
    event.preventDefault();
    void openComparison(link.href);
  });
  main.addEventListener('submit', (event) => {
    const form = event.target;
    const address = new URL(form.action);
    if (event.defaultPrevented || !isComparison(address)) return;
    event.preventDefault();
    address.search = new URLSearchParams(new FormData(form, event.submitter)).toString();
    void openComparison(address.href);
  });
}

const LIST_FILTERS = ['require', 'avoid_exits', 'providers', 'avoid_providers'];
const SINGLE_FILTERS = ['max_usd', 'data_gb'];
const wordsOf = (address, name) => (address.searchParams.get(name) ?? '').split(',').filter(Boolean);

/** Chips are collected and sent together, because each comparison takes one unit of the allowance. */
function collects(bar) {
  const current = new URL(location.href);
  const chosen = new Set();
  const send = document.createElement('button');
  Object.assign(send, { type: 'button', className: 'go', textContent: bar.dataset.apply, hidden: true });
  bar.after(send);

  const singleOf = (chip) =>
    SINGLE_FILTERS.find((name) => `${wordsOf(new URL(chip.href), name)}` !== `${wordsOf(current, name)}`);
  const address = () => {
    const wanted = new URL(location.href);
    wanted.hash = '';
    for (const chip of chosen) {
      const after = new URL(chip.href);
      for (const name of LIST_FILTERS) {
        const [before, then] = [wordsOf(current, name), wordsOf(after, name)];
        const added = then.filter((word) => !before.includes(word));
        const kept = wordsOf(wanted, name).filter((word) => then.includes(word) || !before.includes(word));
        wanted.searchParams.set(name, [...kept, ...added].join());
      }
      const single = singleOf(chip);
      if (single !== undefined) wanted.searchParams.set(single, wordsOf(after, single).join());
    }
    for (const name of [...LIST_FILTERS, ...SINGLE_FILTERS])
      if (wanted.searchParams.get(name) === '') wanted.searchParams.delete(name);
    return wanted.href.replaceAll('%2C', ',');
  };
  const show = () => {
    for (const chip of bar.querySelectorAll('[aria-pressed]')) {
      const isChosen = chosen.has(chip);
      chip.setAttribute('aria-pressed', String(isChosen));
      chip.classList.toggle('chosen', isChosen);
    }
    send.hidden = chosen.size === 0;
  };
  for (const chip of bar.querySelectorAll('a:not([data-all])')) {
    chip.setAttribute('role', 'button');
    chip.setAttribute('aria-pressed', 'false');
    chip.addEventListener('click', (event) => {
      event.preventDefault();
      const single = singleOf(chip);
      if (!chosen.delete(chip)) {
        // Two budgets exclude each other.
        for (const other of chosen)
          if (single !== undefined && singleOf(other) === single) chosen.delete(other);
        chosen.add(chip);
      }
      show();
    });
    chip.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      chip.click();
    });
  }
  send.addEventListener('click', () => void openComparison(address()));
}

/** A page that is reached by the back button shows its own trip, not what was typed before the page was left. */
function inStep(event) {
  const isBack = event.persisted || performance.getEntriesByType('navigation')[0]?.type === 'back_forward';
  if (!isBack) return;
  for (const form of document.querySelectorAll('form.trip')) form.reset();
}

// Without https there is no clipboard, and buttons that copy would do nothing.
document.documentElement.classList.toggle('no-copy', navigator.clipboard === undefined);
document.querySelectorAll('.box:not(.stops .box)').forEach(combobox);
document.querySelectorAll('.stops').forEach(stops);
document.querySelectorAll('.wait[data-seconds]').forEach(countdown);
addEventListener('pageshow', inStep);
document.querySelectorAll('.tabs').forEach(tabs);
document.querySelectorAll('.lists:has(.pick-bar)').forEach(picks);
document.querySelectorAll('[data-share]').forEach(shares);
document.querySelectorAll('.closes').forEach(closes);
document.querySelectorAll('.bars a').forEach(opensPlan);
document.querySelectorAll('a[href="#filters"]').forEach(opensFilters);
document.querySelectorAll('.filters').forEach(collects);
document.querySelectorAll('.sheet').forEach(countsPlans);
document.querySelectorAll('.allowance').forEach(allowance);
document.querySelectorAll('.since').forEach(remembers);
document.querySelectorAll('.last-trips').forEach(listsTrips);
document.querySelectorAll('.results main').forEach(keepsResults);
document.querySelectorAll('.doc pre').forEach(copyCode);
ages();
