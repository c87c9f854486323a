import { Button, Loader } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeListSwitches, officeSwitchOn, type SwitchAttributes } from '#contract/office-switches.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { SwitchForm } from './SwitchForm.tsx';
import { whatIsOff } from './words-of.ts';

interface CardProps {
  readonly one: Resource<SwitchAttributes>;
  readonly mayChange: boolean;
}

function SwitchCard({ one: { id, attributes: one }, mayChange }: CardProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { t, locale } = useWords();
  const lift = useMutation({
    mutationFn: () => api(officeSwitchOn, { params: { id }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.switches() }),
  });
  const what = whatIsOff(one, t);
  return (
    <li className="sheet">
      <p className="line">
        <strong>{what}</strong>
        <span className={`badge ${one.is_in_force ? 'person' : 'time'}`}>{t(one.is_in_force ? 'switches.now' : 'switches.later')}</span>
        <span>{t(`switches.reason.${one.reason}`)}</span>
      </p>
      {one.text === null ? null : (
        <p className="note">
          {one.text.ru} / {one.text.en}
        </p>
      )}
      <p className="dim">
        {t('switches.since', { at: clockTime(one.from, locale) })} ·{' '}
        {one.until === null ? t('switches.until_on') : t('switches.until_at', { at: clockTime(one.until, locale) })} ·{' '}
        {one.made_by ?? t('switches.by_itself')}
      </p>
      {lift.isError ? <Problem error={lift.error} /> : null}
      {mayChange ? (
        <div className="row">
          <Button
            size="sm"
            variant="default"
            loading={lift.isPending}
            aria-label={`${t(one.is_in_force ? 'switches.on' : 'switches.take_back')}: ${what}`}
            onClick={() => lift.mutate()}
          >
            {t(one.is_in_force ? 'switches.on' : 'switches.take_back')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** Everything that is off or will be: what, why, until when, by whom (domain 11); switching off and on. */
export function SwitchesPage() {
  const api = useApi();
  const { t } = useWords();
  const mayChange = useOperator().actions.includes('change_switches');
  const switches = useQuery({
    queryKey: keys.switches(),
    queryFn: async ({ signal }) => {
      const { data, meta } = await api(officeListSwitches, { signal });
      return { data, switchable: officeListSwitches.reply.meta.parse(meta) };
    },
    refetchInterval: 10_000,
  });
  useEffect(() => {
    document.title = t('switches.title');
  }, [t]);
  if (switches.isPending) return <Loader className="loading" aria-label={t('office.loading')} />;
  if (switches.data === undefined) return <Problem error={switches.error} retry={() => void switches.refetch()} />;
  const { data, switchable } = switches.data;
  return (
    <>
      <h1>{t('switches.title')}</h1>
      {switches.isError ? <Problem error={switches.error} retry={() => void switches.refetch()} /> : null}
      <div className="slots-grid">
        <section aria-label={t('switches.title')}>
          {data.length === 0 ? <p className="empty">{t('switches.none')}</p> : null}
          <ul className="cards">
            {data.map((one) => (
              <SwitchCard key={one.id} one={one} mayChange={mayChange} />
            ))}
          </ul>
        </section>
        <div className="column-actions">
          {mayChange ? <SwitchForm switchable={switchable} /> : <p className="dim">{t('switches.not_yours')}</p>}
        </div>
      </div>
    </>
  );
}
