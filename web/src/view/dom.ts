// Functions that create elements. The security policy of the page allows no style attributes.

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
  pen: 'M5 19l1-4L15.5 5.5l3 3L9 18zM13.5 7.5l3 3',
  share: 'M8 12.5V19h11V9h-4M4 15c0-6 4-9 9-9M10 3l3.5 3L10 9',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  gear: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  help: 'M8.5 9a3.5 3.5 0 1 1 5 3.2c-1.1.6-1.5 1.2-1.5 2.3M12 18.2v.1',
  undo: 'M8 5L4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H8',
  redo: 'M16 5l4 4-4 4M20 9h-9.5a5.5 5.5 0 0 0 0 11H16',
  erase: 'M9 19h10M5 14l8.5-8.5 5 5L11 18H8.5z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l10-6.5z',
  eye: 'M3 12c3-5 6-6.5 9-6.5s6 1.5 9 6.5c-3 5-6 6.5-9 6.5S6 17 3 12zM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  filter: 'M4 6h16l-6 7v6l-4-2v-4z',
  fill: 'M5 5h3M10.500 5h3M16 5h3M5 12h3M10.500 12h3M16 12h3M5 19h3M10.500 19h3M16 19h3',
  close: 'M6 6l12 12M18 6L6 18',
  multiSelect: 'M4 4h7v7H4zM13 13h7v7h-7zM17 4v6M14 7h6',
  bulb: 'M9.500 18h5M10.500 21h3M12 3a6 6 0 0 0-3.500 10.900c.7.5 1 1.200 1 2.100h5c0-.9.3-1.600 1-2.100A6 6 0 0 0 12 3z',
  auto: 'M4 4h16v16H4zM8 8.500h.1M12 8.500h.1M16 8.500h.1M8 12h.1M16 12h.1M12 15.500h.1',
  first: 'M6 6v12M18 6l-8 6 8 6z',
  back: 'M16 6l-8 6 8 6z',
  next: 'M8 6l8 6-8 6z',
  last: 'M18 6v12M6 6l8 6-8 6z',
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
