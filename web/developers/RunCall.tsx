import { useState } from 'react';
import { signCall } from '#contract/partner/sign-call.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { titleOf } from './CallEntry.tsx';
import { Code } from './Code.tsx';
import type { DocCall } from './calls.ts';
import { withCreatedIds, type CreatedIds, createdIdsIn, curlSample, typescriptSample } from './samples.ts';

interface RunCallProps {
  readonly calls: readonly DocCall[];
  readonly selectedCall: DocCall;
  readonly publicUrl: string;
  readonly onSelect: (name: string) => void;
}

type RunResult =
  | { readonly kind: 'sending' | 'offline' | 'live' }
  | { readonly kind: 'answer'; readonly status: string; readonly text: string };

const TEXT_TYPE = /json|text|xml/;
const prettyPrint = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Runs a call in the sandbox: signed in the browser, sent to this origin only. Key and secret are kept until the page is left. */
export function RunCall({ calls, selectedCall, publicUrl, onSelect }: RunCallProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('developers.run.call')}
        name="call"
        value={selectedCall.name}
        options={calls.map((call) => ({ value: call.name, label: titleOf(t, call) }))}
        onChoose={onSelect}
      />
      <CallForm key={selectedCall.name} call={selectedCall} publicUrl={publicUrl} />
    </>
  );
}

/** Key, secret and created ids stay while another call is selected, until the page is left. */
let lastSigner = { key: '', secret: '' };
let createdIds: CreatedIds = {};

function CallForm({ call, publicUrl }: { readonly call: DocCall; readonly publicUrl: string }) {
  const { locale, t } = useTranslation();
  const [{ key, secret }, setSigner] = useState(lastSigner);
  const [target, setTarget] = useState(() => withCreatedIds(call.target, createdIds));
  const [body, setBody] = useState(() => (call.body === null ? null : withCreatedIds(call.body, createdIds)));
  const [result, setResult] = useState<RunResult | null>(null);
  const changeSigner = (next: Partial<typeof lastSigner>) => {
    lastSigner = { key, secret, ...next };
    setSigner(lastSigner);
  };
  const run = async () => {
    if (!key.startsWith('pk_test_')) return setResult({ kind: 'live' });
    setResult({ kind: 'sending' });
    const newResult = await send({
      key,
      secret,
      method: call.method,
      target,
      body,
      isCommand: call.isCommand,
      locale,
      fileText: (bytes) => t('developers.run.file', { bytes }),
    });
    if (newResult.kind === 'answer') createdIds = { ...createdIds, ...createdIdsIn(newResult.text) };
    setResult(newResult);
  };
  const sample = { call, target, body };
  return (
    <>
      <CheckedForm
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
            onChange={(event) => changeSigner({ key: event.target.value.trim() })}
          />
          <TextField
            label={t('developers.run.secret')}
            type="password"
            value={secret}
            autoComplete="off"
            onChange={(event) => changeSigner({ secret: event.target.value.trim() })}
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
        <Button tone="action" type="submit" className="justify-self-start" aria-disabled={result?.kind === 'sending'}>
          {result?.kind === 'sending' ? t('developers.run.sending') : t('developers.run.submit')}
        </Button>
      </CheckedForm>
      <div aria-live="polite">
        {result === null || result.kind === 'sending' ? null : result.kind === 'answer' ? (
          <Code label={`${t('developers.run.answer')} ${result.status}`} text={result.text} kind="ran" />
        ) : (
          <Notice tone="time">{t(`developers.run.${result.kind}`)}</Notice>
        )}
      </div>
      <Code label="curl" text={curlSample(sample, publicUrl)} kind="curl" />
      <Code label="TypeScript" text={typescriptSample(sample, publicUrl)} kind="typescript" />
    </>
  );
}

interface SendInput {
  readonly key: string;
  readonly secret: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | null;
  readonly isCommand: boolean;
  readonly locale: string;
  /** Text shown in place of a response that is a file. */
  readonly fileText: (bytes: number) => string;
}

/** Sends to this origin only, whatever target is typed. */
async function send({ key, secret, method, target, body, isCommand, locale, fileText }: SendInput): Promise<RunResult> {
  const address = new URL(`${globalThis.location.origin}${target.startsWith('/') ? '' : '/'}${target}`);
  if (address.origin !== globalThis.location.origin) return { kind: 'offline' };
  const path = address.pathname + address.search;
  try {
    // The whole URL: a path that begins with two slashes would name another host
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
    const isText = TEXT_TYPE.test(answer.headers.get('content-type') ?? 'text');
    const text = isText ? prettyPrint(await answer.text()) : fileText((await answer.arrayBuffer()).byteLength);
    return { kind: 'answer', status: String(answer.status), text };
  } catch {
    return { kind: 'offline' };
  }
}
