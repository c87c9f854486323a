import { type ReactNode, useEffect, useState } from 'react';
import type { OrderNoticesAttributes } from '#contract/account/notices.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { storeBrowserId, storedBrowserId, type PushState, pushState, subscribeBrowser } from './browser-push.ts';
import type { NoticeApi } from './notice-api.ts';

interface ChannelProps {
  readonly api: NoticeApi;
  readonly channels: OrderNoticesAttributes;
  readonly onChange: (channels: OrderNoticesAttributes) => void;
  /** Level of the headings: one below that of the surrounding section. */
  readonly heading: 'h2' | 'h3';
}

async function reload({ api, onChange }: Pick<ChannelProps, 'api' | 'onChange'>): Promise<void> {
  const response = await api.read();
  if (response.ok) onChange(response.data.attributes);
}

interface ActionButtonProps {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busyLabel?: string;
  readonly tone?: 'text' | 'plain';
  readonly onPress: () => void;
}

const ActionButton = ({ isBusy, label, busyLabel, tone = 'plain', onPress }: ActionButtonProps) => (
  <Button tone={tone} className="justify-self-start" aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onPress())}>
    {isBusy && busyLabel !== undefined ? busyLabel : label}
  </Button>
);

/** Subscribes this browser. The browser's permission prompt appears only after the press. */
function SubscribeBrowser({ api, pushKey, onChange }: Omit<ChannelProps, 'channels'> & { readonly pushKey: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<PushState | 'busy' | 'failed'>(pushState);
  const add = async () => {
    setState('busy');
    try {
      const subscription = await subscribeBrowser(pushKey);
      if (subscription === 'denied') return setState(pushState() === 'denied' ? 'denied' : 'possible');
      const response = await api.addBrowser(subscription);
      if (!response.ok) return setState('failed');
      storeBrowserId(api.scope, response.data.attributes.browsers[0]?.id ?? null);
      onChange(response.data.attributes);
      return setState('possible');
    } catch {
      // The browser's push service does not respond, or there is none
      return setState('failed');
    }
  };
  if (state === 'unsupported' || state === 'denied') return <Notice tone="time">{t(`notices.browser.${state}`)}</Notice>;
  return (
    <>
      <p className="text-sm leading-6 text-muted">{t('notices.browser.why')}</p>
      <ActionButton
        isBusy={state === 'busy'}
        label={t('notices.browser.ask')}
        busyLabel={t('notices.browser.busy')}
        onPress={() => void add()}
      />
      {state === 'failed' ? (
        <Notice tone="loss" role="alert">
          {t('notices.browser.failed')}
        </Notice>
      ) : null}
    </>
  );
}

function BrowserSection(props: ChannelProps) {
  const { api, channels } = props;
  const { t, locale } = useTranslation();
  const { push_key: pushKey } = channels;
  const thisBrowser = channels.browsers.find(({ id }) => id === storedBrowserId(api.scope));
  const otherBrowsers = channels.browsers.filter((browser) => browser !== thisBrowser);
  const remove = async (id: string) => {
    await api.removeBrowser(id);
    if (id === thisBrowser?.id) storeBrowserId(api.scope, null);
    await reload(props);
  };
  if (pushKey === null) return null;
  return (
    <Section heading={props.heading} title={t('notices.browser.title')}>
      {thisBrowser === undefined ? (
        <SubscribeBrowser {...props} pushKey={pushKey} />
      ) : (
        <>
          <p role="status">{t('notices.browser.on')}</p>
          <ActionButton isBusy={false} tone="text" label={t('notices.browser.off')} onPress={() => void remove(thisBrowser.id)} />
        </>
      )}
      {otherBrowsers.length === 0 ? null : (
        <ul aria-label={t('notices.browser.others')} className="grid gap-2 text-sm">
          {otherBrowsers.map(({ id, name, added_at: at }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere">{name === '' ? t('notices.browser.unnamed') : name}</span>
              <span className="text-muted">{t('notices.browser.added', { at: formatDateTime(at, locale) })}</span>
              <ActionButton isBusy={false} tone="text" label={t('notices.browser.remove')} onPress={() => void remove(id)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const POLL_MS = 3_000;

/** Link to the bot; polls until the chat is linked, while the customer is in Telegram. */
function LinkTelegram(props: ChannelProps) {
  const { api, channels } = props;
  const { t } = useTranslation();
  const [url, setUrl] = useState<string | null>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  useEffect(() => {
    if (url === null) return undefined;
    const poll = () => (document.hidden ? undefined : void reload(props));
    const timer = setInterval(poll, POLL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  });
  const link = async () => {
    setState('busy');
    const response = await api.linkTelegram();
    setState(response.ok ? 'idle' : 'failed');
    if (response.ok) setUrl(response.data.attributes.url);
  };
  if (channels.bot === null) return <p className="text-sm text-muted">{t('notices.telegram.none')}</p>;
  if (url === null)
    return (
      <>
        <ActionButton isBusy={state === 'busy'} label={t('notices.telegram.ask')} onPress={() => void link()} />
        {state === 'failed' ? (
          <Notice tone="loss" role="alert">
            {t('notices.telegram.failed')}
          </Notice>
        ) : null}
      </>
    );
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" className={`${buttonLook('plain')} justify-self-start`}>
        {t('notices.telegram.open')}
      </a>
      <p className="text-sm leading-6 text-muted">{t('notices.telegram.open_hint')}</p>
    </>
  );
}

function TelegramSection(props: ChannelProps) {
  const { api, channels } = props;
  const { t, locale } = useTranslation();
  const isLinked = channels.chats.some((chat) => !chat.is_blocked);
  const remove = async (id: string) => {
    await api.unlinkTelegram(id);
    await reload(props);
  };
  return (
    <Section heading={props.heading} title={t('notices.telegram.title')}>
      {channels.chats.map(({ id, linked_at: at, is_blocked: isBlocked }) =>
        isBlocked ? (
          isLinked ? null : (
            <Notice key={id} tone="time">
              {t('notices.telegram.blocked', { at: formatDateTime(at, locale) })}
            </Notice>
          )
        ) : (
          <div key={id} className="grid gap-2">
            <p role="status">{t('notices.telegram.on', { at: formatDateTime(at, locale) })}</p>
            <ActionButton isBusy={false} tone="text" label={t('notices.telegram.off')} onPress={() => void remove(id)} />
          </div>
        ),
      )}
      {isLinked ? null : <LinkTelegram {...props} />}
    </Section>
  );
}

const Section = ({
  heading: Heading,
  title,
  children,
}: Pick<ChannelProps, 'heading'> & { readonly title: string; readonly children: ReactNode }) => (
  <div className="grid content-start gap-3">
    <Heading className="font-semibold">{title}</Heading>
    {children}
  </div>
);

/** Channels besides e-mail: this browser, and Telegram where a bot is configured. */
export const NoticeChannels = (props: ChannelProps) => (
  <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
    <BrowserSection {...props} />
    {props.channels.bot === null && props.channels.chats.length === 0 ? null : <TelegramSection {...props} />}
  </div>
);
