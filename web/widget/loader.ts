import { frame_title as en } from '#locales/en/widget.json';
import { frame_title as ru } from '#locales/ru/widget.json';

/** Settings that a host can give in its tag or to `mount`. The server of the frame checks their values. */
const PARAMS = ['from', 'to', 'amount', 'theme', 'accent', 'lang', 'rid'] as const;
type Settings = Readonly<Partial<Record<(typeof PARAMS)[number], string>>>;

interface MountedWidget {
  remove: () => void;
}

interface Widgets {
  /** Adds a widget for each script tag that has none yet. */
  scan: () => void;
  /** Appends a widget to an element, for pages rendered by scripts. */
  mount: (parent: Element, settings?: Settings) => MountedWidget;
}

declare global {
  interface Window {
    RazmenWidget?: Widgets;
  }
}

/** Height of the frame before it posts its own: the same, so that the host page does not shift (web/widget/frame.css). */
const WIDE_MIN_WIDTH = 560;
const INITIAL_HEIGHTS = { narrow: 602, wide: 357 } as const;
const MAX_HEIGHT = 1_200;

/** Accessible title of the frame (`widget.frame_title`). */
const TITLES = { ru, en } as const;

const SCRIPT_PATH = '/widget.js';

function addressOf(origin: string, settings: Settings, lang: string): string {
  const address = new URL('/widget', origin);
  for (const name of PARAMS) {
    const value = settings[name];
    if (value !== undefined && value !== '') address.searchParams.set(name, value);
  }
  address.searchParams.set('lang', lang);
  if (location.origin !== 'null') address.searchParams.set('origin', location.origin);
  return address.href;
}

function createFrame(origin: string, settings: Settings): HTMLIFrameElement {
  const lang = (settings.lang ?? document.documentElement.lang).toLowerCase().startsWith('en') ? 'en' : 'ru';
  const frame = document.createElement('iframe');
  frame.title = TITLES[lang];
  frame.loading = 'lazy';
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox');
  frame.referrerPolicy = 'origin';
  frame.src = addressOf(origin, settings, lang);
  // By the DOM: a content security policy may forbid a style attribute
  Object.assign(frame.style, { display: 'block', width: '100%', maxWidth: '720px', minWidth: '280px', border: '0' });
  frame.height = String(INITIAL_HEIGHTS.narrow);
  return frame;
}

/** Element that the widget of a tag is put into; null: it is not in the page (yet). */
function parentOf(tag: HTMLScriptElement): Element | null {
  const selector = tag.dataset['target'];
  if (selector === undefined) return tag;
  try {
    return document.querySelector(selector);
  } catch {
    return null;
  }
}

/** Called once per page, however many tags it has. Of the host page it reads only the language and these tags. */
function createWidgets(origin: string): Widgets {
  const handledTags = new WeakSet<Element>();
  const frames = new Set<HTMLIFrameElement>();

  /** Adds a frame to the page by `insert`. */
  function show(settings: Settings, insert: (frame: HTMLIFrameElement) => void): HTMLIFrameElement {
    const frame = createFrame(origin, settings);
    frames.add(frame);
    insert(frame);
    frame.height = String(frame.clientWidth >= WIDE_MIN_WIDTH ? INITIAL_HEIGHTS.wide : INITIAL_HEIGHTS.narrow);
    return frame;
  }

  addEventListener('message', ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || typeof data !== 'number' || !Number.isInteger(data) || data < 1 || data > MAX_HEIGHT) return;
    for (const frame of frames) {
      if (!frame.isConnected) frames.delete(frame);
      else if (frame.contentWindow === source) frame.height = String(data);
    }
  });

  function scan(): void {
    for (const tag of document.querySelectorAll<HTMLScriptElement>(`script[src*="${SCRIPT_PATH}"]`)) {
      const { origin: from, pathname } = new URL(tag.src, location.href);
      const parent = from === origin && pathname === SCRIPT_PATH && !handledTags.has(tag) ? parentOf(tag) : null;
      if (parent === null) continue;
      handledTags.add(tag);
      show(tag.dataset, (frame) => {
        if (parent !== tag) parent.append(frame);
        else if (tag.parentElement === document.head) document.body.append(frame);
        else tag.after(frame);
      });
    }
  }

  return {
    scan,
    mount(parent, settings = {}) {
      const frame = show(settings, (created) => parent.append(created));
      return {
        remove() {
          frames.delete(frame);
          frame.remove();
        },
      };
    },
  };
}

const scriptUrl = (document.currentScript as HTMLScriptElement | null)?.src;
if (scriptUrl !== undefined || window.RazmenWidget !== undefined) {
  window.RazmenWidget ??= createWidgets(new URL(scriptUrl ?? '').origin);
  if (document.body !== null) window.RazmenWidget.scan();
  // The target of a tag may come after the tag
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => window.RazmenWidget?.scan());
}
