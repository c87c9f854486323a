import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Resource } from '#contract/document.ts';
import { officeListSwitches, officeSwitchOn, type SwitchAttributes } from '#contract/office/shop/switches.ts';
import { CommandProblem } from '#office/form/FormProblem.tsx';
import { useCommand } from '#office/api/use-command.ts';
import { keys } from '#office/api/keys.ts';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { SwitchForm } from './SwitchForm.tsx';
import { type Switchable, switchTitle } from './draft.ts';

interface CardProps {
  readonly item: Resource<SwitchAttributes>;
  readonly mayChange: boolean;
  readonly switchable: Switchable;
}

function SwitchCard({ item: { id, attributes }, mayChange, switchable }: CardProps) {
  const { t, locale } = useTranslation();
  const lift = useCommand(officeSwitchOn, { after: [keys.switches()] });
  const title = switchTitle(attributes, switchable, t);
  return (
    <li className="sheet">
      <p className="line">
        <strong>{title}</strong>
        <span className={`badge ${attributes.is_in_force ? 'person' : 'time'}`}>
          {t(attributes.is_in_force ? 'switches.now' : 'switches.later')}
        </span>
        <span>{t(`switches.reason.${attributes.reason}`)}</span>
      </p>
      {attributes.text === null ? null : (
        <p className="note">
          {attributes.text.ru} / {attributes.text.en}
        </p>
      )}
      <p className="dim">
        {t('switches.since', { at: clockTime(attributes.from, locale) })} ·{' '}
        {attributes.until === null ? t('switches.until_on') : t('switches.until_at', { at: clockTime(attributes.until, locale) })} ·{' '}
        {attributes.made_by ?? t('switches.by_itself')}
      </p>
      <CommandProblem error={lift.error} />
      {mayChange ? (
        <div className="row">
          <Button
            size="sm"
            variant="default"
            loading={lift.isPending}
            aria-label={`${t(attributes.is_in_force ? 'switches.on' : 'switches.take_back')}: ${title}`}
            onClick={() => lift.run({ params: { id }, body: {} })}
          >
            {t(attributes.is_in_force ? 'switches.on' : 'switches.take_back')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** Switches in force or planned, with reason, times and operator, and the form that switches off (domain 11). */
export function SwitchesPage() {
  const api = useApi();
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_switches');
  const switches = useQuery({
    queryKey: keys.switches(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListSwitches, { signal });
      return { data, switchable: officeListSwitches.reply.meta.parse(meta) };
    },
    refetchInterval: 10_000,
  });
  return (
    <Screen title={t('switches.title')}>
      <Loaded query={switches}>
        {({ data, switchable }) => (
          <>
            <div className="slots-grid">
              <section aria-label={t('switches.title')}>
                {data.length === 0 ? <p className="empty">{t('switches.none')}</p> : null}
                <ul className="cards">
                  {data.map((item) => (
                    <SwitchCard key={item.id} item={item} mayChange={mayChange} switchable={switchable} />
                  ))}
                </ul>
              </section>
              <div className="column-actions">
                {mayChange ? <SwitchForm switchable={switchable} /> : <p className="dim">{t('switches.not_yours')}</p>}
              </div>
            </div>
          </>
        )}
      </Loaded>
    </Screen>
  );
}
