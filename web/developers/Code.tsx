import { useCopy } from '#ui/use-copy.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

/** A code sample with a copy button; long lines scroll, by keyboard too. */
export function Code({ label, text, kind }: { readonly label: string; readonly text: string; readonly kind?: string }) {
  const { t } = useTranslation();
  const { state, copy } = useCopy(text);
  return (
    <figure className="my-4 min-w-0 rounded-tray border border-line bg-sheet">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line px-3 py-1 text-sm">
        <span className="min-w-0 wrap-anywhere">{label}</span>
        <button type="button" className="link min-h-11 shrink-0 print:hidden" onClick={copy}>
          {t(state === 'copied' ? 'developers.copied' : 'developers.copy')}
          <span className="sr-only">: {label}</span>
        </button>
      </figcaption>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        data-code={kind}
        className="max-h-96 overflow-auto p-3 text-sm leading-5 print:max-h-none"
      >
        <code lang="en" translate="no">
          {text}
        </code>
      </pre>
    </figure>
  );
}
