import { formatAtMost } from '#core/format/bound.ts';
import { matchesSearch } from '#web/exchange/matches-search.ts';
import type { System } from '#web/exchange/systems.ts';
import { box, part, say, start } from './start.ts';

interface Question {
  readonly title: string;
  readonly choices: readonly System[];
  readonly chosen: System;
  readonly onChoose: (system: System) => void;
}

const dialog = part(HTMLDialogElement, '#picker');
const search = part(HTMLInputElement, '#search');
const list = box('#list');
const found = box('#found');

let question: Question | undefined;
let shown: readonly System[] = [];
let active = 0;

function row(system: System, index: number): HTMLElement {
  const item = document.createElement('li');
  item.id = `choice-${index}`;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', String(system.id === question?.chosen.id));
  const mark = document.createElement('img');
  Object.assign(mark, { className: 'mark', alt: '', width: 32, height: 32, loading: 'lazy', src: system.icon_url });
  const name = Object.assign(document.createElement('span'), { className: 'name', textContent: system.name });
  const left = Object.assign(document.createElement('span'), {
    className: 'left',
    textContent: formatAtMost(system.reserve, system, start.locale),
  });
  item.append(mark, name, left);
  item.addEventListener('click', () => choose(system));
  return item;
}

function moveTo(index: number): void {
  active = Math.max(0, Math.min(index, shown.length - 1));
  for (const [at, item] of [...list.children].entries()) item.toggleAttribute('data-active', at === active);
  const item = list.children[active];
  if (item === undefined) search.removeAttribute('aria-activedescendant');
  else search.setAttribute('aria-activedescendant', item.id);
  item?.scrollIntoView({ block: 'nearest' });
}

function show(): void {
  const query = search.value;
  shown = question?.choices.filter((system) => matchesSearch(system, query)) ?? [];
  list.replaceChildren(...shown.map(row));
  found.textContent = shown.length === 0 ? say('widget.nothing_found') : query === '' ? '' : say('widget.found', { count: shown.length });
  moveTo(Math.max(0, query === '' ? shown.findIndex(({ id }) => id === question?.chosen.id) : 0));
}

function choose(system: System): void {
  const asked = question;
  dialog.close();
  asked?.onChoose(system);
}

const KEYS: Readonly<Record<string, () => number>> = {
  ArrowDown: () => active + 1,
  ArrowUp: () => active - 1,
  PageDown: () => active + 6,
  PageUp: () => active - 6,
};

search.addEventListener('input', show);
search.addEventListener('keydown', (event) => {
  const move = KEYS[event.key];
  if (move !== undefined) {
    event.preventDefault();
    moveTo(move());
  }
  const system = shown[active];
  if (event.key === 'Enter' && system !== undefined) {
    event.preventDefault();
    choose(system);
  }
});
box('.close', dialog).addEventListener('click', () => dialog.close());

/** Opens the list of systems over the whole frame; the focus comes back to where it was. */
export function pick(asked: Question): void {
  question = asked;
  box('#picker-title').textContent = asked.title;
  search.value = '';
  dialog.showModal();
  search.focus();
  show();
}
