import { Form } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { Mark } from '#ui/Mark.tsx';
import { Notice } from '#ui/Notice.tsx';
import { TextField } from '#ui/TextField.tsx';
import { MAX_WALLET_LABEL } from '#contract/account/user-wallets.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { FormNotice } from '#web/form/FormNotice.tsx';
import { errorsOf, type ReturnedForm } from '#web/form/returned-form.ts';
import type { System } from '#web/catalogue/systems.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Wallet } from '#web/settings/wallets/wallets.ts';

interface WalletsPageProps {
  readonly wallets: readonly Wallet[];
  readonly systems: readonly System[];
  readonly returned: ReturnedForm | undefined;
}

/** Wallets saved from orders: listed, renamed, deleted. */
export function WalletsPage({ wallets, systems, returned }: WalletsPageProps) {
  const { t } = useTranslation();
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-2xl font-semibold text-balance">{t('own.wallets.title')}</h1>
      <FormNotice {...errorsOf(returned, [])} />
      {wallets.length === 0 ? (
        <Notice title={t('own.wallets.none')}>{t('own.wallets.none_text')}</Notice>
      ) : (
        <ul className="grid gap-4">
          {wallets.map((wallet) => (
            <li key={wallet.id}>
              <WalletCard wallet={wallet} system={systems.find(({ id }) => id === wallet.payment_system_id)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function WalletCard({ wallet, system }: { readonly wallet: Wallet; readonly system: System | undefined }) {
  const { t, locale } = useTranslation();
  const name = wallet.label ?? system?.name ?? wallet.payment_system_id;
  return (
    <article className="grid gap-3 rounded-tray border border-line bg-sheet p-4 sm:p-5">
      <div className="flex items-start gap-3">
        {system === undefined ? null : (
          <Mark kind={system.kind} monogram={system.mark.monogram} tint={system.mark.tint} network={system.network} className="size-8" />
        )}
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold wrap-anywhere">{name}</h2>
          <p className="text-sm text-muted">
            {t(`own.wallets.side.${wallet.side}`)}
            {wallet.label === null || system === undefined ? '' : ` · ${system.name}`}
          </p>
        </div>
      </div>
      <dl className="figures grid gap-1 text-sm leading-6">
        {wallet.fields.map(({ key, label, masked }) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="wrap-anywhere">{masked}</dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-muted">{t('own.wallets.last_used')}</dt>
          <dd>{formatDateTime(wallet.last_used_at, locale)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        <details className="min-w-0 flex-1 basis-48">
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{t('own.wallets.name')}</summary>
          <Form noValidate method="post" className="mt-2 flex flex-wrap items-end gap-3">
            <input type="hidden" name="id" value={wallet.id} />
            <TextField
              className="min-w-0 flex-1 basis-40"
              label={t('own.wallets.own_name')}
              name="label"
              maxLength={MAX_WALLET_LABEL}
              defaultValue={wallet.label ?? ''}
              autoComplete="off"
            />
            <Button type="submit" name="deed" value="name">
              {t('own.save')}
            </Button>
          </Form>
        </details>
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">{t('own.wallets.forget')}</summary>
          <Form noValidate method="post" className="mt-2 grid gap-2">
            <input type="hidden" name="id" value={wallet.id} />
            <p className="text-sm text-muted">{t('own.wallets.forget_text')}</p>
            <Button type="submit" tone="loss" name="deed" value="forget">
              {t('own.wallets.forget_sure', { name })}
            </Button>
          </Form>
        </details>
      </div>
    </article>
  );
}
