import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { reportErrors, reportThrown } from '#ui/reports/report-errors.ts';
import { loadMessages } from './i18n/load-messages.ts';
import { localeOf } from './i18n/locale.ts';
import { setBrandNames } from './i18n/translator.ts';
import { watchBackButton } from './layout/back-steps.ts';
import { loadOptional } from './loading/late-parts.ts';
import { whenIdle } from './loading/when-idle.ts';

reportErrors(async () => (await import('#ui/reports/send-reports.ts')).connectReports);
whenIdle(() => void loadOptional(() => import('./layout/install-offer.ts')).then((offer) => offer?.watchInstall()));
setBrandNames({
  [localeOf(globalThis.location.pathname)]: document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? '',
});
await loadMessages('shell');
watchBackButton();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter onError={reportThrown} />
    </StrictMode>,
  );
});
