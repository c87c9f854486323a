import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { officeChooseRateSources, officeGetRateSourceChoice } from '#contract/office/catalogue/market.ts';
import { officeCheckMail, officeGetOpening, officeOpenShop, type OpeningAttributes } from '#contract/office/shop/opening.ts';
import { missingSteps, type OpeningStep, type StepState } from '#core/staff/opening.ts';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { CheckedForm } from '#office/form/CheckedForm.tsx';
import { CommandProblem, FormProblem } from '#office/form/FormProblem.tsx';
import { Textarea, TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';
import { SectionForm, useSection } from './SectionForm.tsx';
import { ContactsForm, ShopForm } from './ShopForms.tsx';
import './SectionForm.css';

interface SourceChoice {
  readonly names: readonly string[];
  readonly urls: Readonly<Record<string, string>>;
  readonly known: readonly string[];
}

/** The stored choice has no author: the market rules change it too. */
const UNSIGNED = { changed_at: null, changed_by: null } as const;

/** Price sources: built-in ones by name, and custom URLs. */
function SourcesForm() {
  const api = useApi();
  const { t } = useTranslation();
  const { mode } = useOperator();
  const section = useSection<SourceChoice>({
    name: 'rate_sources',
    read: async (signal) => ({ ...(await api(officeGetRateSourceChoice, { signal })).data.attributes, ...UNSIGNED }),
    save: async ({ names, urls, version }, call) => {
      const body = { names: names.map((name) => name.trim()).filter((name) => name !== ''), urls: { ...urls }, version };
      return { ...(await call(officeChooseRateSources, { body })).data.attributes, ...UNSIGNED };
    },
  });
  const { value, change } = section;
  if (value === undefined) return null;
  const offered = value.known.filter((name) => mode === 'demo' || name !== 'demo');
  const customUrls = value.names.filter((name) => !value.known.includes(name));
  const chosen = value.names.filter((name) => value.known.includes(name));
  return (
    <SectionForm label={t('office_opening.step.sources.title')} section={section}>
      <fieldset className="opening-sources">
        <legend>{t('office_opening.sources.known')}</legend>
        {offered.map((name) => (
          <Checkbox
            key={name}
            label={t(`office_opening.sources.name.${name}`)}
            checked={chosen.includes(name)}
            onChange={(event) =>
              change({
                names: [...(event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name)), ...customUrls],
              })
            }
          />
        ))}
      </fieldset>
      <Textarea
        label={t('office_opening.sources.own')}
        description={t('office_opening.sources.own_hint')}
        autosize
        minRows={1}
        spellCheck={false}
        value={customUrls.join('\n')}
        onChange={(event) => change({ names: [...chosen, ...event.currentTarget.value.split('\n')] })}
        field="names"
      />
    </SectionForm>
  );
}

/** Sends a test e-mail. */
function MailCheck({ last }: { readonly last: OpeningAttributes['mail_check'] }) {
  const { t, locale } = useTranslation();
  const form = useFields({ to: useOperator().email });
  const check = useCommand(officeCheckMail, { after: [keys.opening()] });
  const send = () => check.run({ body: { to: form.values.to.trim() } });
  return (
    <CheckedForm className="opening-form" command={check} onSubmit={send}>
      <TextInput {...form.text('to')} label={t('office_opening.mail.to')} type="email" required autoComplete="email" />
      <FormProblem />
      {last === null ? null : (
        <p role="status" className={last.outcome === 'failed' ? 'problem' : 'dim'}>
          {t(`office_opening.mail.${last.outcome}`, { to: last.to, at: clockTime(last.at, locale), reason: last.reason ?? '' })}
        </p>
      )}
      <div className="row">
        <Button type="submit" size="sm" variant="default" loading={check.isPending}>
          {t('office_opening.mail.send')}
        </Button>
      </div>
    </CheckedForm>
  );
}

