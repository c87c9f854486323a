import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { CLIENT_PACKAGE_PATH } from '#contract/partner/client-package.ts';
import { PARTNER_SCOPES, SIGNATURE_WINDOW_SECONDS } from '#core/partner/partner.ts';
import { TextField } from '#ui/TextField.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CallEntry, titleOf } from './CallEntry.tsx';
import { Code } from './Code.tsx';
import { RunCall } from './RunCall.tsx';
import type { DocCall } from './calls.ts';
import { CLIENT_SAMPLE, ERROR_SAMPLE, SIGN_SAMPLE, VECTOR, VERIFY_SAMPLE } from './samples.ts';

/** In reading order. */
const SECTIONS = [
  'start',
  'signing',
  'run',
  'errors',
  'idempotency',
  'limits',
  'sandbox',
  'webhooks',
  'client',
  'changes',
  'calls',
] as const;
type SectionName = (typeof SECTIONS)[number];

function Section({ name, children }: { readonly name: SectionName; readonly children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section id={name} aria-labelledby={`${name}-title`} className="mb-10 scroll-mt-4 leading-7 [&>p]:max-w-2xl [&>p]:mb-3">
      <h2 id={`${name}-title`} className="mb-2 text-xl font-semibold">
        <a href={`#${name}`} className="hover:underline">
          {t(`developers.section.${name}`)}
        </a>
      </h2>
      {children}
    </section>
  );
}

function Contents() {
  const { t, to } = useTranslation();
  return (
    <nav aria-label={t('developers.contents')} className="mb-8 text-sm lg:sticky lg:top-4 lg:mb-0 lg:self-start print:hidden">
      <ul className="flex flex-wrap gap-x-4 lg:grid">
        {SECTIONS.map((name) => (
          <li key={name}>
            <a className="link inline-block py-1.5" href={`#${name}`}>
              {t(`developers.section.${name}`)}
            </a>
          </li>
        ))}
        <li>
          <Link className="link inline-block py-1.5" to={to('/developers/widget')}>
            {t('developers.to_widget')}
          </Link>
        </li>
        <li>
          <a className="link inline-block py-1.5" href="/api/openapi.json">
            {t('developers.whole')}
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** Whether a call matches a search, by title, path, members or refusal codes. */
const matches = (title: string, call: DocCall, query: string): boolean =>
  [
    title,
    call.name,
    call.path,
    call.method,
    call.scope,
    ...call.members.map(({ name }) => name),
    ...call.refusals.flatMap(({ codes }) => codes),
  ]
    .join(' ')
    .toLowerCase()
    .includes(query.trim().toLowerCase());

function Calls({ calls, onRun }: { readonly calls: readonly DocCall[]; readonly onRun: (name: string) => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const matchingCalls = calls.filter((call) => matches(titleOf(t, call), call, query));
  return (
    <Section name="calls">
      <TextField
        label={t('developers.search')}
        type="search"
        className="max-w-md print:hidden"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className="mt-1 min-h-7 text-sm text-muted">
        {query.trim() === ''
          ? null
          : matchingCalls.length === 0
            ? t('developers.nothing_found')
            : t('developers.found', { count: matchingCalls.length })}
      </p>
      {PARTNER_SCOPES.map((scope) => {
        const scopeCalls = matchingCalls.filter((call) => call.scope === scope);
        return scopeCalls.length === 0 ? null : (
          <section key={scope} aria-labelledby={`scope-${scope}`}>
            <h3 id={`scope-${scope}`} className="mt-6 mb-3 text-lg font-semibold">
              {t(`developers.scope.${scope.replace(':', '_')}`)} <code lang="en">{scope}</code>
            </h3>
            {scopeCalls.map((call) => (
              <CallEntry key={call.name} call={call} onRun={() => onRun(call.name)} />
            ))}
          </section>
        );
      })}
    </Section>
  );
}

function Signing() {
  const { t } = useTranslation();
  return (
    <Section name="signing">
      <p>{t('developers.signing.text')}</p>
      <p>{t('developers.signing.rules', { seconds: SIGNATURE_WINDOW_SECONDS })}</p>
      <Code label="sign.mjs" text={SIGN_SAMPLE} kind="sign" />
      <p>{t('developers.signing.vector')}</p>
      <Code label="Partner-Signature" text={VECTOR} kind="vector" />
    </Section>
  );
}

/** Opens the call that the address names: the browser scrolls to it, but leaves it collapsed. */
function useOpenLinkedCall(): void {
  useEffect(() => {
    const openLinkedCall = () => {
      const element = document.getElementById(decodeURIComponent(globalThis.location.hash.slice(1)));
      if (element instanceof HTMLDetailsElement) element.open = true;
    };
    openLinkedCall();
    globalThis.addEventListener('hashchange', openLinkedCall);
    return () => globalThis.removeEventListener('hashchange', openLinkedCall);
  }, []);
}

/** Documentation of the partner API, on one page. */
export function DevelopersPage({ calls, publicUrl }: { readonly calls: readonly DocCall[]; readonly publicUrl: string }) {
  const { t } = useTranslation();
  useOpenLinkedCall();
  const [name, setName] = useState('createOrder');
  const selectedCall = calls.find((call) => call.name === name) ?? calls[0];
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-10 sm:px-6">
      <h1 className="mb-3 text-2xl font-semibold">{t('developers.title')}</h1>
      <p className="mb-8 max-w-2xl leading-7">{t('developers.lead')}</p>
      <div className="grid gap-x-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <Contents />
        <div className="min-w-0">
          <Section name="start">
            <p className="wrap-anywhere">{t('developers.start.address', { url: publicUrl })}</p>
            <p>{t('developers.start.key')}</p>
            <p>{t('developers.start.language')}</p>
          </Section>
          <Signing />
          <Section name="run">
            <p>{t('developers.run.text')}</p>
            {selectedCall === undefined ? null : (
              <RunCall calls={calls} selectedCall={selectedCall} publicUrl={publicUrl} onSelect={setName} />
            )}
          </Section>
          <Section name="errors">
            <p>{t('developers.errors.text')}</p>
            <Code label="422" text={ERROR_SAMPLE} kind="error" />
          </Section>
          {(['idempotency', 'limits', 'sandbox'] as const).map((section) => (
            <Section key={section} name={section}>
              <p>{t(`developers.${section}.text`)}</p>
            </Section>
          ))}
          <Section name="webhooks">
            <p>{t('developers.webhooks.text')}</p>
            <p>{t('developers.webhooks.verify')}</p>
            <Code label="verify.mjs" text={VERIFY_SAMPLE} kind="verify" />
          </Section>
          <Section name="client">
            <p>
              {t('developers.client.text')}{' '}
              <a className="link" href={CLIENT_PACKAGE_PATH} download>
                {t('developers.client.download')}
              </a>
            </p>
            <Code label={t('developers.client.install')} text={`npm install ${publicUrl}${CLIENT_PACKAGE_PATH}`} kind="install" />
            <Code label="client.ts" text={CLIENT_SAMPLE} kind="client" />
          </Section>
          <Section name="changes">
            <p>{t('developers.changes.text')}</p>
          </Section>
          <Calls calls={calls} onRun={setName} />
        </div>
      </div>
    </div>
  );
}
