import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { DocCall } from './calls.ts';
import { carried, type Named, namedBy } from './carried.ts';
import { Code } from './Code.tsx';
import { curlSample, typescriptSample } from './samples.ts';
import { signCall } from '#contract/sign-call.ts';
import { titleOf } from './title-of.ts';

interface Props {
  readonly calls: readonly DocCall[];
  readonly chosen: DocCall;
  readonly publicUrl: string;
  readonly onChoose: (name: string) => void;
}

type Outcome =
  | { readonly kind: 'sending' | 'offline' | 'live' }
  | { readonly kind: 'answer'; readonly head: string; readonly text: string };

const TEXT = /json|text|xml/;
const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** A sandbox call, signed in the browser and sent to this shop alone; key and secret live as long as the page. */
export function RunCall({ calls, chosen, publicUrl, onChoose }: Props) {
  const { t } = useWords();
  return (
    <>
      <SelectField
        label={t('developers.run.call')}
        name="call"
        value={chosen.name}
        options={calls.map((call) => ({ value: call.name, label: titleOf(t, call) }))}
        onChoose={onChoose}
      />
      <Asking key={chosen.name} call={chosen} publicUrl={publicUrl} />
    </>
  );
}

/** Outlives the choice of a call, and no more than that. */
let kept = { key: '', secret: '' };
let named: Named = {};

function Asking({ call, publicUrl }: { readonly call: DocCall; readonly publicUrl: string }) {
  const { locale, t } = useWords();
  const [{ key, secret }, setSigner] = useState(kept);
  const [target, setTarget] = useState(() => carried(call.target, named));
  const [body, setBody] = useState(() => (call.body === null ? null : carried(call.body, named)));
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const sign = (next: Partial<typeof kept>) => {
    kept = { key, secret, ...next };
    setSigner(kept);
  };
  const run = async () => {
    if (!key.startsWith('pk_test_')) return setOutcome({ kind: 'live' });
    setOutcome({ kind: 'sending' });
    const said = await send({
      key,
      secret,
      method: call.method,
      target,
      body,
      isCommand: call.isCommand,
      locale,
      file: (bytes) => t('developers.run.file', { bytes }),
    });
    if (said.kind === 'answer') named = { ...named, ...namedBy(said.text) };
    setOutcome(said);
  };
  const asking = { call, target, body };
  return (
    <>
      <CheckedForm
        rules={{}}
        className="mt-4 grid gap-4 print:hidden"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t('developers.run.key')}
            value={key}
            placeholder={t('developers.run.key_hint')}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => sign({ key: event.target.value.trim() })}
          />
          <TextField
            label={t('developers.run.secret')}
            type="password"
            value={secret}
            autoComplete="off"
            onChange={(event) => sign({ secret: event.target.value.trim() })}
          />
        </div>
        <TextField
          label={t('developers.run.target')}
          value={target}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTarget(event.target.value)}
        />
        {body === null ? null : (
          <label className="block text-sm font-medium">
            {t('developers.run.body')}
            <textarea
              className="figures mt-1 block min-h-48 w-full rounded-tray border border-edge bg-sheet p-3 text-sm font-normal hover:border-ink"
              value={body}
              spellCheck={false}
              onChange={(event) => setBody(event.target.value)}
            />
          </label>
        )}
        <Button tone="action" type="submit" className="justify-self-start" aria-disabled={outcome?.kind === 'sending'}>
          {outcome?.kind === 'sending' ? t('developers.run.sending') : t('developers.run.submit')}
        </Button>
      </CheckedForm>
      <div aria-live="polite">
        {outcome === null || outcome.kind === 'sending' ? null : outcome.kind === 'answer' ? (
          <Code label={`${t('developers.run.answer')} ${outcome.head}`} text={outcome.text} kind="ran" />
        ) : (
          <Notice tone="time">{t(`developers.run.${outcome.kind}`)}</Notice>
        )}
      </div>
      <Code label="curl" text={curlSample(asking, publicUrl)} kind="curl" />
      <Code label="TypeScript" text={typescriptSample(asking, publicUrl)} kind="typescript" />
    </>
  );
}

interface Sending {
  readonly key: string;
  readonly secret: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | null;
  readonly isCommand: boolean;
  readonly locale: string;
  readonly file: (bytes: number) => string;
}

/** Sends to a path of this origin only: whatever is typed as a target leads nowhere else. */
async function send({ key, secret, method, target, body, isCommand, locale, file }: Sending): Promise<Outcome> {
  const address = new URL(`${globalThis.location.origin}${target.startsWith('/') ? '' : '/'}${target}`);
  if (address.origin !== globalThis.location.origin) return { kind: 'offline' };
  const path = address.pathname + address.search;
  try {
    // The whole address: a path of two slashes alone would name another host
    const answer = await fetch(address, {
      method,
      credentials: 'omit',
      redirect: 'error',
      headers: {
        'partner-key': key,
        ...(await signCall({ secret, method, target: path, body: body ?? '', now: Date.now() })),
        'site-locale': locale,
        ...(body === null ? {} : { 'content-type': 'application/vnd.api+json' }),
        ...(isCommand ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      ...(body === null ? {} : { body }),
    });
    const isText = TEXT.test(answer.headers.get('content-type') ?? 'text');
    const text = isText ? pretty(await answer.text()) : file((await answer.arrayBuffer()).byteLength);
    return { kind: 'answer', head: String(answer.status), text };
  } catch {
    return { kind: 'offline' };
  }
}
