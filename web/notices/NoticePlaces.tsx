import { type ReactNode, useEffect, useState } from 'react';
import { Button, buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import type { OrderNoticesAttributes } from '#contract/notices.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { keepOwnPlace, ownPlace, type PushState, pushState, subscribeBrowser } from './browser-push.ts';
import type { NoticeApi } from './notice-api.ts';

interface PartProps {
  readonly api: NoticeApi;
  readonly places: OrderNoticesAttributes;
  readonly onChange: (places: OrderNoticesAttributes) => void;
  /** Its parts are named at the level below whatever it stands under. */
  readonly heading: 'h2' | 'h3';
}

async function lookAgain({ api, onChange }: Pick<PartProps, 'api' | 'onChange'>): Promise<void> {
  const found = await api.read();
  if (found.ok) onChange(found.data.attributes);
}

interface DeedProps {
  readonly isBusy: boolean;
  readonly label: string;
  readonly busyLabel?: string;
  readonly tone?: 'text' | 'plain';
  readonly onPress: () => void;
}

const Deed = ({ isBusy, label, busyLabel, tone = 'plain', onPress }: DeedProps) => (
  <Button tone={tone} className="justify-self-start" aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onPress())}>
    {isBusy && busyLabel !== undefined ? busyLabel : label}
  </Button>
);

/** Adding this browser: words first, the browser's own question after the press alone. */
function AskBrowser({ api, places, onChange }: PartProps) {
  const { t } = useWords();
  const [state, setState] = useState<PushState | 'busy' | 'failed'>(pushState);
  const add = async () => {
    setState('busy');
    try {
      const place = await subscribeBrowser(places.push_key);
      if (place === 'denied') return setState(pushState() === 'denied' ? 'denied' : 'possible');
      const added = await api.addBrowser(place);
      if (!added.ok) return setState('failed');
      keepOwnPlace(api.scope, added.data.attributes.browsers[0]?.id ?? null);
      onChange(added.data.attributes);
      return setState('possible');
    } catch {
      // The push service of the browser does not answer, or there is none
      return setState('failed');
    }
  };
  if (state === 'unsupported' || state === 'denied') return <Notice tone="time">{t(`notices.browser.${state}`)}</Notice>;
  return (
    <>
      <p className="text-sm leading-6 text-muted">{t('notices.browser.why')}</p>
      <Deed isBusy={state === 'busy'} label={t('notices.browser.ask')} busyLabel={t('notices.browser.busy')} onPress={() => void add()} />
      {state === 'failed' ? (
        <Notice tone="loss" role="alert">
          {t('notices.browser.failed')}
        </Notice>
      ) : null}
    </>
  );
}

function BrowserPart(props: PartProps) {
  const { api, places } = props;
  const { t, locale } = useWords();
  const own = places.browsers.find(({ id }) => id === ownPlace(api.scope));
  const others = places.browsers.filter((one) => one !== own);
  const remove = async (id: string) => {
    await api.removeBrowser(id);
    if (id === own?.id) keepOwnPlace(api.scope, null);
    await lookAgain(props);
  };
  return (
    <Part heading={props.heading} title={t('notices.browser.title')}>
      {own === undefined ? (
        <AskBrowser {...props} />
      ) : (
        <>
          <p role="status">{t('notices.browser.on')}</p>
          <Deed isBusy={false} tone="text" label={t('notices.browser.off')} onPress={() => void remove(own.id)} />
        </>
      )}
      {others.length === 0 ? null : (
        <ul aria-label={t('notices.browser.others')} className="grid gap-2 text-sm">
          {others.map(({ id, name, added_at: at }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <span className="wrap-anywhere">{name === '' ? t('notices.browser.unnamed') : name}</span>
              <span className="text-muted">{t('notices.browser.added', { at: formatDateTime(at, locale) })}</span>
              <Deed isBusy={false} tone="text" label={t('notices.browser.remove')} onPress={() => void remove(id)} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

const LOOK_EVERY_MS = 3_000;

/** The link to the bot, and looking whether the chat is there: its person is in another program meanwhile. */
function AskTelegram(props: PartProps) {
  const { api, places } = props;
  const { t } = useWords();
  const [url, setUrl] = useState<string | null>(null);
  const [state, setState] = useState<'calm' | 'busy' | 'failed'>('calm');
  useEffect(() => {
    if (url === null) return undefined;
    const look = () => (document.hidden ? undefined : void lookAgain(props));
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  });
  const ask = async () => {
    setState('busy');
    const made = await api.linkTelegram();
    setState(made.ok ? 'calm' : 'failed');
    if (made.ok) setUrl(made.data.attributes.url);
  };
  if (places.bot === null) return <p className="text-sm text-muted">{t('notices.telegram.none')}</p>;
  if (url === null)
    return (
      <>
        <Deed isBusy={state === 'busy'} label={t('notices.telegram.ask')} onPress={() => void ask()} />
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

function TelegramPart(props: PartProps) {
  const { api, places } = props;
  const { t, locale } = useWords();
  const isLinked = places.chats.some((chat) => !chat.is_blocked);
  const remove = async (id: string) => {
    await api.unlinkTelegram(id);
    await lookAgain(props);
  };
  return (
    <Part heading={props.heading} title={t('notices.telegram.title')}>
      {places.chats.map(({ id, linked_at: at, is_blocked: isBlocked }) =>
        isBlocked ? (
          isLinked ? null : (
            <Notice key={id} tone="time">
              {t('notices.telegram.blocked', { at: formatDateTime(at, locale) })}
            </Notice>
          )
        ) : (
          <div key={id} className="grid gap-2">
            <p role="status">{t('notices.telegram.on', { at: formatDateTime(at, locale) })}</p>
            <Deed isBusy={false} tone="text" label={t('notices.telegram.off')} onPress={() => void remove(id)} />
          </div>
        ),
      )}
      {isLinked ? null : <AskTelegram {...props} />}
    </Part>
  );
}

const Part = ({
  heading: Heading,
  title,
  children,
}: Pick<PartProps, 'heading'> & { readonly title: string; readonly children: ReactNode }) => (
  <div className="grid content-start gap-3">
    <Heading className="font-semibold">{title}</Heading>
    {children}
  </div>
);

/** Where somebody is told beside the mail: this browser, a chat with the bot. The bot's part is there only where the shop has one. */
export const NoticePlaces = (props: PartProps) => (
  <div className="grid gap-6 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))]">
    <BrowserPart {...props} />
    {props.places.bot === null && props.places.chats.length === 0 ? null : <TelegramPart {...props} />}
  </div>
);
