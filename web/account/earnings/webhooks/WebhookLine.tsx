import { useState } from 'react';
import { deleteWebhook, pauseWebhook, pingWebhook, replayWebhook, resumeWebhook, rotateWebhookSecret } from '#contract/webhooks.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { DAY_MS, HOUR_MS } from '#core/time.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { useAccountCall } from '#web/account/fresh/use-account-call.ts';
import { useDeed } from '#web/account/fresh/use-deed.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { ShownWebhook } from './load-webhooks.ts';
import type { Made } from './MadeSecret.tsx';
import { Folded } from './Folded.tsx';
import { WebhookState } from './WebhookState.tsx';

export interface WebhookLineProps {
  readonly shown: ShownWebhook;
  readonly onChange: () => void;
  readonly onMade: (made: Made) => void;
  readonly onChanged: () => void;
}

/** How far back what has failed is sent again. */
const SINCE = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 31 * DAY_MS } as const;
type Since = keyof typeof SINCE;
const isSince = (text: string): text is Since => Object.hasOwn(SINCE, text);

function Facts({ shown }: { readonly shown: ShownWebhook }) {
  const { locale, t } = useWords();
  const at = (time: string) => formatDateTime(time, locale);
  const facts = [
    ['events', shown.events.length === 0 ? t('webhooks.line.all_events') : shown.events.join(', ')],
    ['taken', shown.last_taken_at === null ? t('webhooks.line.never') : at(shown.last_taken_at)],
    ['waiting', String(shown.waiting)],
    ['failed', String(shown.failed)],
    ...(shown.former_secret_until === null
      ? []
      : [['former_secret', t('webhooks.line.until', { at: at(shown.former_secret_until) })] as const]),
  ] as const;
  return (
    <dl className="figures grid gap-1 text-sm leading-6">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t(`webhooks.line.${name}`)}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Deeds({ shown, onChange, onMade, onChanged }: WebhookLineProps) {
  const { t } = useWords();
  const api = useAccountCall();
  const deed = useDeed();
  const [since, setSince] = useState<Since>('day');
  const [done, setDone] = useState<string>();
  const params = { id: shown.id };
  const isPaused = shown.paused_by !== null;
  const pause = () => void deed.run(() => api(isPaused ? resumeWebhook : pauseWebhook, { params })).finally(onChanged);
  const end = () => void deed.run(() => api(deleteWebhook, { params })).finally(onChanged);
  const ping = async () => {
    const sent = await deed.run(() => api(pingWebhook, { params }));
    setDone(sent === undefined ? undefined : t('webhooks.line.pinged'));
    onChanged();
  };
  const replay = async () => {
    const body = { since: new Date(Date.now() - SINCE[since]).toISOString() };
    const sent = await deed.run(() => api(replayWebhook, { params, body }));
    setDone(sent === undefined ? undefined : t('webhooks.line.replayed', { count: Number(sent.meta['replayed'] ?? 0) }));
    onChanged();
  };
  const rotate = async () => {
    const rotated = await deed.run(() => api(rotateWebhookSecret, { params }));
    if (rotated === undefined) return;
    onMade({ url: shown.url, secret: rotated.data.attributes.secret ?? '' });
    onChanged();
  };
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button disabled={deed.isBusy || shown.paused_by === 'office'} onClick={() => void ping()}>
          {t('webhooks.line.ping')}
        </Button>
        <Button disabled={deed.isBusy || shown.paused_by === 'office'} onClick={pause}>
          {t(isPaused ? 'webhooks.line.resume' : 'webhooks.line.pause')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <Button tone="text" className="min-h-11 text-sm" onClick={onChange}>
          {t('webhooks.line.change')}
        </Button>
        <Folded name={t('webhooks.line.replay')}>
          <SelectField
            label={t('webhooks.line.replay_since')}
            name="since"
            value={since}
            options={Object.keys(SINCE).map((value) => ({ value, label: t(`webhooks.since.${value}`) }))}
            onChoose={(value) => setSince(isSince(value) ? value : 'day')}
          />
          <Button disabled={deed.isBusy} onClick={() => void replay()}>
            {t('webhooks.line.replay_sure')}
          </Button>
        </Folded>
        <Folded name={t('webhooks.line.rotate')}>
          <p className="max-w-prose text-sm text-muted">{t('webhooks.line.rotate_text')}</p>
          <Button disabled={deed.isBusy} onClick={() => void rotate()}>
            {t('webhooks.line.rotate_sure')}
          </Button>
        </Folded>
        <Folded name={t('webhooks.line.delete')}>
          <p className="max-w-prose text-sm text-muted">{t('webhooks.line.delete_text')}</p>
          <Button tone="loss" disabled={deed.isBusy} onClick={end}>
            {t('webhooks.line.delete_sure')}
          </Button>
        </Folded>
      </div>
      <p role="status" className="text-sm empty:hidden">
        {done}
      </p>
      {deed.problem === undefined ? null : (
        <p role="alert" className="text-sm text-loss">
          {deed.problem}
        </p>
      )}
    </>
  );
}

/** One address, how it does, and what can be done with it. */
export function WebhookLine(props: WebhookLineProps) {
  const { t } = useWords();
  const { url, mode } = props.shown;
  return (
    <li>
      <article aria-label={url} className="grid max-w-2xl gap-3 rounded-tray border border-line bg-sheet p-4">
        <div>
          <h3 className="figures font-semibold wrap-anywhere">{url}</h3>
          <p className="text-sm text-muted">{t(`webhooks.mode.${mode}`)}</p>
        </div>
        <WebhookState shown={props.shown} />
        <Facts shown={props.shown} />
        <Deeds {...props} />
      </article>
    </li>
  );
}
