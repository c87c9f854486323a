import { useEffect, useState, useSyncExternalStore, useMemo } from 'react';
import { Form } from 'react-router';
import type { MailChoicesAttributes } from '#contract/account/mail-choices.ts';
import type { NoticesAttributes, OrderNoticesAttributes } from '#contract/account/notices.ts';
import { MAIL_CHOICES } from '#core/mail/order-mails.ts';
import { NOTICE_CHANNELS, NOTICE_EVENTS } from '#core/notices/events.ts';
import { Button } from '#ui/Button.tsx';
import { CheckField } from '#ui/CheckField.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useInstall } from '#web/layout/install-offer.ts';
import { whenIdle } from '#web/loading/when-idle.ts';
import { NoticeChannels } from '#web/notices/NoticeChannels.tsx';
import { accountNotices } from '#web/notices/notice-api.ts';

const subscribeToNothing = () => () => undefined;
const isStandalone = (): boolean => globalThis.matchMedia('(display-mode: standalone)').matches;

/** Offers to install the site as an app. No other page offers it. */
function InstallPart() {
  const { t } = useTranslation();
  const install = useInstall();
  const [isJustInstalled, setJustInstalled] = useState(false);
  const isInstalled = useSyncExternalStore(subscribeToNothing, isStandalone, () => false) || isJustInstalled;
  useEffect(() => {
    const onInstalled = () => setJustInstalled(true);
    globalThis.addEventListener('appinstalled', onInstalled);
    return () => globalThis.removeEventListener('appinstalled', onInstalled);
  }, []);
  return (
    <section className="grid justify-items-start gap-2 text-sm leading-6">
      <h2 className="font-semibold">{t('notices.install.title')}</h2>
      <p className="text-muted">{t('notices.install.text')}</p>
      {isInstalled ? (
        <p role="status">{t('notices.install.done')}</p>
      ) : install === null ? (
        <p>{t('notices.install.manual')}</p>
      ) : (
        <Button onClick={install}>{t('notices.install.ask')}</Button>
      )}
    </section>
  );
}

/** Time zones to choose from, named below `notices.zones`. The page adds the zone saved before. */
const ZONES = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Europe/Samara',
  'Asia/Yekaterinburg',
  'Asia/Omsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
  'Asia/Magadan',
  'Asia/Kamchatka',
  'Europe/Minsk',
  'Asia/Almaty',
  'Asia/Tashkent',
  'Asia/Tbilisi',
  'Asia/Yerevan',
  'Asia/Dubai',
  'Europe/Istanbul',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'UTC',
] as const;

interface LettersPageProps {
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly choices: MailChoicesAttributes;
  readonly notices: NoticesAttributes;
  readonly isSaved: boolean;
  readonly returned: ReturnedForm | undefined;
}

/** Notification settings: browsers and chats, events, quiet hours, and what always comes by mail. */
export function LettersPage(props: LettersPageProps) {
  const { email, isEmailVerified, isSaved, returned } = props;
  const { t } = useTranslation();
  const { at, ...formErrors } = errorsOf(returned, ['quiet']);
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-3">
        <h1 className="text-2xl font-semibold text-balance">{t('notices.title')}</h1>
        <p className="text-muted wrap-anywhere">{t('notices.account_lead', { email })}</p>
        <FormNotice {...formErrors} />
        {isSaved && returned === undefined ? <Notice role="status">{t('notices.saved')}</Notice> : null}
        {isEmailVerified ? null : <Notice tone="time">{t('notices.unproven')}</Notice>}
      </div>
      <Channels notices={props.notices} />
      <Form noValidate method="post" className="grid gap-8">
        {isEmailVerified ? <input type="hidden" name="with_mail" value="1" /> : null}
        <Events {...props} />
        <QuietHours {...props} error={at('quiet') === undefined ? undefined : t('notices.quiet.same')} />
        <p>
          <Button type="submit">{t('notices.save')}</Button>
        </p>
      </Form>
      <section className="grid gap-2 text-sm leading-6">
        <h2 className="font-semibold">{t('notices.always')}</h2>
        <p className="text-muted">{t('notices.always_text')}</p>
      </section>
      <InstallPart />
    </div>
  );
}

/** Browsers and chats. They need scripts: only a browser knows its own permission. */
function Channels({ notices }: { readonly notices: NoticesAttributes }) {
  const { locale } = useTranslation();
  const api = useMemo(() => accountNotices(locale), [locale]);
  const [channels, setChannels] = useState<OrderNoticesAttributes>(notices);
  const [isReady, setReady] = useState(false);
  useEffect(() => whenIdle(() => setReady(true)), []);
  // The height is reserved until scripts run: what is below must not move
  return (
    <div className={`noscript:hidden sm:min-h-51 ${channels.bot === null ? 'min-h-45' : 'min-h-90'}`}>
      {isReady ? <NoticeChannels heading="h2" api={api} channels={channels} onChange={setChannels} /> : null}
    </div>
  );
}