/** Opens the shop: customers can exchange from then on. */
function OpenShop({ opening }: { readonly opening: OpeningAttributes }) {
  const { t } = useTranslation();
  const missing = missingSteps(opening.steps);
  const openShop = useCommand(officeOpenShop, { after: [keys.opening()] });
  if (opening.is_open) {
    return (
      <section className="sheet opening-last">
        <h2>{t('office_opening.open.done')}</h2>
        <p>
          <Link to={paths.switches()}>{t('office_opening.open.close')}</Link>
        </p>
      </section>
    );
  }
  return (
    <section className="sheet opening-last">
      <h2>{t('office_opening.open.title')}</h2>
      <p>
        {missing.length === 0
          ? t('office_opening.open.ready')
          : t('office_opening.open.missing', { steps: missing.map((step) => t(`office_opening.step.${step}.title`)).join(', ') })}
      </p>
      <CommandProblem error={openShop.error} />
      <div className="row">
        <Button loading={openShop.isPending} disabled={missing.length > 0} onClick={() => openShop.run({})}>
          {t('office_opening.open.press')}
        </Button>
      </div>
    </section>
  );
}

/** Other screens and the rate sources complete the steps. */
const LOOK_EVERY_MS = 5_000;

/** The opening checklist's state. */
function useOpening() {
  const api = useApi();
  return useQuery({
    queryKey: keys.opening(),
    queryFn: ({ signal }) => api(officeGetOpening, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
}

const BADGE: Readonly<Record<StepState, string>> = { done: 'done', todo: 'person', advised: 'time', unneeded: '' };

interface StepProps {
  readonly number: number;
  readonly step: OpeningStep;
  readonly state: StepState;
  /** The state as a sentence. */
  readonly standing: string;
  /** Path of the step's own screen. */
  readonly to?: string;
  readonly children?: ReactNode;
}

/** One step of the opening checklist: purpose, state, link. */
function Step({ number, step, state, standing, to, children }: StepProps) {
  const { t } = useTranslation();
  return (
    <li className="sheet opening-step" data-state={state}>
      <h2>
        <span className="dim">{number}.</span> {t(`office_opening.step.${step}.title`)}{' '}
        <span className={`badge ${BADGE[state]}`}>{t(`office_opening.state.${state}`)}</span>
      </h2>
      <p className="dim">{t(`office_opening.step.${step}.why`)}</p>
      <p>{standing}</p>
      {to === undefined ? null : (
        <p>
          <Link to={to}>{t(`office_opening.step.${step}.go`)}</Link>
        </p>
      )}
      {children}
    </li>
  );
}

/** Steps that have a screen of their own. */
const SCREENS: Readonly<Partial<Record<OpeningStep, string>>> = {
  second_factor: paths.account(),
  sources: paths.market(),
  systems: paths.library(),
  requisites: paths.pool(),
  directions: paths.directionRule(),
  reserves: paths.reserves(),
};

/** Steps with a form on this screen. */
const FORMS: Readonly<Partial<Record<OpeningStep, (opening: OpeningAttributes) => ReactNode>>> = {
  shop: () => <ShopForm />,
  contacts: () => <ContactsForm />,
  sources: () => <SourcesForm />,
  mail: (opening) => <MailCheck last={opening.mail_check} />,
};

function Steps({ opening }: { readonly opening: OpeningAttributes }) {
  const { t } = useTranslation();
  const { facts, public_url: url } = opening;
  const numbers = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, typeof value === 'boolean' ? '' : value]));
  return (
    <ol className="opening-steps">
      {opening.steps.map(({ step, state }, index) => (
        <Step
          key={step}
          number={index + 1}
          step={step}
          state={state}
          standing={t(`office_opening.step.${step}.${state}`, { ...numbers, url })}
          {...(SCREENS[step] === undefined ? {} : { to: SCREENS[step] })}
        >
          {FORMS[step]?.(opening)}
        </Step>
      ))}
    </ol>
  );
}

/** The checklist of an owner before the shop opens. */
export function OpeningPage() {
  const { t } = useTranslation();
  const opening = useOpening();
  return (
    <Screen title={t('office_opening.title')}>
      <p className="opening-lead">{t('office_opening.lead')}</p>
      <Loaded query={opening}>
        {({ data: { attributes } }) => (
          <>
            <Steps opening={attributes} />
            <OpenShop opening={attributes} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
