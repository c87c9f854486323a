import { frame_title as en } from '#locales/en/widget.json';
import { frame_title as ru } from '#locales/ru/widget.json';

/** What a host may say in its tag or to `mount`; whatever is anything else is left out by the frame's server. */
const PARAMS = ['from', 'to', 'amount', 'theme', 'accent', 'lang', 'rid'] as const;
type Settings = Readonly<Partial<Record<(typeof PARAMS)[number], string>>>;

interface Mounted {
  remove: () => void;
}

interface Widgets {
  /** Looks for tags that stand without their widget. */
  scan: () => void;
  /** Puts a widget at the end of an element, for pages that are built by scripts. */
  mount: (place: Element, settings?: Settings) => Mounted;
}

declare global {
  interface Window {
    RazmenWidget?: Widgets;
  }
}

/** The frame's height before it tells its own: what it is then, so that nothing on the host's page jumps (web/widget/frame.css). */
const WIDE = 560;
const HEIGHTS = { narrow: 602, wide: 357 } as const;
const TALLEST = 1_200;

/** The frame is called `widget.frame_title`. */
const TITLES = { ru, en } as const;

const NAME = '/widget.js';

/** Runs once per page, however often its tag stands there. Nothing of the host's page is read but its language and its tags. */
function start(origin: string): Widgets {
  const seen = new WeakSet<Element>();
  const frames = new Set<HTMLIFrameElement>();

  const addressOf = (settings: Settings, lang: string): string => {
    const address = new URL('/widget', origin);
    for (const name of PARAMS) {
      const value = settings[name];
      if (value !== undefined && value !== '') address.searchParams.set(name, value);
    }
    address.searchParams.set('lang', lang);
    if (location.origin !== 'null') address.searchParams.set('origin', location.origin);
    return address.href;
  };

  function create(settings: Settings): HTMLIFrameElement {
    const lang = (settings.lang ?? document.documentElement.lang).toLowerCase().startsWith('en') ? 'en' : 'ru';
    const frame = document.createElement('iframe');
    frame.title = TITLES[lang];
    frame.loading = 'lazy';
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox');
    frame.referrerPolicy = 'origin';
    frame.src = addressOf(settings, lang);
    // Set by the object model, which no policy of styles forbids
    Object.assign(frame.style, { display: 'block', width: '100%', maxWidth: '720px', minWidth: '280px', border: '0' });
    frame.height = String(HEIGHTS.narrow);
    frames.add(frame);
    return frame;
  }

  const settle = (frame: HTMLIFrameElement): void => {
    frame.height = String(frame.clientWidth >= WIDE ? HEIGHTS.wide : HEIGHTS.narrow);
  };

  addEventListener('message', ({ origin: from, source, data }: MessageEvent<unknown>) => {
    if (from !== origin || typeof data !== 'number' || !Number.isInteger(data) || data < 1 || data > TALLEST) return;
    for (const frame of frames) {
      if (!frame.isConnected) frames.delete(frame);
      else if (frame.contentWindow === source) frame.height = String(data);
    }
  });

  const targetOf = (tag: HTMLScriptElement): Element | null => {
    const wanted = tag.dataset['target'];
    if (wanted === undefined) return tag;
    try {
      return document.querySelector(wanted);
    } catch {
      return null;
    }
  };

  function scan(): void {
    for (const tag of document.querySelectorAll<HTMLScriptElement>(`script[src*="${NAME}"]`)) {
      const { origin: from, pathname } = new URL(tag.src, location.href);
      const place = from === origin && pathname === NAME && !seen.has(tag) ? targetOf(tag) : null;
      if (place === null) continue;
      seen.add(tag);
      const frame = create(tag.dataset);
      if (place !== tag) place.append(frame);
      else if (tag.parentElement === document.head) document.body.append(frame);
      else tag.after(frame);
      settle(frame);
    }
  }

  return {
    scan,
    mount(place, settings = {}) {
      const frame = create(settings);
      place.append(frame);
      settle(frame);
      return {
        remove() {
          frames.delete(frame);
          frame.remove();
        },
      };
    },
  };
}

const own = (document.currentScript as HTMLScriptElement | null)?.src;
if (own !== undefined || window.RazmenWidget !== undefined) {
  window.RazmenWidget ??= start(new URL(own ?? '').origin);
  if (document.body !== null) window.RazmenWidget.scan();
  // What a tag names may come after the tag
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => window.RazmenWidget?.scan());
}
