// The page that estimates data. It works without a script.

/** The estimate of data follows the hours while they are typed. A typical day fills them in. */
function estimates(section) {
  const form = document.querySelector('.data-estimate > form');
  const answer = document.querySelector('.estimated');
  const words = JSON.parse(section.dataset.words);
  const { lang } = document.documentElement;
  const numbers = new Intl.NumberFormat(lang);
  const days = new Intl.NumberFormat(lang, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  const rows = [...form.querySelectorAll('[data-rates]')];
  const valid = (text, most) => {
    const number = /^\d{1,2}(?:[.,]\d{1,2})?$/.test(text.trim()) ? Number(text.replace(',', '.')) : 0;
    return number <= most ? number : 0;
  };
  /** Up to half a GB, as the service rounds. */
  const halves = (megabytes) => Math.ceil(Math.round(megabytes * 1000) / 500_000) / 2;
  const link = section.querySelector('a.go');
  const compared = section.querySelector('form');
  /** null removes it. */
  const setFields = (values) => {
    if (link !== null) {
      const address = new URL(link.href);
      // The days of several stops cannot be changed here.
      if (address.searchParams.has('then')) delete values.days;
      for (const [name, value] of Object.entries(values))
        if (value === null) address.searchParams.delete(name);
        else address.searchParams.set(name, value);
      link.href = address.href;
      return;
    }
    for (const [name, value] of Object.entries(values)) {
      compared.elements[name]?.remove();
      if (value === null) continue;
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name, value });
      compared.append(field);
    }
  };
  const show = () => {
    const over = valid(form.elements.over.value, 90);
    const totals = [0, 0, 0];
    for (const row of rows) {
      const hours = valid(row.querySelector('input').value, 24);
      for (const [at, rate] of row.dataset.rates.split(' ').entries()) totals[at] += rate * hours * over;
    }
    const [low, typical, high] = totals.map(halves);
    const isEmpty = high === 0;
    answer.hidden = section.hidden = isEmpty;
    form.querySelector('[type=submit]').className = isEmpty ? 'go' : 'out';
    if (isEmpty) return;
    const isTooMuch = typical > words.most;
    answer.firstElementChild.textContent = words.result
      .replace('{typical}', numbers.format(typical))
      .replace('{days}', days.format(over));
    const range = words.range.replace('{low}', numbers.format(low)).replace('{high}', numbers.format(high));
    section.querySelector('.range').textContent = isTooMuch ? `${range} ${words.tooMuch}` : range;
    setFields({
      days: over,
      need: isTooMuch ? 'unlimited' : words.need,
      data_gb: isTooMuch ? null : typical,
    });
  };
  form.addEventListener('input', show);
  form.querySelector('.presets').addEventListener('click', (event) => {
    const preset = event.target.closest('a');
    if (preset === null) return;
    event.preventDefault();
    const hours = new URL(preset.href).searchParams;
    for (const field of form.querySelectorAll('td input')) field.value = hours.get(field.name) ?? '';
    show();
  });
  // What was typed before the page was left and opened again.
  show();
}

document.querySelectorAll('.estimate').forEach(estimates);
