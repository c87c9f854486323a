import { formatAtMost } from '#core/format/amount.ts';
import { matchesSearch } from '#web/catalogue/matches-search.ts';
import type { System } from '#web/catalogue/systems.ts';
import { element, typedElement, translate, settings } from './start.ts';

interface PickerOptions {
  readonly title: string;
  readonly choices: readonly System[];
  readonly chosen: System;
  readonly onChoose: (system: System) => void;
}

const dialog = typedElement(HTMLDialogElement, '#picker');
const search = typedElement(HTMLInputElement, '#search');
const list = element('#list');
const resultStatus = element('#found');

let options: PickerOptions | undefined;
let visible: readonly System[] = [];
let activeIndex = 0;

function renderChoice(system: System, index: number): HTMLElement {
  const item = document.createElement('li');
  item.id = `choice-${index}`;
  item.setAttribute('role', 'option');
  item.setAttribute('aria-selected', String(system.id === options?.chosen.id));
  const mark = document.createElement('img');
  Object.assign(mark, { className: 'mark', alt: '', width: 32, height: 32, loading: 'lazy', src: system.icon_url });
  const name = Object.assign(document.createElement('span'), { className: 'name', textContent: system.name });
  const reserve = Object.assign(document.createElement('span'), {
    className: 'left',
    textContent: formatAtMost(system.reserve, system, settings.locale),
  });
  item.append(mark, name, reserve);
  item.addEventListener('click', () => choose(system));
  return item;
}

function setActive(index: number): void {
  activeIndex = Math.max(0, Math.min(index, visible.length - 1));
  for (const [position, item] of [...list.children].entries()) item.toggleAttribute('data-active', position === activeIndex);
  const item = list.children[activeIndex];
  if (item === undefined) search.removeAttribute('aria-activedescendant');
  else search.setAttribute('aria-activedescendant', item.id);
  item?.scrollIntoView({ block: 'nearest' });
}

function renderList(): void {
  const query = search.value;
  visible = options?.choices.filter((system) => matchesSearch(system, query)) ?? [];
  list.replaceChildren(...visible.map(renderChoice));
  resultStatus.textContent =
    visible.length === 0 ? translate('widget.nothing_found') : query === '' ? '' : translate('widget.found', { count: visible.length });
  const chosenIndex = visible.findIndex(({ id }) => id === options?.chosen.id);
  setActive(query === '' ? chosenIndex : 0);
}

function choose(system: System): void {
  dialog.close();
  options?.onChoose(system);
}

const KEYS: Readonly<Record<string, () => number>> = {
  ArrowDown: () => activeIndex + 1,
  ArrowUp: () => activeIndex - 1,
  PageDown: () => activeIndex + 6,
  PageUp: () => activeIndex - 6,
};

search.addEventListener('input', renderList);
search.addEventListener('keydown', (event) => {
  const move = KEYS[event.key];
  if (move !== undefined) {
    event.preventDefault();
    setActive(move());
  }
  const system = visible[activeIndex];
  if (event.key === 'Enter' && system !== undefined) {
    event.preventDefault();
    choose(system);
  }
});
element('.close', dialog).addEventListener('click', () => dialog.close());

/** Opens the list of systems over the whole frame; closing it restores the focus. */
export function pick(pickerOptions: PickerOptions): void {
  options = pickerOptions;
  element('#picker-title').textContent = pickerOptions.title;
  search.value = '';
  dialog.showModal();
  search.focus();
  renderList();
}