/** Events sent in several ways, and last the one sent by mail only. */
const ROWS = [...NOTICE_EVENTS, 'reviews'] as const;

const isMailChoice = (event: string): event is keyof MailChoicesAttributes => (MAIL_CHOICES as readonly string[]).includes(event);

interface SwitchBoxProps {
  readonly name: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly isFixed?: boolean;
}

const SwitchBox = ({ name, label, isOn, isFixed = false }: SwitchBoxProps) => (
  <input
    type="checkbox"
    name={name}
    aria-label={label}
    defaultChecked={isOn}
    disabled={isFixed}
    className="size-6 cursor-pointer disabled:cursor-default disabled:opacity-55"
  />
);

/** One row per event, one column per channel. Mail that is always sent has no switch. */
function Events({ isEmailVerified, choices, notices }: LettersPageProps) {
  const { t } = useTranslation();
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="mb-3 text-left text-base font-semibold">{t('notices.table.title')}</caption>
      <thead>
        <tr className="text-left text-muted">
          <th scope="col" className="py-2 pr-3 font-medium">
            {t('notices.table.event')}
          </th>
          {(['mail', ...NOTICE_CHANNELS] as const).map((channel) => (
            <th
              key={channel}
              scope="col"
              className="px-1 py-2 text-center font-medium whitespace-nowrap max-[22rem]:px-0.5 max-[22rem]:text-xs"
            >
              {t(`notices.table.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((event) => {
          const eventName = t(`notices.event.${event}`);
          return (
            <tr key={event} className="border-t border-line">
              <th scope="row" className="py-3 pr-3 text-left leading-5 font-normal">
                {eventName}
              </th>
              <td className="px-1 py-3 text-center">
                {isMailChoice(event) ? (
                  <SwitchBox
                    name={`mail.${event}`}
                    label={`${eventName}: ${t('notices.table.mail')}`}
                    isOn={choices[event]}
                    isFixed={!isEmailVerified}
                  />
                ) : (
                  <span className="text-xs text-muted">{t('notices.table.always')}</span>
                )}
              </td>
              {NOTICE_CHANNELS.map((channel) => (
                <td key={channel} className="px-1 py-3 text-center">
                  {event === 'reviews' ? (
                    <span className="text-muted">—</span>
                  ) : (
                    <SwitchBox
                      name={`${channel}.${event}`}
                      label={`${eventName}: ${t(`notices.table.${channel}`)}`}
                      isOn={notices[channel][event]}
                    />
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const clockOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Quiet hours proposed when none are saved: 23:00 to 8:00, Moscow time. */
const PROPOSED_QUIET_HOURS = { from_minute: 23 * 60, to_minute: 8 * 60, zone: 'Europe/Moscow' };

function QuietHours({ notices, returned, error }: LettersPageProps & { readonly error: string | undefined }) {
  const { t } = useTranslation();
  const saved = notices.quiet ?? PROPOSED_QUIET_HOURS;
  const values = returned?.values;
  const isOn = values === undefined ? notices.quiet !== null : 'quiet' in values;
  const zone = values?.['zone'] ?? saved.zone;
  const zones = (ZONES as readonly string[]).includes(zone) ? ZONES : [...ZONES, zone];
  const options = zones.map((value) => ({
    value,
    label: (ZONES as readonly string[]).includes(value) ? t(`notices.zones.${value.replaceAll('/', '_')}`) : value,
  }));
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-semibold">{t('notices.quiet.title')}</legend>
      <CheckField name="quiet" label={t('notices.quiet.on')} defaultChecked={isOn} error={error} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[10rem_10rem_1fr]">
        <TextField label={t('notices.quiet.from')} name="from" type="time" defaultValue={values?.['from'] ?? clockOf(saved.from_minute)} />
        <TextField label={t('notices.quiet.to')} name="to" type="time" defaultValue={values?.['to'] ?? clockOf(saved.to_minute)} />
        <div className="col-span-2 sm:col-span-1">
          <SelectField label={t('notices.quiet.zone')} name="zone" value={zone} options={options} />
        </div>
      </div>
      <p className="text-sm leading-6 text-muted">{t('notices.quiet.text')}</p>
    </fieldset>
  );
}
