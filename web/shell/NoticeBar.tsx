import { use, useState } from 'react';
import type { NoticeKind } from '#core/notices/public-notice.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { NonceContext } from '#web/loading/page-parts.ts';
import { dismissalCookie, type PageNotice } from './notice.ts';

const TONES: Readonly<Record<NoticeKind, string>> = { info: 'bg-well', warning: 'bg-time-tint', outage: 'bg-loss-tint' };

/** Inline script of the dismiss button: works before the bar is hydrated. */
const DISMISS_SCRIPT = `(function (bar) {
  bar.querySelector('button').addEventListener('click', function () {
    document.cookie = bar.dataset.away;
    bar.hidden = true;
  });
})(document.currentScript.parentElement)`;

/** Notice for all visitors above every page (domain 9). Plain text, never HTML. */
export function NoticeBar({ notice }: { readonly notice: PageNotice }) {
  const { t, to } = useTranslation();
  const nonce = use(NonceContext);
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  const { key, kind, text, link, dismissible } = notice;
  return (
    <aside
      aria-label={t(`shell.notice.${kind}`)}
      data-away={dismissalCookie(key)}
      className={`print:hidden border-b border-line text-sm leading-6 ${TONES[kind]}`}
    >
      <div className="mx-auto flex max-w-[72rem] items-start gap-3 px-4 py-1 sm:px-6">
        <p className="min-w-0 flex-1 py-2.5 wrap-anywhere">
          {text}{' '}
          {link === null ? null : (
            <a className="link" href={link.startsWith('/') ? to(link) : link} rel="noopener">
              {t('shell.notice.more')}
            </a>
          )}
        </p>
        {dismissible ? (
          <button
            type="button"
            aria-label={t('shell.notice.hide')}
            className="grid size-11 shrink-0 place-items-center rounded-tray hover:bg-well noscript:hidden"
            onClick={() => {
              document.cookie = dismissalCookie(key);
              setDismissed(true);
            }}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
              <path d="m2 2 12 12M14 2 2 14" stroke="currentColor" strokeWidth="1.8" />
            </svg>
          </button>
        ) : null}
      </div>
      {dismissible ? (
        // oxlint-disable-next-line react/no-danger -- our own script, under the nonce of the response
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? DISMISS_SCRIPT : '' }} />
      ) : null}
    </aside>
  );
}
