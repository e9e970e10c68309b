// Functions that create elements. The security policy of the page allows no style attributes.

import type { Key } from '../model/keys.ts';

type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

/** Creates an element. `on…` functions are event listeners. Unknown properties are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, props);
  add(element, children);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an SVG element. */
export function s(
  tag: string,
  attributes: Record<string, string | number> = {},
  ...children: Child[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  add(element, children);
  return element;
}

/** Replaces the content of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, children);
}

function add(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
}

const PROPERTIES = new Set([
  'disabled',
  'checked',
  'value',
  'hidden',
  'selected',
  'readOnly',
  'tabIndex',
  'textContent',
  'min',
  'max',
  'open',
]);

function set(element: HTMLElement, props: Props): void {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith('on') && typeof value === 'function')
      element.addEventListener(name.slice(2), value as EventListener);
    else if (PROPERTIES.has(name)) (element as unknown as Props)[name] = value;
    else if (typeof value === 'boolean' && !name.startsWith('aria-'))
      element.toggleAttribute(name, value);
    else element.setAttribute(name, String(value));
  }
}

/** Creates an icon, 24 units wide. */
export function icon(name: keyof typeof ICONS): SVGElement {
  return s(
    'svg',
    { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { d: ICONS[name] }),
  );
}

const ICONS = {
  plus: 'M12 5v14M5 12h14',
  open: 'M4 6.5h5l2 2.5h9v9.5H4z',
  camera:
    'M4 8h3.500l1.500-2.500h6L16.500 8H20v11H4zM12 16.500a3.500 3.500 0 1 0 0-7a3.500 3.500 0 0 0 0 7Z',
  image: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 5M15.500 9.500a1 1 0 1 0 .1 0',
  pen: 'm4 20 1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  gear: 'M4 7h9m5 0h2M4 17h2m5 0h9M13 4.5v5M8.5 14.5v5',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.1',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  redo: 'm15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  erase: 'M20 20H9l-5.5-5.5a2 2 0 0 1 0-2.8L12 3.5l8 8L11.5 20M8 8l8 8',
  pause: 'M8 5v14M16 5v14',
  play: 'M8 5v14l11-7Z',
  check: 'm4 12.5 5 5L20 6.5',
  warn: 'M12 4 2.8 20h18.4L12 4Zm0 6v5m0 2.5v.1',
  info: 'M12 11v6M12 7.500v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  highlight: 'M4 7h16M7 12h10M10 17h4',
  fill: 'M5 5h3M10.500 5h3M16 5h3M5 12h3M10.500 12h3M16 12h3M5 19h3M10.500 19h3M16 19h3',
  close: 'M6 6l12 12M18 6 6 18',
  remove: 'M5 7h14M10 4h4M7 7l1 13h8l1-13M10.500 11v5M13.500 11v5',
  multiSelect: 'M4 4h7v7H4zM13 13h7v7h-7z',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3Z',
  auto: 'M5 5h.1M12 5h.1M19 5h.1M5 12h.1M12 12h.1M19 12h.1M5 19h.1M12 19h.1M19 19h.1',
  first: 'm17 6-6 6 6 6M7 6v12',
  back: 'm14 6-6 6 6 6',
  next: 'm10 6 6 6-6 6',
  last: 'm7 6 6 6-6 6M17 6v12',
  book: 'M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2Zm0 0v14',
  library: 'M5 4v16M10 4v16M14.5 5l4 15',
  zoom: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm5-1.5L20 20M8 10.5h5M10.5 8v5',
  link: 'M4 18.5a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0m3.500-2C9 9 12 8 15.500 6.500M15 5.500a2.500 2.500 0 1 0 5 0a2.500 2.500 0 1 0-5 0',
  palette: 'M3 8a4.500 4.500 0 1 0 9 0a4.500 4.500 0 1 0-9 0M13 20l4-8 4 8z',
  more: 'M4.500 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M17.500 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  grid: 'M4 4h16v16H4zM9.3 4v16M14.7 4v16M4 9.3h16M4 14.7h16',
} as const;

export type IconName = keyof typeof ICONS;

/** Creates a button with a text, an icon, or both. The text of an icon button is its label. */
export function button(options: {
  text: string;
  icon?: IconName;
  iconOnly?: boolean;
  class?: string;
  title?: string;
  click: (event: MouseEvent) => void;
  [attribute: string]: unknown;
}): HTMLButtonElement {
  const { text, icon: name, iconOnly, class: classes, title, click, ...rest } = options;
  const label = iconOnly ? { 'aria-label': text, title: title ?? text } : { title };
  return h(
    'button',
    { type: 'button', class: classes, onclick: click, ...label, ...rest },
    name && icon(name),
    !iconOnly && h('span', {}, text),
  );
}

/**
 * Creates the wordmark: five letters on a lattice of 3×3, one stroke as wide as a cell. The middle
 * of the o is the open cell.
 */
export function wordmark(): SVGElement {
  const letters = [
    'M4.5 30V4.5H14Q25.5 4.5 25.5 16V30',
    'M4.5 4.5H13Q25.5 4.5 25.5 15T13 25.5H4.5Z',
    'M13 4.5H17A8.5 8.5 0 0 1 25.5 13V17A8.5 8.5 0 0 1 17 25.5H13A8.5 8.5 0 0 1 4.5 17V13A8.5 8.5 0 0 1 13 4.5Z',
    'M4.5 0V30M30 -4L8.5 15.2L30 34',
    'M4.5 0V14Q4.5 25.5 16 25.5H25.5V0',
  ];
  const places = [0, 36.5, 72, 108.5, 143];
  return s(
    'svg',
    { class: 'wordmark', viewBox: '0 0 173 30', 'aria-hidden': 'true', focusable: 'false' },
    ...letters.map((d, at) => s('path', { d, transform: `translate(${places[at]} 0)` })),
    s('rect', { class: 'open-cell', x: 83, y: 11, width: 8, height: 8, rx: 1.6 }),
  );
}

let ids = 0;

/** Returns a new ID for elements that refer to each other. */
export const newId = (): string => `u${++ids}`;

/** Creates a labeled control of a form. */
export function field(label: string, control: HTMLElement, help?: string): HTMLElement {
  control.id ||= newId();
  const helpId = help ? newId() : undefined;
  if (helpId) control.setAttribute('aria-describedby', helpId);
  return h(
    'div',
    { class: 'field' },
    h('label', { for: control.id }, label),
    control,
    help && h('p', { class: 'help', id: helpId }, help),
  );
}

/** Creates a drop-down list. */
export function selectBox(
  options: readonly (readonly [value: string, text: string])[],
  value: string,
  change?: (value: string) => void,
): HTMLSelectElement {
  const element = h(
    'select',
    {},
    ...options.map(([of, text]) => h('option', { value: of, selected: of === value }, text)),
  );
  if (change) element.addEventListener('change', () => change(element.value));
  return element;
}

/** Creates a checkbox with a label. */
export function checkbox(
  text: string,
  checked: boolean,
  change?: (checked: boolean) => void,
): HTMLLabelElement {
  const box = h('input', { type: 'checkbox', checked });
  if (change) box.addEventListener('change', () => change(box.checked));
  return h('label', { class: 'tick' }, box, h('span', {}, text));
}

/** Returns the key of an event. Command counts as Ctrl. */
export function keyOf(event: KeyboardEvent): Key {
  return {
    key: event.key,
    code: event.code,
    shift: event.shiftKey,
    ctrl: event.ctrlKey || event.metaKey,
    alt: event.altKey,
  };
}
